import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { Notice } from '@portal/kit/ui/notice'
import { newIdempotencyKey } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SectionContent } from '../draft/draft-answers.ts'
import type { DraftKeeper } from '../draft/draft-keeper.ts'
import { fixedIn } from '../fixes/fixed-in.ts'
import { AnswerList } from './answer-list.tsx'
import { SubmissionDialog } from './submission-dialog.tsx'
import { submissionFailed, submitSection } from './submit.ts'

export interface SubmitDialogProps {
  detail: PortalSectionDetail
  content: SectionContent
  keeper: DraftKeeper
  onClose: () => void
  onSubmitted: () => void
}

/** Shows what will be sent and submits it. Mount it to open it. */
export function SubmitDialog({ detail, content, keeper, onClose, onSubmitted }: SubmitDialogProps) {
  const [key] = useState(newIdempotencyKey)
  const submission = useMutation({
    mutationFn: () => submitSection({ detail, content, keeper, key }),
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
      notice={<Unchanged detail={detail} content={content} />}
    >
      <AnswerList fields={detail.fields} {...content} />
    </SubmissionDialog>
  )
}

/** Names the answers that were sent back and are still the same. The client may have explained them in the chat. */
function Unchanged({ detail, content }: Pick<SubmitDialogProps, 'detail' | 'content'>) {
  const fixed = fixedIn(detail, content)
  const unchanged = detail.to_fix.filter((fix) => !fixed.includes(fix))
  if (unchanged.length === 0) return null
  return (
    <Notice tone="warning" className="mb-4 wrap-anywhere">
      You have not changed {unchanged.map(({ question }) => `“${question}”`).join(', ')}, which your bookkeeper asked
      you to fix.
    </Notice>
  )
}
