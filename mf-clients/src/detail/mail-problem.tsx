import type { ClientMail } from '@portal/contract/mail'
import { Button } from '@portal/kit/ui/button'
import { mediumDate } from '@portal/kit/ui/time'
import { api, call, toastProblem, toastSuccess } from '@portal/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import { clientKeys } from '../queries/clients.ts'

export interface MailProblemProps {
  clientId: string
  onEdit: () => void
}

/** Reads whether mail reaches the client. Its key extends the client's, so both refresh together. */
const mailQuery = (id: string) =>
  queryOptions({
    queryKey: [...clientKeys.detail(id), 'mail'] as const,
    queryFn: ({ signal }): Promise<ClientMail> =>
      call(api['firm-mail'].clients[':id'].$get({ param: { id } }, { init: { signal } })),
  })

const TEXTS = {
  bounced: { title: 'Mail to this client bounces', advice: 'Check the address, and change it if it is wrong.' },
  complained: {
    title: 'This client marked your mail as spam',
    advice: 'Ask them, by phone or chat, whether they want mail from you before you try again.',
  },
} as const

/** Shows a mail delivery problem and what to do about it, if there is one. */
export function MailProblem({ clientId, onEdit }: MailProblemProps) {
  const cache = useQueryClient()
  const { data } = useQuery(mailQuery(clientId))
  const retry = useMutation({
    mutationFn: () => call(api['firm-mail'].clients[':id']['try-again'].$post({ param: { id: clientId } })),
    onSuccess: () => toastSuccess('Trying again', 'Mail is sent to this address again.'),
    onError: (error) => toastProblem(error, 'Failed to try again'),
    onSettled: () => cache.invalidateQueries({ queryKey: mailQuery(clientId).queryKey }),
  })
  const problem = data?.problem
  if (!problem) return null
  const { title, advice } = TEXTS[problem.kind]
  const held =
    problem.held === 1 ? ' One mail was held back.' : problem.held > 1 ? ` ${problem.held} mails were held back.` : ''
  return (
    <div
      role="status"
      className="mb-6 flex gap-3 rounded-field border border-warning/50 bg-warning/10 px-4 py-3 text-sm"
    >
      <MailWarning className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="wrap-anywhere mt-0.5 text-base-content/80">
          {mediumDate(problem.at)}: {problem.reason} {advice} Until then, only sign-in mail is sent.{held}
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
    </div>
  )
}
