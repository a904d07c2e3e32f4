import type { ApprovedSections, ReviewSection, SubmissionCard } from '@portal/contract/review'
import { countOf } from '@portal/kit/ui/count'
import { ConfirmDialog } from '@portal/kit/ui/dialog'
import { api, call, idempotent, newIdempotencyKey, toastInfo, toastUndo } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toastDecisionError, undoApprovals } from '../section/decide.ts'
import { applyDecision } from './cache.ts'
import { refreshCard } from './live.ts'
import { isWaiting } from '../section/content.ts'

const sections = (n: number): string => countOf(n, 'section')

/** Returns the approved sections in their new version, which Undo names. */
const approvedIn = (results: ApprovedSections['results']) =>
  results.flatMap(({ assignment_id, outcome, version }) =>
    outcome === 'approved' && version !== null ? [{ assignment_id, version }] : [],
  )

/** Shows what became of the sections. @param undo undoes the approvals */
function toastResults(
  results: ApprovedSections['results'],
  { card, client }: Pick<ApproveAllDialogProps, 'card' | 'client'>,
  undo: () => Promise<void>,
): void {
  const approved = approvedIn(results).length
  const rest = results.length - approved
  if (rest === 0) {
    // The specified title is about one section.
    const title = approved === 1 ? 'Section approved' : `${sections(approved)} approved`
    toastUndo(title, undo, `${card.workform_name}, ${client}`)
  } else {
    const changed =
      rest === 1
        ? '1 section changed in the meantime and was left as it is. Please look again.'
        : `${rest} sections changed in the meantime and were left as they are. Please look again.`
    toastInfo('Changed in the meantime', approved === 0 ? changed : `${sections(approved)} approved. ${changed}`)
  }
}

export interface ApproveAllDialogProps {
  card: SubmissionCard
  client: string
  onClose: () => void
}

/** Asks before approving all submitted sections of a card, listed as they were when it opened. */
export function ApproveAllDialog({ card, client, onClose }: ApproveAllDialogProps) {
  const [seen] = useState<readonly ReviewSection[]>(() => card.sections.filter(isWaiting))
  const [key] = useState(newIdempotencyKey)
  const { workform_id, client_id } = card
  const refresh = (): void => refreshCard({ ids: { workform_id, client_id } })
  const send = useMutation({
    mutationFn: () => {
      const named = seen.map(({ assignment_id, version }) => ({ assignment_id, version }))
      return call(api.submissions.approve.$post({ json: { workform_id, client_id, sections: named } }, idempotent(key)))
    },
    onSuccess: ({ results }) => {
      const approved = approvedIn(results)
      for (const section of approved) applyDecision({ ...section, status: 'approved' }, '')
      if (approved.length < results.length) refresh()
      toastResults(results, { card, client }, () => undoApprovals(approved).finally(refresh))
      onClose()
    },
    onError: (error) => {
      toastDecisionError(error)
      refresh()
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => send.mutate()}
      busy={send.isPending}
      busyLabel="Processing..."
      title="Approve all submitted"
      message={`These sections of "${card.workform_name}" from ${client} will be approved:`}
      confirmLabel={`Approve ${sections(seen.length)}`}
    >
      <ul className="list-disc pl-5 text-sm">
        {seen.map((section) => (
          <li key={section.assignment_id} className="wrap-anywhere">
            {section.section_name}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
