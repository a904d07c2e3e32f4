import type { OwnSession } from '@portal/contract/sessions'
import { Badge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { mediumDate, timeAgo } from '@portal/kit/ui/time'
import { api, call, isApiError, signOut, toastProblem, toastSuccess, useRefetchOn, useUser } from '@portal/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(api.auth.sessions.$get({}, { init: { signal } })),
})

const isPhone = (browser: string): boolean => / on (iPhone|iPad|Android)$/.test(browser)

/** Ends sessions, shows the outcome and reloads the list. */
function useEnding<T>(end: (which: T) => Promise<unknown>, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: () => toastSuccess('Signed Out', done),
    onError: (error) => toastProblem(error),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

async function endOne(id: string): Promise<void> {
  try {
    await call(api.auth.sessions[':id'].$delete({ param: { id } }))
  } catch (error) {
    // The session has ended in the meantime.
    if (!isApiError(error, 'not_found')) throw error
  }
}

function SessionRow({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { browser, created_at, last_used_at, by_link, current } = session
  const Icon = isPhone(browser) ? Smartphone : Laptop
  return (
    <li className="flex items-center gap-4 px-5 py-3.5">
      <Icon className="size-5 shrink-0 text-base-content/60" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="wrap-anywhere font-medium">{browser}</span>
          {current ? <Badge tone="green">This browser</Badge> : null}
        </p>
        <p className="mt-0.5 text-base-content/70 text-sm">
          {by_link ? 'Opened by a link in an email on' : 'Signed in'} {mediumDate(created_at)} ·{' '}
          {current ? 'in use now' : `last used ${timeAgo(last_used_at)}`}
        </p>
      </div>
      <Button size="sm" busy={busy} onClick={onEnd}>
        Sign out<span className="sr-only"> of {browser}</span>
      </Button>
    </li>
  )
}

/** Lists the sessions of the account and ends them. */
export function SessionsCard() {
  const query = useQuery(sessionsQuery)
  const isClient = useUser().role === 'client'
  const one = useEnding(endOne, 'The session was ended.')
  const others = useEnding(() => call(api.auth.sessions['end-others'].$post()), 'All other sessions were ended.')
  const here = useMutation({ mutationFn: () => signOut() })
  useRefetchOn(['session.revoked'], sessionsQuery.queryKey)
  const loading = (
    <SkeletonGroup label="Loading sessions" className="grid gap-2 p-5" items={['h-4 w-2/5', 'h-4 w-3/5']} />
  )
  return (
    <Card title="Sessions" description="Where you are signed in. Ending a session signs it out at once." padded={false}>
      <QueryView query={query} failure="Failed to load sessions" loading={loading}>
        {({ items }) => (
          <>
            <ul className="divide-y divide-base-300">
              {items.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  busy={session.current ? here.isPending : one.isPending && one.variables === session.id}
                  onEnd={() => (session.current ? here.mutate() : one.mutate(session.id))}
                />
              ))}
            </ul>
            {items.length > 1 || isClient ? (
              <div className="flex flex-wrap items-center justify-end gap-4 border-base-300 border-t px-5 py-4">
                {isClient ? (
                  <p className="min-w-60 flex-1 text-base-content/70 text-sm">
                    Signing out any other device also ends the links in your emails and those that you made for other
                    people.
                  </p>
                ) : null}
                <Button busy={others.isPending} busyLabel="Signing out..." onClick={() => others.mutate(undefined)}>
                  Sign out all others
                </Button>
              </div>
            ) : null}
          </>
        )}
      </QueryView>
    </Card>
  )
}
