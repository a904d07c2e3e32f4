import { Button } from '@portal/kit/ui/button'
import { api, call, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'

/** Sends a link to set the first password of an account that was created through a sign-in provider. */
export function SetPassword({ email }: { email: string }) {
  const ask = useMutation({
    mutationFn: () => call(api.auth.password['reset-request'].$post({ json: { email } })),
    onSuccess: () => toastSuccess('Reset Email Sent', 'Check your email for password reset instructions.'),
    onError: (error) => toastProblem(error, 'Reset Failed'),
  })
  return (
    <Button busy={ask.isPending} onClick={() => ask.mutate()}>
      Email Me a Link
    </Button>
  )
}
