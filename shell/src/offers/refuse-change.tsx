import type { EmailChange } from '@portal/contract/sessions'
import { Button } from '@portal/kit/ui/button'
import { api, call, queryClient, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { recordsQuery } from './queries.ts'

/** Refuses a change of the email address. */
export function RefuseChange({ change, onDone }: { change: EmailChange; onDone?: (() => void) | undefined }) {
  const refuse = useMutation({
    mutationFn: () => call(api.auth['email-changes'][':id'].refuse.$post({ param: { id: change.id } })),
    onSuccess: () => {
      toastSuccess('Request refused', `You keep signing in with ${change.from}.`)
      onDone?.()
    },
    onError: (error) => toastProblem(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: recordsQuery.queryKey }),
  })
  return (
    <Button size="sm" busy={refuse.isPending} busyLabel="Refusing..." onClick={() => refuse.mutate()}>
      Refuse
    </Button>
  )
}
