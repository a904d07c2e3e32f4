import { Button } from '@portal/kit/ui/button'
import { api, call, errorMessage, isApiError } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Notice } from './auth-layout.tsx'

/** Links in mails to bookkeepers and operators. Button and outcome are shown above the sign-in form. */

const isInvalidLink = (error: unknown): boolean =>
  isApiError(error, 'invalid_link') || isApiError(error, 'invalid_input')

function Failure({ error, invalid, title }: { error: unknown; invalid: string; title: string }) {
  return (
    <Notice tone="error">
      <strong className="block font-semibold">{isInvalidLink(error) ? 'Invalid or Expired Link' : title}</strong>
      {isInvalidLink(error) ? invalid : errorMessage(error)}
    </Notice>
  )
}

interface MailedLinkProps<T> {
  text: string
  label: string
  busyLabel: string
  use: () => Promise<T>
  done: (answer: T) => ReactNode
  invalid: string
  title: string
}

/** Uses a mailed link with a button, because mail scanners open links and run scripts, and must confirm nothing. */
function MailedLink<T>({ text, label, busyLabel, use, done, invalid, title }: MailedLinkProps<T>) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: use })
  if (data) return <Notice tone="success">{done(data)}</Notice>
  return (
    <>
      {error ? <Failure error={error} invalid={invalid} title={title} /> : null}
      {isInvalidLink(error) ? null : (
        <Notice tone="info">
          <p>{text}</p>
          <Button variant="primary" className="mt-3" busy={isPending} busyLabel={busyLabel} onClick={() => mutate()}>
            {label}
          </Button>
        </Notice>
      )}
    </>
  )
}

/** Confirms the email address of a bookkeeper. */
export function Confirmation({ token }: { token: string }) {
  return (
    <MailedLink
      text={
        'One step is left before you can sign in as a bookkeeper. ' +
        'If you did not sign up, or were invited as a client, close this page.'
      }
      label="Confirm email address"
      busyLabel="Confirming..."
      use={() => call(api.auth.confirm.$post({ json: { token } }))}
      done={({ awaiting_approval: isWaiting }) =>
        isWaiting
          ? 'Your email is confirmed. Your account is waiting for approval: ' +
            'you will get an email as soon as you can sign in.'
          : 'Your email is confirmed. You can sign in now.'
      }
      invalid="This link is no longer valid. If you have already confirmed your email, sign in."
      title="Email not confirmed"
    />
  )
}

/** Confirms the reply address of a firm. */
export function ReplyToConfirmation({ token }: { token: string }) {
  return (
    <MailedLink
      text="A firm wants to receive replies at your address. The email that brought you here says which firm."
      label="Confirm address for replies"
      busyLabel="Confirming..."
      use={() => call(api['firm-mail']['reply-to'].confirm.$post({ json: { token } }))}
      done={() => "The address is confirmed. Replies to the firm's emails will go there."}
      invalid="This link is no longer valid. Save the reply-to address in the profile again for a new one."
      title="Address not confirmed"
    />
  )
}

/** Approves a sign-up. */
export function Approval({ token }: { token: string }) {
  return (
    <MailedLink
      text="A bookkeeper is waiting for your approval. The email that brought you here says who it is."
      label="Approve sign-up"
      busyLabel="Approving..."
      use={() => call(api.auth.approve.$post({ json: { token } }))}
      done={({ email }) => `${email} is approved and can sign in now.`}
      invalid="This sign-up is already approved, or the link has expired."
      title="Not approved"
    />
  )
}

/** Makes this browser known to an account, so that its owner does not wait with strangers. */
export function KnownBrowser({ token }: { token: string }) {
  return (
    <MailedLink
      text="Someone keeps trying to sign in to your account, so new browsers have to wait. This one need not."
      label="Use this browser"
      busyLabel="Saving..."
      use={() => call(api.auth['known-browsers'].$post({ json: { token } }))}
      done={() => 'This browser no longer has to wait. Sign in now.'}
      invalid="This link is no longer valid. If you still have to wait when you sign in, you get a new one by email."
      title="Not saved"
    />
  )
}
