import { Button } from '@portal/kit/ui/button'
import { api, call, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'

/** For an account that was made through a sign-in provider: how it gets a password. */
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
