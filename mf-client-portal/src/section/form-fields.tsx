import type { Answer, Answers, WorkformField } from '@portal/contract/fields'
import { SectionFields } from '@portal/kit/section-fields'
import type { ReactNode } from 'react'
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
}

/** The controls of a section, with uploads that go to the section's assignment. */
export function FormFields({ formId, assignmentId, fields, answers, problems, tried, onAnswer }: FormFieldsProps): ReactNode {
  return (
    <SectionFields
      {...{ fields, answers, tried, onAnswer }}
      problemOf={(field) => problems.find((p) => p.field.id === field.id)}
      elementId={(id) => fieldElementId(formId, id)}
      renderFiles={(field, files) => <FilesControl assignmentId={assignmentId} field={field} files={files} />}
    />
  )
}
