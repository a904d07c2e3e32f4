import { Button } from '@portal/kit/ui/button'
import { Spinner } from '@portal/kit/ui/states'
import { api, call, errorMessage, isApiError } from '@portal/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Notice } from './auth-layout.tsx'

/** Links in mails to bookkeepers and operators. Their outcome is shown above the sign-in form. */

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

interface OneTimeLinkProps<T> {
  name: string
  token: string
  use: (token: string) => Promise<T>
  busy: string
  done: (answer: T) => ReactNode
  invalid: string
  title: string
}

/** Uses a one-time link and shows the outcome. */
function OneTimeLink<T>({ name, token, use, busy, done, invalid, title }: OneTimeLinkProps<T>) {
  const { data, error, isPending } = useQuery({
    queryKey: [name, token],
    queryFn: () => use(token),
    // The link works once, so it must not be requested again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (isPending) {
    return (
      <Notice tone="info">
        <Spinner label={busy} className="mr-2 align-middle" /> {busy}…
      </Notice>
    )
  }
  if (data) return <Notice tone="success">{done(data)}</Notice>
  return <Failure error={error} invalid={invalid} title={title} />
}

/** Confirms the email address of a bookkeeper. */
export function Confirmation({ token }: { token: string }) {
  return (
    <OneTimeLink
      name="confirm-email"
      token={token}
      use={(sent) => call(api.auth.confirm.$post({ json: { token: sent } }))}
      busy="Confirming your email"
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
    <OneTimeLink
      name="confirm-reply-to"
      token={token}
      use={(sent) => call(api['firm-mail']['reply-to'].confirm.$post({ json: { token: sent } }))}
      busy="Confirming the address"
      done={() => "The address is confirmed. Replies to the firm's emails will go there."}
      invalid="This link is no longer valid. Save the reply-to address in the profile again for a new one."
      title="Address not confirmed"
    />
  )
}

/** Approves a sign-up. It needs a click, because mail scanners open links and must not approve anyone. */
export function Approval({ token }: { token: string }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(api.auth.approve.$post({ json: { token } })),
  })
  if (data) return <Notice tone="success">{data.email} is approved and can sign in now.</Notice>
  return (
    <>
      {error ? (
        <Failure
          error={error}
          invalid="This sign-up is already approved, or the link has expired."
          title="Not approved"
        />
      ) : null}
      <Notice tone="info">
        <p>A bookkeeper is waiting for your approval. The email that brought you here says who it is.</p>
        <Button size="sm" className="mt-3" busy={isPending} busyLabel="Approving..." onClick={() => mutate()}>
          Approve sign-up
        </Button>
      </Notice>
    </>
  )
}
