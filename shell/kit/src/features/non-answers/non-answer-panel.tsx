import type { WorkformField } from '@portal/contract/fields'
import { known, knownText } from '@portal/contract/known'
import { NON_ANSWER_NOTE_MAX } from '@portal/contract/limits'
import { NON_ANSWER_TEXTS, type NonAnswerReason } from '@portal/contract/non-answer-texts'
import type { NonAnswer } from '@portal/contract/non-answers'
import { Button } from '../../ui/button.tsx'
import { Star } from '../../ui/field-layout.tsx'
import { TextField } from '../../ui/fields.tsx'
import type { Ref } from 'react'

/** Labels of the notes. A client who does not understand a question has asked in the chat instead. */
const NOTE_LABELS: Readonly<Record<Exclude<NonAnswerReason, 'dont_understand'>, string>> = {
  dont_have: 'Why not, or what do you have instead? (optional)',
  not_applicable: 'Why does it not apply? (optional)',
  someone_else: 'Who has it? (optional)',
}

export interface NonAnswerPanelProps {
  ref: Ref<HTMLDivElement>
  field: WorkformField
  nonAnswer: NonAnswer
  onNote: (note: string) => void
  /** Called when the client wants to answer after all. */
  onAnswerInstead: () => void
}

/** Shows why a field has no answer, in place of its control. */
export function NonAnswerPanel({ ref, field, nonAnswer, onNote, onAnswerInstead }: NonAnswerPanelProps) {
  const { reason, note } = nonAnswer
  const text = knownText(NON_ANSWER_TEXTS, reason)
  return (
    <div ref={ref} role="group" tabIndex={-1} aria-label={`${field.name}: ${text}`}>
      <p className="mb-1.5 wrap-anywhere font-medium text-sm">
        {field.name}
        <Star required={field.required} />
      </p>
      <div className="grid grid-cols-1 gap-3 rounded-field border border-base-content/30 border-dashed p-3">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="font-medium text-sm">{text}</p>
          <Button size="sm" onClick={onAnswerInstead}>
            Answer instead
          </Button>
        </div>
        {reason === 'dont_understand' ? (
          <p className="text-base-content/80 text-sm">
            Your bookkeeper has received your question. The answer will appear below and in the chat.
          </p>
        ) : (
          <TextField
            label={known(NOTE_LABELS, reason) ?? 'Note (optional)'}
            value={note}
            onChange={onNote}
            maxLength={NON_ANSWER_NOTE_MAX}
            autoComplete="off"
          />
        )}
      </div>
    </div>
  )
}
