import { Button } from '@portal/kit/ui/button'
import { Spinner } from '@portal/kit/ui/states'
import { api, call, errorMessage, isApiError } from '@portal/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Notice } from './auth-layout.tsx'

/** What the links in mails to bookkeepers and operators lead to, above the sign-in form. */

const isDead = (error: unknown): boolean => isApiError(error, 'invalid_link') || isApiError(error, 'invalid_input')

function Failure({ error, dead, title }: { error: unknown; dead: string; title: string }) {
  return (
    <Notice tone="bad">
      <strong className="block font-semibold">{isDead(error) ? 'Invalid or Expired Link' : title}</strong>
      {isDead(error) ? dead : errorMessage(error)}
    </Notice>
  )
}

interface OneUseProps<T> {
  name: string
  token: string
  use: (token: string) => Promise<T>
  busy: string
  done: (answer: T) => ReactNode
  dead: string
  title: string
}

/** Uses a mailed link, once, and says what came of it. */
function OneUse<T>({ name, token, use, busy, done, dead, title }: OneUseProps<T>) {
  const { data, error, isPending } = useQuery({
    queryKey: [name, token],
    queryFn: () => use(token),
    // The link works once: asking again would only tell that it has been used.
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
  if (data) return <Notice tone="good">{done(data)}</Notice>
  return <Failure error={error} dead={dead} title={title} />
}

/** Confirms a bookkeeper's address. */
export function Confirmation({ token }: { token: string }) {
  return (
    <OneUse
      name="confirm-email"
      token={token}
      use={(sent) => call(api.auth.confirm.$post({ json: { token: sent } }))}
      busy="Confirming your email"
      done={({ awaiting_approval: waits }) =>
        waits
          ? 'Your email is confirmed. Your account is waiting for approval: you will get an email as soon as you can sign in.'
          : 'Your email is confirmed. You can sign in now.'
      }
      dead="This link is no longer valid. If you have already confirmed your email, simply sign in."
      title="Email not confirmed"
    />
  )
}

/** Confirms the address to which answers to a firm's mails go. */
export function ReplyToConfirmation({ token }: { token: string }) {
  return (
    <OneUse
      name="confirm-reply-to"
      token={token}
      use={(sent) => call(api['firm-mail']['reply-to'].confirm.$post({ json: { token: sent } }))}
      busy="Confirming the address"
      done={() => "The address is confirmed. Answers to the firm's emails go there from now on."}
      dead="This link is no longer valid. Save the reply-to address in the profile again for a new one."
      title="Address not confirmed"
    />
  )
}

/** Lets the operator approve a sign-up. A press is needed: programs that look at the links in mails must not approve anybody. */
export function Approval({ token }: { token: string }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(api.auth.approve.$post({ json: { token } })),
  })
  if (data) return <Notice tone="good">{data.email} is approved and can sign in now.</Notice>
  return (
    <>
      {error ? (
        <Failure error={error} dead="This sign-up is already approved, or the link has expired." title="Not approved" />
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
