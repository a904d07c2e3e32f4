import type { Answer, Answers, FileAnswer, WorkformField } from '@portal/contract/fields'
import { SectionFields } from '@portal/kit/features/answers/section-fields'
import { useCallback } from 'react'
import { FilesControl } from '../upload/files-control.tsx'
import { fieldElementId } from './focus-field.ts'
import type { FieldProblem } from './validate.ts'

export interface FormFieldsProps {
  formId: string
  assignmentId: string
  fields: readonly WorkformField[]
  answers: Answers
  problems: readonly FieldProblem[]
  /** Whether submitting was tried: from then on missing answers are shown. */
  tried: boolean
  onAnswer: (fieldId: string, answer: Answer) => void
}

/** Renders the controls of a section, with uploads to its assignment. */
export function FormFields({ formId, assignmentId, fields, answers, problems, tried, onAnswer }: FormFieldsProps) {
  // Stable, so that typing re-renders only the changed field.
  const renderFiles = useCallback(
    (field: WorkformField, files: FileAnswer[]) => (
      <FilesControl assignmentId={assignmentId} field={field} files={files} />
    ),
    [assignmentId],
  )
  return (
    <SectionFields
      {...{ fields, answers, tried, onAnswer, renderFiles }}
      problemOf={(field) => problems.find((p) => p.field.id === field.id)}
      elementId={(id) => fieldElementId(formId, id)}
    />
  )
}
