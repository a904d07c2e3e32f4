import type { Identity } from '@portal/contract/oauth'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { ErrorState } from '@portal/kit/ui/states'
import { mediumDate } from '@portal/kit/ui/time'
import { api, call, invalidateSoon, toastSuccess, useRealtime } from '@portal/sdk'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { providersQuery } from '../sign-in/providers.ts'
import { factorsQuery } from './two-step/queries.ts'

const PasswordDialog = lazy(async () => ({
  default: (await import(/* webpackChunkName: "two-step" */ './two-step/password-dialog.tsx')).PasswordDialog,
}))

const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => call(api.auth.oauth.identities.$get({}, { init: { signal } })),
})

/** Unlinks an account after the user has entered the password and, if it is on, the second factor. */
function Unlink({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const client = useQueryClient()
  const { data: factors } = useQuery(factorsQuery)
  if (!factors) return null
  return (
    <Suspense>
      <PasswordDialog
        title={`Unlink ${identity.name}`}
        description={
          <>
            You will no longer be able to sign in with {identity.name} (
            <span className="wrap-anywhere">{identity.email}</span>). Your password keeps working.
          </>
        }
        submitLabel="Unlink"
        busyLabel="Unlinking..."
        danger
        withCode={factors.factors.length > 0}
        onClose={onClose}
        onPassword={async (password, code) => {
          await call(api.auth.oauth.identities[':id'].$delete({ param: { id: identity.id }, json: { password, code } }))
          void client.invalidateQueries(identitiesQuery)
          onClose()
          toastSuccess('Account unlinked', `${identity.name} no longer signs you in.`)
        }}
      />
    </Suspense>
  )
}

function Row({ identity, fixed, onUnlink }: { identity: Identity; fixed: boolean; onUnlink: () => void }) {
  const { name, email, created_at, last_used_at } = identity
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere font-medium text-sm">{name}</p>
        <p className="mt-0.5 wrap-anywhere text-base-content/70 text-sm">
          {email ? `${email} · ` : ''}linked {mediumDate(created_at)}
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
  const client = useQueryClient()
  const { data: providers } = useQuery(providersQuery)
  const { data, error, refetch, isFetching } = useQuery(identitiesQuery)
  const [unlinking, setUnlinking] = useState<Identity>()
  useRealtime(['account.changed'], () => invalidateSoon(identitiesQuery.queryKey, client))
  const offered = providers?.map((p) => p.name) ?? []
  if (offered.length === 0 && !data?.identities.length) return null
  const fixed = data !== undefined && !data.has_password && data.identities.length > 0
  return (
    <Card title="Linked accounts" description="Other ways to sign in to this account." padded={false}>
      {data?.identities.length ? (
        <ul className="divide-y divide-base-300">
          {data.identities.map((identity) => (
            <Row
              key={identity.id}
              identity={identity}
              fixed={!data.has_password}
              onUnlink={() => setUnlinking(identity)}
            />
          ))}
        </ul>
      ) : data ? (
        <p className="px-5 py-4 text-base-content/70 text-sm">
          None yet. To link one, sign out and choose “Continue with {offered.join('” or “Continue with ')}” on the
          sign-in page.
        </p>
      ) : error ? (
        <ErrorState
          title="Failed to load linked accounts"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
          className="py-6"
        />
      ) : null}
      {fixed ? (
        <p className="px-5 pb-4 text-sm">
          {data.identities.length === 1
            ? 'This is your only way to sign in. To unlink it, set a password first.'
            : 'To unlink one, set a password first.'}
        </p>
      ) : null}
      {unlinking ? <Unlink identity={unlinking} onClose={() => setUnlinking(undefined)} /> : null}
    </Card>
  )
}
