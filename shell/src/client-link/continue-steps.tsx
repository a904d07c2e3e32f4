import type { Challenge } from '@portal/contract/factors'
import type { OneTapLink } from '@portal/contract/one-tap'
import { Button } from '@portal/kit/ui/button'
import { api, call, isApiError, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeStep } from '../client-auth/code-step.tsx'
import { Emphasis } from '../sign-in/auth-layout.tsx'
import { SecondFactor } from '../sign-in/second-factor.tsx'
import { Failure } from './failure.tsx'
import { linkQuery } from './link-query.ts'
import { openLink, openWithCode } from './open-link.ts'
import { waitingText } from './waiting-text.ts'

export interface ContinueStepsProps {
  token: string
  link: OneTapLink
  /** Called when the session has begun. */
  onDone: () => void
}

/** Returns the actions of the page, and the challenge when a second factor is due. */
function useSteps({ token, link, onDone }: ContinueStepsProps) {
  const client = useQueryClient()
  const [challenge, setChallenge] = useState<Challenge>()
  const onSuccess = (due: Challenge | undefined): void => (due ? setChallenge(due) : onDone())
  // Another device may have used the link, or its owner revoked it, since the page was opened.
  const onError = (): void => void client.invalidateQueries({ queryKey: linkQuery(token).queryKey })
  const open = useMutation({ mutationFn: () => openLink(token, link), onSuccess, onError })
  const confirm = useMutation({
    mutationFn: (code: string) => openWithCode(token, code),
    onSuccess,
    onError: (error) => {
      toastProblem(error)
      if (!isApiError(error, 'invalid_code')) onError()
    },
  })
  const mail = useMutation({
    mutationFn: () => call(api.auth['one-tap'].code.$post({ json: { token } })),
    onSuccess: () => toastSuccess('Code Sent', 'We sent a 6-digit code to your email.'),
    onError,
  })
  return { open, confirm, mail, challenge, leave: () => setChallenge(undefined) }
}

/** Shows the firm whose mail has the link. Names can be long, and in any script. */
const FirmName = ({ name }: { name: string }) => (
  <p dir="auto" className="wrap-anywhere font-medium text-base-content text-sm">
    {name}
  </p>
)

/** Signs in the owner of a link: with one button, or on another device with a mailed code. */
export function ContinueSteps(props: ContinueStepsProps) {
  const { name, firm, email, needs_code, waiting } = props.link
  const { open, confirm, mail, challenge, leave } = useSteps(props)
  const [entersCode, setEntersCode] = useState(false)
  if (challenge) return <SecondFactor challenge={challenge} onDone={props.onDone} onLeave={leave} leaveLabel="Back" />
  if (entersCode)
    return (
      <CodeStep
        email={email}
        onCode={async (code) => {
          await confirm.mutateAsync(code).catch(() => undefined)
        }}
        onResend={async () => {
          await mail.mutateAsync().catch(toastProblem)
        }}
        onBack={() => setEntersCode(false)}
      />
    )
  return needs_code ? (
    <div className="grid gap-5 text-center">
      <p className="text-base-content/70 text-sm">
        This link was first opened on another device. To continue as <Emphasis>{name}</Emphasis> on this one, enter the
        code that we send to <Emphasis>{email}</Emphasis>.
      </p>
      <FirmName name={firm} />
      <Button
        variant="primary"
        busy={mail.isPending}
        busyLabel="Sending..."
        onClick={() => mail.mutate(undefined, { onSuccess: () => setEntersCode(true) })}
      >
        Email me a code
      </Button>
      <Failure error={mail.error} />
    </div>
  ) : (
    <div className="grid gap-4 text-center">
      <Button
        variant="primary"
        size="lg"
        className="wrap-anywhere h-auto min-h-12 w-full py-2"
        busy={open.isPending}
        busyLabel="Opening..."
        onClick={() => open.mutate()}
      >
        Continue as {name}
      </Button>
      <Failure error={open.error} />
      <div className="grid gap-1 text-base-content/70 text-sm">
        <FirmName name={firm} />
        {waiting ? <p>{waitingText(waiting)}</p> : null}
      </div>
    </div>
  )
}
