import { toastProblem, toastSuccess } from '@portal/sdk'
import { hashKey, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { canaryQuery, statesQuery } from './queries.ts'

/**
 * Refreshes the page. The states come first, because they tell whether a canary is still running: reading one that has
 * ended fails.
 */
async function refresh(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: statesQuery.queryKey })
  const states = client.getQueryData(statesQuery.queryKey)?.items ?? []
  const skipped = [statesQuery, ...states.filter(({ canary }) => !canary).map(({ name }) => canaryQuery(name))]
  const hashes = new Set(skipped.map(({ queryKey }) => hashKey(queryKey)))
  await client.invalidateQueries({ queryKey: ['operator'], predicate: ({ queryHash }) => !hashes.has(queryHash) })
}

/**
 * Runs a change of a remote, shows the outcome and refreshes the page. After a failure, too: another operator may have
 * come first.
 */
export function useRemoteAction<T>(run: (input: T) => Promise<unknown>, done: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: () => {
      toastSuccess(done)
      onDone()
    },
    onError: (error) => toastProblem(error),
    onSettled: () => refresh(client),
  })
}
