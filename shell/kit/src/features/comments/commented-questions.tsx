import { useQuery } from '@tanstack/react-query'
import { AnswerComments } from './answer-comments.tsx'
import { commentsQuery, type Question, useLiveComments } from './comments-query.tsx'
import { isLinked } from './comments-hash.tsx'

export interface CommentedQuestionsProps {
  assignmentId: string
  fields: readonly Question['field'][]
}

/** Lists those questions without answers that have comments, and the one that a link leads to. */
export function CommentedQuestions({ assignmentId, fields }: CommentedQuestionsProps) {
  const { data } = useQuery(commentsQuery(assignmentId))
  // Also while no question is shown, so that the first comment appears.
  useLiveComments(assignmentId, data?.thread_id)
  const commented = new Set(data?.items.map((comment) => comment.about?.field_id))
  const shown = fields.filter(({ id }) => commented.has(id) || isLinked(assignmentId, id))
  if (shown.length === 0) return null
  return (
    <dl className="grid grid-cols-1 gap-4">
      {shown.map((field) => (
        <div key={field.id} className="min-w-0 wrap-anywhere">
          <dt className="text-base-content/70 text-sm">{field.name}</dt>
          <dd>
            <AnswerComments assignmentId={assignmentId} field={field} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
