import { type FileAnswer, isAnswered, type WorkformField } from '@portal/contract/fields'
import type { AddedByProps } from '@portal/kit/features/answers/added-by'
import { SectionFields } from '@portal/kit/features/answers/section-fields'
import { AnswerComments } from '@portal/kit/features/comments/answer-comments'
import { AskAboutQuestion } from '@portal/kit/features/comments/ask-about-question'
import { AnswerFrame } from '@portal/kit/features/non-answers/answer-frame'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { memo, type ReactNode, useCallback } from 'react'
import type { DraftAnswer, SectionContent } from '../draft/draft-answers.ts'
import { FilesControl } from '../upload/files-control.tsx'
import { fieldElementId } from './focus-field.ts'
import type { FieldProblem } from './validate.ts'

export interface FormFieldsProps {
  formId: string
  assignmentId: string
  fields: readonly WorkformField[]
  contributions: AddedByProps['contributions']
  content: SectionContent
  problems: readonly FieldProblem[]
  /** Whether submitting was tried: from then on missing answers are shown. */
  tried: boolean
  onAnswer: (fieldId: string, answer: DraftAnswer) => void
  /** Renders a question around its control. */
  frame?: ((field: WorkformField, question: ReactNode) => ReactNode) | undefined
}

// Loaded when there is one.
const AddedBy = lazyComponent(() => import('@portal/kit/features/answers/added-by'), 'AddedBy')

// Memoized, so that typing renders no comments.
const Comments = memo(AnswerComments)

/** Renders the questions of a section, with uploads to its assignment. */
export function FormFields({
  formId,
  assignmentId,
  fields,
  contributions,
  content,
  problems,
  tried,
  onAnswer,
  frame,
}: FormFieldsProps) {
  const { answers, non_answers } = content
  // Stable, so that typing re-renders only the changed field.
  const renderFiles = useCallback(
    (field: WorkformField, files: FileAnswer[]) => (
      <FilesControl assignmentId={assignmentId} field={field} files={files} />
    ),
    [assignmentId],
  )
  const framed = (field: WorkformField, control: ReactNode): ReactNode => {
    const question = (
      <AnswerFrame
        field={field}
        isAnswered={isAnswered(answers[field.id])}
        nonAnswer={non_answers[field.id]}
        onNonAnswer={onAnswer}
        renderAsking={(asking) => <AskAboutQuestion {...asking} assignmentId={assignmentId} field={field} />}
        comments={<Comments assignmentId={assignmentId} field={field} />}
      >
        {control}
        {contributions?.length ? (
          <AddedBy contributions={contributions} fieldId={field.id} answer={answers[field.id]} />
        ) : null}
      </AnswerFrame>
    )
    return frame ? frame(field, question) : question
  }
  return (
    <SectionFields
      {...{ fields, answers, tried, onAnswer, renderFiles }}
      problemOf={(field) => problems.find((p) => p.field.id === field.id)}
      elementId={(id) => fieldElementId(formId, id)}
      frame={framed}
    />
  )
}
