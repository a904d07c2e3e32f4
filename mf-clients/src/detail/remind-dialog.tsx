import { known } from '@portal/contract/known'
import { isBlank } from '@portal/contract/text'
import { FOLLOW_UP_SUBJECT_MAX, FOLLOW_UP_TEXT_MAX } from '@portal/contract/limits'
import { REMINDER_CAUTIONS, REMINDER_REFUSALS } from '@portal/contract/reminder-texts'
import type { Reminder } from '@portal/contract/reminders'
import { proposeText } from '@portal/kit/features/chat/proposed-text'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { Button } from '@portal/kit/ui/button'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { TextArea, TextField } from '@portal/kit/ui/fields'
import { Notice } from '@portal/kit/ui/notice'
import { QueryError, SkeletonGroup } from '@portal/kit/ui/states'
import { dateAndTime, weekdayAndDate } from '@portal/kit/ui/time'
import { api, call, idempotent, newIdempotencyKey, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshFollowUps } from '../follow-ups/queries.ts'
import { refreshClient } from '../queries/live.ts'
import { useResendInvitation } from './notices.tsx'
import { reminderQuery } from './record-queries.ts'

export interface RemindDialogProps {
  client: { id: string; name: string; email: string }
  onClose: () => void
}

const TITLE = 'Remind Now'

/** Shows the reminder that a client would get now, to edit and send, or why there is none. */
export function RemindDialog({ client, onClose }: RemindDialogProps) {
  const reminder = useQuery(reminderQuery(client.id))
  const resend = useResendInvitation(client)
  const { data } = reminder
  if (data && !data.refusal) return <ReminderForm client={client} reminder={data} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      busy={resend.isPending}
      title={TITLE}
      footer={
        <>
          <CancelButton>Close</CancelButton>
          {data?.refusal === 'not_signed_up' ? (
            <Button
              variant="primary"
              busy={resend.isPending}
              busyLabel="Sending..."
              onClick={() => resend.mutate(undefined, { onSuccess: onClose })}
            >
              Send invitation
            </Button>
          ) : null}
        </>
      }
    >
      {data?.refusal ? (
        <>
          <Notice tone="info">{known(REMINDER_REFUSALS, data.refusal) ?? 'This client cannot be reminded now.'}</Notice>
          <LastReminder at={data.last_at} />
        </>
      ) : reminder.error ? (
        <QueryError title="The reminder cannot be shown" query={reminder} />
      ) : (
        <SkeletonGroup label="Loading reminder" items={['h-10 w-full', 'mt-4 h-40 w-full']} />
      )}
    </Dialog>
  )
}

function LastReminder({ at }: { at: string | null }) {
  return (
    <p className="mt-3 text-base-content/70 text-sm">
      {at ? `Last reminder: ${dateAndTime(at)}.` : 'This client has not been reminded yet.'}
    </p>
  )
}

/** Sends the reminder, and refreshes what depends on it. */
function useSend({ client, onClose }: RemindDialogProps, { version, caution }: Reminder, onSent: () => void) {
  const cache = useQueryClient()
  const [key] = useState(newIdempotencyKey)
  return useMutation({
    mutationFn: (text: { subject: string; text: string }) => {
      const json = { ...text, version, anyway: caution !== null }
      return call(api['follow-ups'].clients[':id'].reminder.$post({ param: { id: client.id }, json }, idempotent(key)))
    },
    onSuccess: () => {
      toastSuccess('Reminder sent', `${client.name} gets it by chat and email.`)
      onSent()
      onClose()
    },
    onError: (error) => {
      toastProblem(error, 'Failed to send the reminder')
      void cache.invalidateQueries({ queryKey: reminderQuery(client.id).queryKey })
    },
    onSettled: () => {
      refreshFollowUps(cache)
      void refreshClient(cache, client.id)
    },
  })
}

function ReminderForm({ client, reminder, onClose }: RemindDialogProps & { reminder: Reminder }) {
  const { subject, text, caution, promised, last_at } = reminder
  const navigate = useNavigate()
  const draft = useDraft(`reminder.${client.id}`, { subject, text })
  const send = useSend({ client, onClose }, reminder, draft.discard)
  const blank = isBlank(draft.value.subject) || isBlank(draft.value.text)
  const writeMessage = (): void => {
    proposeText(client.id, draft.value.text)
    draft.discard()
    void navigate({ to: '/chat', search: { client: client.id } })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={draft}
      busy={send.isPending}
      title={TITLE}
      description={`Sent to ${client.name} by chat and email. It counts as a follow-up.`}
      footer={
        <>
          <Button variant="quiet" className="sm:mr-auto" disabled={blank} onClick={writeMessage}>
            Continue in chat
          </Button>
          <CancelButton />
          <Button
            variant="primary"
            disabled={blank}
            busy={send.isPending}
            busyLabel="Sending..."
            onClick={() => send.mutate(draft.value)}
          >
            {caution ? 'Send anyway' : 'Send reminder'}
          </Button>
        </>
      }
    >
      {caution ? (
        <Notice tone="warning" role="status" className="mb-4">
          {promised
            ? `${client.name} has promised to send it by ${weekdayAndDate(promised)}.`
            : (known(REMINDER_CAUTIONS, caution) ?? 'The agent would not remind this client now.')}{' '}
          You can send the reminder anyway.
        </Notice>
      ) : null}
      <div className="flex flex-col gap-4">
        <TextField label="Subject" {...draft.field('subject')} maxLength={FOLLOW_UP_SUBJECT_MAX} required />
        <TextArea label="Text" {...draft.field('text')} maxLength={FOLLOW_UP_TEXT_MAX} rows={10} required />
      </div>
      <LastReminder at={last_at} />
    </Dialog>
  )
}
