import { isBlank } from '@portal/contract/text'
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
  const { client_id, day, subject, text } = followUp
  const draft = useDraft(`follow-up.${client_id}.${day}`, { subject, text })
  const done = (): void => {
    draft.discard()
    onClose()
  }
  const time = clientTime(followUp.at, followUp.time_zone)
  const param = { id: client_id, day }
  const days = api['follow-ups'].clients[':id'].days[':day']
  const put = (json: { subject: string; text: string }) => call(days.$put({ param, json }))
  const isOwn = followUp.source === 'bookkeeper'
  const save = useFollowUpChange(() => put(draft.value), 'Follow-up updated', {
    onDone: done,
    undo: () => (isOwn ? put({ subject, text }) : call(days.$delete({ param }))),
  })
  const reset = useFollowUpChange(() => call(days.$delete({ param })), "The agent's text has been restored", {
    onDone: done,
    undo: () => put({ subject, text }),
  })
  const blank = isBlank(draft.value.subject) || isBlank(draft.value.text)
  const busy = save.isPending || reset.isPending
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={draft}
      busy={busy}
      title="Edit Follow-up"
      description={`Sent to ${followUp.client_name} by chat and email on ${time}.`}
      footer={
        <>
          {followUp.source === 'bookkeeper' ? (
            <Button variant="quiet" busy={reset.isPending} onClick={() => reset.mutate()} className="sm:mr-auto">
              Use the agent’s text
            </Button>
          ) : null}
          <CancelButton />
          <Button variant="primary" disabled={blank} busy={save.isPending} onClick={() => save.mutate()}>
            Save Text
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField label="Subject" {...draft.field('subject')} maxLength={FOLLOW_UP_SUBJECT_MAX} required />
        <TextArea label="Text" {...draft.field('text')} maxLength={FOLLOW_UP_TEXT_MAX} rows={8} required />
      </div>
    </Dialog>
  )
}
