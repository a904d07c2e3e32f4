import { toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'

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
    onSettled: () => client.invalidateQueries({ queryKey: ['operator'] }),
  })
}
