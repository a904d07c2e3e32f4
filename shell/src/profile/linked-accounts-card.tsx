import type { Identity } from '@portal/contract/oauth'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { EmailText } from '@portal/kit/ui/email-text'
import { QueryView } from '@portal/kit/ui/query-view'
import { mediumDate } from '@portal/kit/ui/time'
import { api, call, toastSuccess, useRefetchOn } from '@portal/sdk'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { providersQuery } from '../sign-in/providers.ts'
import { ConfirmPassword } from './two-step/confirm-password.tsx'

const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => call(api.auth.oauth.identities.$get({}, { init: { signal } })),
})

/** Unlinks an account after the user has shown that they are its owner. */
function Unlink({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ConfirmPassword
      title={`Unlink ${identity.name}`}
      description={
        <>
          You will no longer be able to sign in with {identity.name} (
          <EmailText email={identity.email} />
          ). Your other ways to sign in keep working.
        </>
      }
      submitLabel="Unlink"
      busyLabel="Unlinking..."
      danger
      onClose={onClose}
      onProof={async (json) => {
        await call(api.auth.oauth.identities[':id'].$delete({ param: { id: identity.id }, json }))
        void client.invalidateQueries(identitiesQuery)
        onClose()
        toastSuccess('Account unlinked', `${identity.name} no longer signs you in.`)
      }}
    />
  )
}

function Row({ identity, fixed, onUnlink }: { identity: Identity; fixed: boolean; onUnlink: () => void }) {
  const { name, email, created_at, last_used_at } = identity
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere font-medium text-sm">{name}</p>
        <p className="mt-0.5 wrap-anywhere text-base-content/70 text-sm">
          {email ? (
            <>
              <EmailText email={email} /> ·{' '}
            </>
          ) : null}
          linked {mediumDate(created_at)}
          {last_used_at ? ` · last used ${mediumDate(last_used_at)}` : ''}
        </p>
      </div>
      {fixed ? null : (
        <Button size="sm" onClick={onUnlink}>
          Unlink<span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  )
}

/** Lists linked accounts at sign-in providers. Hidden if there are none and no provider is configured. */
export function LinkedAccountsCard() {
  const { data: providers } = useQuery(providersQuery)
  const query = useQuery(identitiesQuery)
  const [unlinking, setUnlinking] = useState<Identity>()
  useRefetchOn(['account.changed'], identitiesQuery.queryKey)
  const offered = providers?.map((p) => p.name) ?? []
  if (offered.length === 0 && !query.data?.identities.length) return null
  return (
    <Card title="Linked accounts" description="Other ways to sign in to this account." padded={false}>
      <QueryView query={query} failure="Failed to load linked accounts" loading={null} className="py-6">
        {({ identities, has_password }) =>
          identities.length > 0 ? (
            <>
              <ul className="divide-y divide-base-300">
                {identities.map((identity) => (
                  <Row
                    key={identity.id}
                    identity={identity}
                    fixed={!has_password && identities.length === 1}
                    onUnlink={() => setUnlinking(identity)}
                  />
                ))}
              </ul>
              {!has_password && identities.length === 1 ? (
                <p className="px-5 pb-4 text-sm">
                  This is your only way to sign in. To unlink it, set a password first.
                </p>
              ) : null}
            </>
          ) : (
            <p className="px-5 py-4 text-base-content/70 text-sm">
              None yet. To link one, sign out and choose “Continue with {offered.join('” or “Continue with ')}” on the
              sign-in page.
            </p>
          )
        }
      </QueryView>
      {unlinking ? <Unlink identity={unlinking} onClose={() => setUnlinking(undefined)} /> : null}
    </Card>
  )
}
