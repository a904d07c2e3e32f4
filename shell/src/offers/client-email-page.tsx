import type { FullReauthentication } from '@portal/contract/factors'
import type { EmailChange } from '@portal/contract/sessions'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { QueryView } from '@portal/kit/ui/query-view'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { api, call, queryClient, setSession, toastSuccess, useUser } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmPassword } from '../profile/two-step/confirm-password.tsx'
import { askerOf } from './email-change-notice.tsx'
import { recordsQuery } from './queries.ts'
import { RefuseChange } from './refuse-change.tsx'

const route = getRouteApi('/client/client-email')

function Request({ change, token }: { change: EmailChange; token: string }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const done = (): void => void navigate({ to: '/client-dashboard', replace: true })
  const confirm = async (proof: FullReauthentication): Promise<void> => {
    const session = await call(
      api.auth['email-changes'][':id'].confirm.$post({ param: { id: change.id }, json: { token, ...proof } }),
    )
    setSession(session, 'refreshed')
    toastSuccess('Address changed', `You now sign in with ${change.to}.`)
    done()
    void queryClient.invalidateQueries()
  }
  return (
    <Card>
      <p className="wrap-anywhere">
        {askerOf(change)} asks you to sign in with <strong className="font-medium">{change.to}</strong> instead of{' '}
        {change.from}.
      </p>
      <p className="mt-2 text-base-content/70 text-sm">
        Emails from all bookkeepers who use your current address will go to the new one, too. The ways in which you sign
        in stay the same.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="sm" variant="primary" onClick={() => setAsking(true)}>
          Change my address
        </Button>
        <RefuseChange change={change} onDone={done} />
      </div>
      {asking ? (
        <ConfirmPassword
          title="Change your email address"
          description={
            <>
              From now on you sign in with <span className="wrap-anywhere">{change.to}</span>.
            </>
          }
          submitLabel="Change address"
          busyLabel="Changing..."
          onClose={() => setAsking(false)}
          onProof={confirm}
        />
      ) : null}
    </Card>
  )
}

/** Shows the page that links in mails to a new address open. The client confirms or refuses the change. */
export function ClientEmailPage() {
  const { change: id, token = '' } = route.useSearch()
  const { email } = useUser()
  return (
    <Page>
      <PageHeader />
      <QueryView
        query={useQuery(recordsQuery)}
        failure="The request cannot be shown"
        loading={<SkeletonRows rows={2} label="Loading the request" />}
      >
        {({ email_changes }) => {
          const change = email_changes.find((c) => c.id === id)
          return change ? (
            <Request change={change} token={token} />
          ) : (
            <EmptyState
              title="This request is no longer open"
              description={
                'It has been answered or replaced, has expired, or belongs to another account. ' +
                `You are signed in as ${email}.`
              }
            />
          )
        }}
      </QueryView>
    </Page>
  )
}
