import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { toastSuccess, useUser } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ownerOf } from '../draft/local-drafts.ts'
import { writtenAnswers } from '../draft/registry.ts'
import { SubmissionDialog } from '../section/submission-dialog.tsx'
import { AnswerList } from '../section/answer-list.tsx'
import { contentOf } from '../section/validate.ts'
import { type Outcome, submissionsOf, submitAll } from './submit-all.ts'

export interface SubmitAllDialogProps {
  workform: string
  sections: readonly PortalSectionDetail[]
  onClose: () => void
}

/** Shows everything that will be sent, submits it, and reports the outcome of each section. Mount it to open it. */
export function SubmitAllDialog({ workform, sections, onClose }: SubmitAllDialogProps) {
  const owner = ownerOf(useUser())
  const [submissions] = useState(() => submissionsOf(sections))
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const outcomeOf = ({ assignment_id: id }: PortalSectionDetail): Outcome => outcomes[id] ?? 'waiting'
  const left = submissions.filter(({ detail }) => outcomeOf(detail) !== 'sent')
  const submission = useMutation({
    mutationFn: () => submitAll(owner, left, (id, outcome) => setOutcomes((before) => ({ ...before, [id]: outcome }))),
    onSuccess: (sent) => {
      if (sent < left.length) return
      toastSuccess('Sections submitted', `All ${submissions.length} sections were sent to your bookkeeper for review.`)
      onClose()
    },
  })
  const busy = submission.isPending
  const hasFailures = !busy && submission.isSuccess
  return (
    <SubmissionDialog
      size="lg"
      title={`Submit everything in ${workform}?`}
      onClose={onClose}
      onSubmit={() => submission.mutate()}
      busy={busy}
      closeLabel={hasFailures ? 'Close' : undefined}
      submitLabel={hasFailures ? 'Try Again' : 'Submit everything'}
      notice={
        hasFailures ? (
          <p role="alert" className="mb-4 rounded-field border border-error/50 bg-error/8 px-4 py-3 text-sm">
            {submissions.length - left.length} of {submissions.length} sections were sent. The others were not sent and
            are unchanged.
          </p>
        ) : null
      }
    >
      {submissions.map(({ detail }) => (
        <SectionOutcome key={detail.assignment_id} detail={detail} outcome={outcomeOf(detail)} />
      ))}
    </SubmissionDialog>
  )
}

const WORDS = { waiting: '', sending: 'Sending...', sent: 'Sent' } as const

function SectionOutcome({ detail, outcome }: { detail: PortalSectionDetail; outcome: Outcome }) {
  // As it was when the dialog opened: a submitted section has no draft.
  const [content] = useState(() => contentOf(detail, writtenAnswers(detail)))
  const failed = typeof outcome === 'object' ? outcome.failed : undefined
  return (
    <div className="min-w-0">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold text-sm">
        <span className="min-w-0 wrap-anywhere">{detail.name}</span>
        <span role="status" className={failed ? 'font-normal text-error' : 'font-normal text-base-content/70'}>
          {failed ? `Not sent. ${failed}` : WORDS[outcome as keyof typeof WORDS]}
        </span>
      </h3>
      {outcome === 'sent' ? null : (
        <div className="mt-2">
          <AnswerList fields={detail.fields} {...content} />
        </div>
      )}
    </div>
  )
}
