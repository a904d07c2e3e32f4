import type { PortalSection } from '@portal/contract/client-portal'
import type { FileAnswer, WorkformField } from '@portal/contract/fields'
import { nonAnswerText } from '@portal/contract/non-answer-texts'
import { AnswerView } from '@portal/kit/features/answers/answer-view'
import { StoredFile } from '@portal/kit/features/answers/stored-file'
import { AnswerComments } from '@portal/kit/features/comments/answer-comments'
import { Badge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { countOf } from '@portal/kit/ui/count'
import { QueryError, SkeletonRows } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { sectionQuery } from '../dashboard/queries.ts'
import type { SectionContent } from '../draft/draft-answers.ts'

export interface SentAnswersProps {
  section: PortalSection
  isOpen: boolean
  onToggle: () => void
}

/** Shows on request what the client has sent for a locked section, with the comments on each answer. */
export function SentAnswers({ section, isOpen, onToggle }: SentAnswersProps) {
  const region = useId()
  const { assignment_id, name, comments, new_comments } = section
  return (
    <div className="px-4 pt-1 text-base-content/80 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          variant="link"
          size="sm"
          className="-ml-1 pointer-coarse:min-h-11"
          aria-expanded={isOpen}
          aria-controls={region}
          onClick={onToggle}
        >
          {isOpen ? 'Hide what you sent' : 'Show what you sent'}
          <span className="sr-only"> for {name}</span>
        </Button>
        {comments > 0 ? <span>{countOf(comments, 'comment')}</span> : null}
        {new_comments > 0 ? <Badge tone="blue">{new_comments} new</Badge> : null}
      </div>
      <div id={region}>{isOpen ? <Sent assignmentId={assignment_id} /> : null}</div>
    </div>
  )
}

function Sent({ assignmentId }: { assignmentId: string }) {
  const query = useQuery(sectionQuery(assignmentId))
  if (query.error && !query.data) return <QueryError title="Your answers cannot be shown" query={query} />
  if (!query.data) return <SkeletonRows rows={3} label="Loading your answers" />
  const { fields, ...content } = query.data
  return (
    <dl className="mt-1 mb-2 grid grid-cols-1 gap-4 rounded-field border border-base-300 bg-base-100 p-4">
      {fields.map((field) => (
        <SentAnswer key={field.id} assignmentId={assignmentId} field={field} content={content} />
      ))}
    </dl>
  )
}

const renderFile = (file: FileAnswer) => <StoredFile file={file} />

interface SentAnswerProps {
  assignmentId: string
  field: WorkformField
  content: SectionContent
}

function SentAnswer({ assignmentId, field, content: { answers, non_answers } }: SentAnswerProps) {
  const nonAnswer = non_answers[field.id]
  return (
    <AnswerView
      field={field}
      answer={answers[field.id]}
      instead={nonAnswer ? nonAnswerText(nonAnswer) : undefined}
      renderFile={renderFile}
      below={<AnswerComments assignmentId={assignmentId} field={field} />}
    />
  )
}
