import type { Answer, Answers, FileAnswer, WorkformField } from '@portal/contract/fields'
import { type AnswerSource, SectionFields } from '@portal/kit/features/answers/section-fields'
import { type ReactNode, useCallback } from 'react'
import { FilesControl } from '../upload/files-control.tsx'
import { fieldElementId } from './focus-field.ts'
import type { FieldProblem } from './validate.ts'

export interface FormFieldsProps {
  formId: string
  assignmentId: string
  fields: readonly WorkformField[]
  answers: Answers
  problems: readonly FieldProblem[]
  /** Whether a submit was tried: from then on everything missing is shown. */
  tried: boolean
  onAnswer: (fieldId: string, answer: Answer) => void
  /** Where what is entered is before `answers` have it. */
  source: AnswerSource
}

/** The controls of a section, with uploads that go to the section's assignment. */
export function FormFields({
  formId,
  assignmentId,
  fields,
  answers,
  problems,
  tried,
  onAnswer,
  source,
}: FormFieldsProps): ReactNode {
  // The same as long as the form is: a key that is pressed renders its own field, and no other.
  const renderFiles = useCallback(
    (field: WorkformField, files: FileAnswer[]) => (
      <FilesControl assignmentId={assignmentId} field={field} files={files} />
    ),
    [assignmentId],
  )
  return (
    <SectionFields
      {...{ fields, answers, tried, onAnswer, renderFiles, source }}
      problemOf={(field) => problems.find((p) => p.field.id === field.id)}
      elementId={(id) => fieldElementId(formId, id)}
    />
  )
}
