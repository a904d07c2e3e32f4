import { Card } from '@portal/kit/ui/card'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { Switch } from '@portal/kit/ui/switch'
import { api, call, invalidateSoon, toastProblem } from '@portal/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { senderQuery } from './queries.ts'

/** Returns a change of the setting, which is rolled back if it fails. */
function useChange() {
  const client = useQueryClient()
  const { queryKey } = senderQuery
  const show = (on: boolean) => client.setQueryData(queryKey, (old) => old && { ...old, one_tap_links: on })
  return useMutation({
    mutationFn: (on: boolean) => call(api['firm-mail']['one-tap-links'].$put({ json: { on } })),
    onMutate: async (on) => {
      await client.cancelQueries({ queryKey })
      show(on)
    },
    onError: (error, on) => {
      show(!on)
      toastProblem(error)
    },
    onSettled: () => invalidateSoon(queryKey, client),
  })
}

/** Turns the links with which clients sign in from an email on or off, for the firm. */
export function OneTapCard() {
  const change = useChange()
  const loading = <SkeletonGroup label="Loading email links" items={['h-9 w-3/5']} />
  return (
    <Card title="Links in emails to your clients" description="For all clients of your firm.">
      <QueryView query={useQuery(senderQuery)} failure="Failed to load email links" loading={loading}>
        {({ one_tap_links }) => (
          <Switch
            label="Clients continue from an email without a password"
            help={
              'A link works for 7 days, on the device that opens it first. On another device, clients enter a code ' +
              'from a second email. Two-step verification is still required. When this is off, clients sign in. ' +
              'Turning it off signs out those who came by a link.'
            }
            checked={one_tap_links}
            onChange={(on) => change.mutate(on)}
          />
        )}
      </QueryView>
    </Card>
  )
}
