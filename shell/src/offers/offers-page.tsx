import { QueryView } from '@portal/kit/ui/query-view'
import { EmailText } from '@portal/kit/ui/email-text'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { useUser } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { SignOutButton } from '../layout/sign-out-button.tsx'
import { OffersNotice } from './offers-notice.tsx'
import { recordsQuery } from './queries.ts'

/** Shows pending requests to a client without a bookkeeper. */
export function OffersPage() {
  const { email } = useUser()
  return (
    <main id="main" className="mx-auto grid w-full max-w-2xl content-start gap-4 px-4 py-8">
      <div>
        <h1 className="font-semibold text-xl">Client Portal</h1>
        <p className="mt-1 text-base-content/70 text-sm">
          You are signed in as <EmailText email={email} />.
        </p>
      </div>
      <QueryView
        query={useQuery(recordsQuery)}
        failure="Your requests cannot be shown"
        loading={<SkeletonRows rows={3} label="Loading requests" />}
      >
        {({ offers }) =>
          offers.length > 0 ? (
            <OffersNotice offers={offers} />
          ) : (
            <EmptyState
              title="You have no bookkeeper yet"
              description="Ask your bookkeeper to invite you at this address."
            />
          )
        }
      </QueryView>
      <div className="max-w-60">
        <SignOutButton />
      </div>
    </main>
  )
}
