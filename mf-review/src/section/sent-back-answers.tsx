import type { WorkformField } from '@portal/contract/fields'
import type { ReviewSection } from '@portal/contract/review'
import { AnswerComments } from '@portal/kit/features/comments/answer-comments'
import { CommentedQuestions } from '@portal/kit/features/comments/commented-questions'
import { QueryError, SkeletonGroup } from '@portal/kit/ui/states'
import { dateAndTime } from '@portal/kit/ui/time'
import { useQuery } from '@tanstack/react-query'
import { AttemptAnswers } from '../answers/attempt-answers.tsx'
import { attemptsQuery } from '../answers/attempts-query.ts'

/** Shows what a client had sent before single answers were sent back. The client is working on a draft of it. */
export function SentBackAnswers({ section }: { section: ReviewSection }) {
  const attempts = useQuery(attemptsQuery(section.assignment_id, section.version))
  if (attempts.isPending) return <SkeletonGroup label="Loading answers" items={['h-16', 'h-16']} />
  if (attempts.isError) return <QueryError title="Failed to load answers" query={attempts} className="py-4" />
  const last = attempts.data.items[0]
  if (!last) return <p className="text-base-content/70 text-sm">No response provided for this section yet.</p>
  // The workform may have changed since. Only questions that it still has can be commented on.
  const comments = ({ id, name }: WorkformField) =>
    section.fields.some((field) => field.id === id) ? (
      <AnswerComments assignmentId={section.assignment_id} field={{ id, name }} />
    ) : null
  const added = section.fields.filter(({ id }) => !last.fields.some((field) => field.id === id))
  return (
    <>
      <p className="text-base-content/70 text-sm">
        Submitted {dateAndTime(last.submitted_at)}. The client is fixing the flagged answers and keeps the others.
      </p>
      <AttemptAnswers attempt={last} below={comments} />
      <CommentedQuestions assignmentId={section.assignment_id} fields={added} />
    </>
  )
}
