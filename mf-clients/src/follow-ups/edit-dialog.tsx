import type { FollowUp } from '@portal/contract/agent'
import { FOLLOW_UP_SUBJECT_MAX, FOLLOW_UP_TEXT_MAX } from '@portal/contract/limits'
import { Button } from '@portal/kit/ui/button'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { TextArea, TextField } from '@portal/kit/ui/fields'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { api, call } from '@portal/sdk'
import { useFollowUpChange } from './queries.ts'
import { clientTime } from './reasons.ts'

/** Edits the text of a planned message. */
export function EditFollowUp({ followUp, onClose }: { followUp: FollowUp; onClose: () => void }) {
  const draft = useDraft(`follow-up.${followUp.client_id}.${followUp.day}`, {
    subject: followUp.subject,
    text: followUp.text,
  })
  const { subject, text } = draft.value
  const done = (): void => {
    draft.discard()
    onClose()
  }
  const time = clientTime(followUp.at, followUp.time_zone)
  const param = { id: followUp.client_id, day: followUp.day }
  const days = api['follow-ups'].clients[':id'].days[':day']
  const save = useFollowUpChange(() => call(days.$put({ param, json: { subject, text } })), 'Follow-up updated', done)
  const reset = useFollowUpChange(() => call(days.$delete({ param })), "The agent's text has been restored", done)
  const blank = subject.trim() === '' || text.trim() === ''
  const busy = save.isPending || reset.isPending
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={draft}
      busy={busy}
      title="Edit Follow-up"
      description={`Sent to ${followUp.client_name} by chat and mail on ${time}.`}
      footer={
        <>
          {followUp.source === 'bookkeeper' ? (
            <Button variant="quiet" busy={reset.isPending} onClick={() => reset.mutate(undefined)} className="mr-auto">
              Use the agent’s text
            </Button>
          ) : null}
          <CancelButton />
          <Button variant="primary" disabled={blank} busy={save.isPending} onClick={() => save.mutate(undefined)}>
            Save Text
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label="Subject"
          value={subject}
          onChange={(next) => draft.set({ subject: next })}
          maxLength={FOLLOW_UP_SUBJECT_MAX}
          required
        />
        <TextArea
          label="Text"
          value={text}
          onChange={(next) => draft.set({ text: next })}
          maxLength={FOLLOW_UP_TEXT_MAX}
          rows={8}
          required
        />
      </div>
    </Dialog>
  )
}
