import type { FollowUp } from '@portal/contract/agent'
import { FOLLOW_UP_SUBJECT_MAX, FOLLOW_UP_TEXT_MAX } from '@portal/contract/limits'
import { Button } from '@portal/kit/button'
import { Dialog } from '@portal/kit/dialog'
import { TextArea, TextField } from '@portal/kit/fields'
import { api, call } from '@portal/sdk'
import { useState } from 'react'
import { useChange } from './queries.ts'
import { clientTime } from './why.ts'

/** The text of a planned message, for the bookkeeper to change. */
export function EditFollowUp({ followUp, onClose }: { followUp: FollowUp; onClose: () => void }) {
  const [subject, setSubject] = useState(followUp.subject)
  const [text, setText] = useState(followUp.text)
  const param = { id: followUp.client_id, day: followUp.day }
  const days = api['follow-ups'].clients[':id'].days[':day']
  const save = useChange(() => call(days.$put({ param, json: { subject, text } })), 'Follow-up updated', onClose)
  const reset = useChange(() => call(days.$delete({ param })), "The agent's text is back", onClose)
  const blank = subject.trim() === '' || text.trim() === ''
  const busy = save.isPending || reset.isPending
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title="Edit Follow-up"
      description={`Goes to ${followUp.client_name} by chat and mail on ${clientTime(followUp.at, followUp.time_zone)}.`}
      footer={
        <>
          {followUp.source === 'bookkeeper' ? (
            <Button variant="quiet" busy={reset.isPending} onClick={() => reset.mutate(undefined)} className="mr-auto">
              Use the agent’s text
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={blank} busy={save.isPending} onClick={() => save.mutate(undefined)}>
            Save Text
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField label="Subject" value={subject} onChange={setSubject} maxLength={FOLLOW_UP_SUBJECT_MAX} required />
        <TextArea label="Text" value={text} onChange={setText} maxLength={FOLLOW_UP_TEXT_MAX} rows={8} required />
      </div>
    </Dialog>
  )
}
