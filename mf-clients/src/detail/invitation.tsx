import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { api, call, idempotent, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'

export interface InvitationProps {
  client: { id: string; email: string; declined: boolean }
}

/** Offers to resend the invitation, or says that the client declined it. */
export function Invitation({ client }: InvitationProps) {
  if (!client.declined) return <Resend client={client} />
  return (
    <p className="mt-5 rounded-field border border-warning/50 bg-warning/10 px-4 py-3 text-sm">
      This person has declined to become your client. They receive no more mail from you, and you cannot assign
      workforms to them.
    </p>
  )
}

function Resend({ client }: InvitationProps) {
  const resend = useMutation({
    mutationFn: () => call(api.clients[':id'].invitation.$post({ param: { id: client.id } }, idempotent())),
    onSuccess: () =>
      toastSuccess('Invitation sent', `A new link is on its way to ${client.email}. Earlier links no longer work.`),
    onError: (error) => toastProblem(error, 'Failed to send invitation'),
  })
  return (
    <div
      className={cx(
        'mt-5 flex flex-col gap-3 rounded-field bg-base-200 px-4 py-3 text-sm',
        'sm:flex-row sm:items-center sm:justify-between',
      )}
    >
      <p className="text-base-content/80">This client has not set a password yet.</p>
      <Button
        size="sm"
        icon={<Send className="size-3.5" />}
        busy={resend.isPending}
        busyLabel="Sending..."
        onClick={() => resend.mutate()}
      >
        Resend invitation
      </Button>
    </div>
  )
}
