import type { AnswerMarks, AnswerToFix } from '@portal/contract/answer-review'
import type { WorkformField } from '@portal/contract/fields'
import { Button } from '@portal/kit/ui/button'
import { countOf } from '@portal/kit/ui/count'
import { Notice } from '@portal/kit/ui/notice'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { AnswerReview } from '../answers/answer-review.tsx'
import { attemptsQuery } from '../answers/attempts-query.ts'
import { type ReviewedAnswer, verdictOf } from '../answers/changes.ts'
import { useMarks } from '../answers/use-marks.ts'
import { useReviewedAnswers } from '../answers/use-reviewed-answers.ts'
import { reviewAction, reviewFinish } from '../queue/keys.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import type { SectionContentProps } from './section-content.tsx'
import { Dates, SectionFiles } from './section-facts.tsx'

/** Renders the answers of a section that waits for a review, and the buttons that finish it. */
export function ReviewAnswers({ section, onAsk, onOutdated }: SectionContentProps) {
  const { assignment_id, version, status } = section
  const { marks, mark } = useMarks(section, onOutdated)
  const attempts = useQuery({ ...attemptsQuery(assignment_id, version), enabled: section.attempts > 1 })
  const items = useReviewedAnswers(section, attempts.data?.items)
  if (attempts.isLoading) return <SkeletonGroup label="Loading changes" items={['h-16', 'h-16', 'h-16']} />
  const flagged = flaggedAnswers(section.fields, marks, version)
  return (
    <>
      {attempts.isError ? <ChangesMissing query={attempts} /> : null}
      <AnswerReview section={section} items={items} marks={marks} mark={mark} />
      <SectionFiles section={section} />
      <Dates section={section} />
      <FinishBar>
        <p role="status" className="min-w-0 grow text-sm tabular-nums">
          {progressText(items, marks, version)}
        </p>
        <div className="flex flex-wrap gap-2">
          {flagged.length > 0 ? (
            <Button
              {...reviewAction('send_back')}
              {...reviewFinish}
              size="sm"
              variant="primary"
              icon={<Undo2 />}
              onClick={() => onAsk({ action: 'send_back', flagged })}
            >
              {`Send back ${countOf(flagged.length, 'answer')}`}
            </Button>
          ) : null}
          <DecisionButtons status={status} isApproval={flagged.length === 0} onAsk={onAsk} />
        </div>
      </FinishBar>
    </>
  )
}

/** Returns the answers that are flagged in this review, in the order of the form. */
function flaggedAnswers(fields: readonly WorkformField[], marks: AnswerMarks, version: number): AnswerToFix[] {
  return fields.flatMap(({ id, name }) => {
    const mark = marks[id]
    return mark?.flag && mark.version === version ? [{ field_id: id, question: name, flag: mark.flag }] : []
  })
}

/** Returns how far the review is, such as '2 flagged · 5 accepted · 3 to check'. */
function progressText(items: readonly ReviewedAnswer[], marks: AnswerMarks, version: number): string {
  const count = { flagged: 0, accepted: 0, open: 0 }
  for (const { field, isSeen } of items) {
    const verdict = verdictOf(marks[field.id], version, isSeen)
    // What has not changed since it was last seen need not be checked again.
    count[verdict ?? (isSeen ? 'accepted' : 'open')] += 1
  }
  const parts = [
    [count.flagged, 'flagged'],
    [count.accepted, 'accepted'],
    [count.open, 'to check'],
  ] as const
  return parts.flatMap(([n, what]) => (n > 0 ? [`${n} ${what}`] : [])).join(' · ')
}

/** Stays visible at the end of the screen while the answers scroll, where there is room. */
function FinishBar({ children }: { children: ReactNode }) {
  return (
    <div
      className={
        'sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-base-300 border-t bg-base-100 ' +
        'px-4 py-3 [@media(height<30rem)]:static'
      }
    >
      {children}
    </div>
  )
}

/** Says that all answers are shown because the earlier ones could not be loaded. */
function ChangesMissing({ query }: { query: { refetch: () => unknown; isFetching: boolean } }) {
  return (
    <Notice tone="warning" role="alert" className="flex flex-wrap items-center gap-3">
      <p className="min-w-48 flex-1">What has changed since the last review could not be loaded.</p>
      <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
        Retry
      </Button>
    </Notice>
  )
}
