import { Button } from '@portal/kit/ui/button'
import { api, call } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import type { LinkAddress } from './address.ts'
import { Failure } from './failure.tsx'

const WHY =
  'Links in emails work for 7 days, and end earlier when you set a new password or sign out your other devices. ' +
  'We can send a new one to the address that this email was sent to.'
// Does not reveal whether the portal knows the link.
const SENT =
  'If this link once worked, a new one comes to the same address in a minute. If none comes, ask your bookkeeper.'

/** Explains that a link no longer works, and offers to mail a new one. */
export function ExpiredLink({ token, path }: LinkAddress) {
  const renew = useMutation({
    mutationFn: () => call(api.auth['one-tap'].renew.$post({ json: { token, path } })),
  })
  if (token === '')
    return (
      <div className="text-center">
        <h2 className="font-semibold">This link is incomplete</h2>
        <p className="mt-1 text-base-content/70 text-sm">Please open it from the email again, or sign in below.</p>
      </div>
    )
  return (
    <div className="text-center">
      <h2 className="font-semibold">{renew.isSuccess ? 'Check your email' : 'This link no longer works'}</h2>
      <p role="status" className="mt-1 text-base-content/70 text-sm leading-relaxed">
        {renew.isSuccess ? SENT : WHY}
      </p>
      {renew.isSuccess ? null : (
        <div className="mt-5 grid gap-3">
          <Button
            variant="primary"
            className="w-full"
            busy={renew.isPending}
            busyLabel="Sending..."
            onClick={() => renew.mutate()}
          >
            Email me a new link
          </Button>
          <Failure error={renew.error} />
        </div>
      )}
    </div>
  )
}
