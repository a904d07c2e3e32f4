import type { EmailChange } from '@portal/contract/sessions'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '@portal/kit/ui/states'
import { api, call, queryClient, setSession, toastSuccess, useUser } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { factorsQuery } from '../profile/two-step/queries.ts'
import { askerOf } from './email-change-notice.tsx'
import { recordsQuery } from './queries.ts'
import { RefuseChange } from './refuse-change.tsx'

const route = getRouteApi('/client/client-email')
const PasswordDialog = lazy(async () => ({
  default: (await import(/* webpackChunkName: "two-step" */ '../profile/two-step/password-dialog.tsx')).PasswordDialog,
}))

/** Asks for the password and, if it is on, the second factor, and confirms the change. */
function Confirm({
  change,
  token,
  onClose,
  onDone,
}: {
  change: EmailChange
  token: string
  onClose: () => void
  onDone: () => void
}) {
  const { data: factors } = useQuery(factorsQuery)
  if (!factors) return null
  return (
    <Suspense>
      <PasswordDialog
        title="Change your email address"
        description={
          <>
            From now on you sign in with <span className="wrap-anywhere">{change.to}</span>.
          </>
        }
        submitLabel="Change address"
        busyLabel="Changing..."
        withCode={factors.factors.length > 0}
        onClose={onClose}
        onPassword={async (password, code) => {
          const session = await call(
            api.auth['email-changes'][':id'].confirm.$post({
              param: { id: change.id },
              json: { token, password, code },
            }),
          )
          setSession(session, 'refreshed')
          toastSuccess('Address changed', `You now sign in with ${change.to}.`)
          onDone()
          void queryClient.invalidateQueries()
        }}
      />
    </Suspense>
  )
}

function Request({ change, token }: { change: EmailChange; token: string }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const done = (): void => void navigate({ to: '/client-dashboard', replace: true })
  return (
    <Card>
      <p className="wrap-anywhere">
        {askerOf(change)} asks you to sign in with <strong className="font-medium">{change.to}</strong> instead of{' '}
        {change.from}.
      </p>
      <p className="mt-2 text-base-content/70 text-sm">
        Emails from all bookkeepers who use your current address will go to the new one, too. Your password stays the
        same.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="sm" variant="primary" onClick={() => setAsking(true)}>
          Change my address
        </Button>
        <RefuseChange change={change} onDone={done} />
      </div>
      {asking ? <Confirm change={change} token={token} onClose={() => setAsking(false)} onDone={done} /> : null}
    </Card>
  )
}

/** Shows the page that links in mails to a new address open. The client confirms or refuses the change. */
export function ClientEmailPage() {
  const { change: id, token = '' } = route.useSearch()
  const { email } = useUser()
  const { data, error, refetch, isFetching } = useQuery(recordsQuery)
  const change = data?.email_changes.find((c) => c.id === id)
  return (
    <Page>
      <PageHeader />
      {change ? (
        <Request change={change} token={token} />
      ) : data ? (
        <EmptyState
          title="This request is no longer open"
          description={
            'It has been answered or replaced, has expired, or belongs to another account. ' +
            `You are signed in as ${email}.`
          }
        />
      ) : error ? (
        <ErrorState
          title="The request cannot be shown"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonRows rows={2} label="Loading the request" />
      )}
    </Page>
  )
}
