import { type Answers, isAnswered, type WorkformField } from '@portal/contract/fields'
import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { AnswerView } from '@portal/kit/features/answers/answer-view'
import { newIdempotencyKey } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DraftKeeper } from '../draft/draft-keeper.ts'
import { SubmissionDialog } from './submission-dialog.tsx'
import { submissionFailed, submitSection } from './submit.ts'

export interface SubmitDialogProps {
  detail: PortalSectionDetail
  answers: Answers
  keeper: DraftKeeper
  onClose: () => void
  onSubmitted: () => void
}

/** Shows what will be sent and submits it. Mount it to open it. */
export function SubmitDialog({ detail, answers, keeper, onClose, onSubmitted }: SubmitDialogProps) {
  const [key] = useState(newIdempotencyKey)
  const submission = useMutation({
    mutationFn: () => submitSection({ detail, answers, keeper, key }),
    onSuccess: onSubmitted,
    onError: (error) => {
      submissionFailed(error, detail.assignment_id)
      onClose()
    },
  })
  // Stays busy after success, because it is about to be unmounted.
  const busy = submission.isPending || submission.isSuccess
  return (
    <SubmissionDialog
      title={`Submit ${detail.name}?`}
      onClose={onClose}
      onSubmit={() => submission.mutate()}
      busy={busy}
      submitLabel="Submit"
    >
      <AnswerList fields={detail.fields} answers={answers} />
    </SubmissionDialog>
  )
}

/** Lists answers and files; empty fields are named together at the end. */
export function AnswerList({ fields, answers }: { fields: readonly WorkformField[]; answers: Answers }) {
  const empty = fields.filter((field) => !isAnswered(answers[field.id]))
  return (
    <dl className="grid grid-cols-1 gap-4">
      {fields
        .filter((field) => !empty.includes(field))
        .map((field) => (
          <AnswerView key={field.id} field={field} answer={answers[field.id]} />
        ))}
      {empty.length > 0 ? (
        <div className="min-w-0 rounded-field bg-base-200/70 px-3 py-2.5">
          <dt className="font-medium text-sm">Left empty</dt>
          <dd className="mt-1 wrap-anywhere text-base-content/80 text-sm">
            {empty.map((field) => field.name).join(', ')}
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
