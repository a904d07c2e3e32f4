import type { ReviewSection } from '@portal/contract/review'
import { Notice } from '@portal/kit/ui/notice'
import { isReviewable, isSentBack } from './content.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { History } from './history.tsx'
import { ReferenceTemplates } from './reference-templates.tsx'
import { ReviewAnswers } from './review-answers.tsx'
import { SectionAnswers } from './section-answers.tsx'
import type { DecisionToConfirm } from './section-dialogs.tsx'
import { Dates, SectionFiles } from './section-facts.tsx'
import { SentBackAnswers } from './sent-back-answers.tsx'

export interface SectionContentProps {
  section: ReviewSection
  isArchived: boolean
  /** Asks the bookkeeper to confirm a decision. */
  onAsk: (decision: DecisionToConfirm) => void
  /** Called when the section has changed in the meantime. */
  onOutdated: () => void
}

/** Renders the content of an open section: answers, dates, actions and history. */
export function SectionContent(props: SectionContentProps) {
  const { section, isArchived } = props
  const { status, notes, assignment_id, version, section_name } = section
  return (
    <>
      {status === 'rejected' ? (
        <Notice tone="error">
          <h4 className="font-medium">Rejection Reason</h4>
          <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{notes ?? 'Not provided'}</p>
        </Notice>
      ) : null}
      <ReferenceTemplates fields={section.fields} />
      {isReviewable(section) && !isArchived ? <ReviewAnswers {...props} /> : <DecidedSection {...props} />}
      <History id={assignment_id} version={version} section={section_name} />
    </>
  )
}

/** Renders a section without answers to review: nothing was submitted, or it was decided on. */
function DecidedSection({ section, isArchived, onAsk }: SectionContentProps) {
  const { status, notes } = section
  return (
    <>
      {isSentBack(section) ? <SentBackAnswers section={section} /> : <SectionAnswers section={section} />}
      <SectionFiles section={section} />
      {status === 'approved' && notes ? (
        <p className="whitespace-pre-wrap wrap-anywhere text-sm">
          <span className="text-base-content/70">Notes: </span>
          {notes}
        </p>
      ) : null}
      <Dates section={section} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isArchived ? null : <DecisionButtons status={status} onAsk={onAsk} />}
      </div>
    </>
  )
}
