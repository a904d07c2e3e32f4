import type { ClientDetail } from '@portal/contract/clients'
import { known } from '@portal/contract/known'
import type { ClientMail } from '@portal/contract/mail'
import { Button } from '@portal/kit/ui/button'
import { EmailText } from '@portal/kit/ui/email-text'
import { Notice } from '@portal/kit/ui/notice'
import { mediumDate } from '@portal/kit/ui/time'
import { api, call, idempotent, toastProblem, toastSuccess } from '@portal/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailWarning, Send } from 'lucide-react'
import { clientKeys } from '../queries/clients.ts'

/** Reads whether mail reaches the client. Its key extends the client's, so both refresh together. */
const mailQuery = (id: string) =>
  queryOptions({
    queryKey: [...clientKeys.detail(id), 'mail'] as const,
    queryFn: ({ signal }): Promise<ClientMail> =>
      call(api['firm-mail'].clients[':id'].$get({ param: { id } }, { init: { signal } })),
  })

const MAIL_PROBLEMS = {
  bounced: { title: 'Email to this client bounces', advice: 'Check the address, and change it if it is wrong.' },
  complained: {
    title: 'This client marked your email as spam',
    advice: 'Ask them, by phone or chat, whether they want email from you before you try again.',
  },
} as const
const OTHER_PROBLEM = { title: 'Email to this client is not delivered', advice: 'Check the address.' }

/** Shows a mail delivery problem and what to do about it, if there is one. */
export function MailProblem({ clientId, onEdit }: { clientId: string; onEdit: () => void }) {
  const cache = useQueryClient()
  const { data } = useQuery(mailQuery(clientId))
  const retry = useMutation({
    mutationFn: () => call(api['firm-mail'].clients[':id']['try-again'].$post({ param: { id: clientId } })),
    onSuccess: () => toastSuccess('Trying again', 'Email is sent to this address again.'),
    onError: (error) => toastProblem(error, 'Failed to try again'),
    onSettled: () => cache.invalidateQueries({ queryKey: mailQuery(clientId).queryKey }),
  })
  const problem = data?.problem
  if (!problem) return null
  const { title, advice } = known(MAIL_PROBLEMS, problem.kind) ?? OTHER_PROBLEM
  const held = problem.held === 1 ? 'One email was' : `${problem.held} emails were`
  return (
    <Notice tone="warning" role="status" className="mb-6 flex gap-3">
      <MailWarning className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="wrap-anywhere mt-0.5 text-base-content/80">
          {mediumDate(problem.at)}: {problem.reason} {advice} Until then, only emails for signing in are sent.
          {problem.held > 0 ? ` ${held} held back.` : null}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" onClick={onEdit}>
            Change address
          </Button>
          <Button size="sm" busy={retry.isPending} busyLabel="Trying..." onClick={() => retry.mutate()}>
            Try again
          </Button>
        </div>
      </div>
    </Notice>
  )
}

const EMAIL_CHANGES = {
  waiting: 'Waiting for confirmation: the client has been asked to confirm',
  refused: 'The client refused to change their address to',
  expired: 'The client did not confirm in time',
} as const

/** Shows the state of an address change that the client was asked to confirm. */
export function EmailChange({ change }: { change: NonNullable<ClientDetail['email_change']> }) {
  const { email, asked_at, state } = change
  const requested = mediumDate(asked_at)
  return (
    <Notice tone="info" className="mt-5">
      {known(EMAIL_CHANGES, state) ?? 'The client was asked to change their address to'}{' '}
      <EmailText email={email} className="font-medium" /> (requested {requested}).{' '}
      {state === 'waiting' ? 'Until then, email and sign-in' : 'Email and sign-in still'} use the current address.
    </Notice>
  )
}

/** Sends the invitation of a client again. */
export const useResendInvitation = (client: { id: string; email: string }) =>
  useMutation({
    mutationFn: () => call(api.clients[':id'].invitation.$post({ param: { id: client.id } }, idempotent())),
    onSuccess: () =>
      toastSuccess('Invitation sent', `A new link is on its way to ${client.email}. Earlier links no longer work.`),
    onError: (error) => toastProblem(error, 'Failed to send invitation'),
  })

/** Offers to resend the invitation, or says that the client declined it. */
export function Invitation({ client }: { client: { id: string; email: string; declined: boolean } }) {
  const resend = useResendInvitation(client)
  if (client.declined)
    return (
      <Notice tone="warning" className="mt-5">
        This person has declined to become your client. They receive no more email from you, and you cannot assign
        workforms to them.
      </Notice>
    )
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3 rounded-field bg-base-200 px-4 py-3 text-sm">
      <p className="text-base-content/80">This client has not signed up yet.</p>
      <Button size="sm" icon={<Send />} busy={resend.isPending} busyLabel="Sending..." onClick={() => resend.mutate()}>
        Resend invitation
      </Button>
    </div>
  )
}
