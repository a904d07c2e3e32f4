import type { Answer, Answers, WorkformField } from '@portal/contract/fields'
import { cx } from '@portal/kit/class-names'
import { FieldInput } from '@portal/kit/field-input'
import { type ReactNode, useState } from 'react'
import { FilesControl } from '../upload/files-control.tsx'
import { fieldElementId } from './focus-field.ts'
import type { FieldProblem } from './validate.ts'

/** What gets the focus is not left below the header or the saved mark, which both stay in sight. */
const IN_SIGHT = '[&_:is(input,textarea,select,button)]:scroll-my-20'
/** Room for a finger: small buttons and checkboxes grow where there is no mouse. */
const FINGERS =
  'pointer-coarse:[&_.btn-sm]:min-h-11 pointer-coarse:[&_.btn-square]:min-w-11 pointer-coarse:[&_label:has(.checkbox)]:py-2 pointer-coarse:[&_.grid:has(>label>.checkbox)]:gap-0'

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

/** The controls of a section. What has a wrong form is said when the control is left, what is missing after a try to submit. */
export function FormFields({ formId, assignmentId, fields, answers, problems, tried, onAnswer }: FormFieldsProps): ReactNode {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  return (
    <div className={cx('grid grid-cols-1 gap-6', FINGERS, IN_SIGHT)}>
      {fields.map((field) => {
        const problem = problems.find((p) => p.field.id === field.id)
        const shown = problem && (tried || (!problem.missing && left.has(field.id)))
        return (
          <div
            key={field.id}
            id={fieldElementId(formId, field.id)}
            className="min-w-0 scroll-mt-24"
            onBlur={() => {
              if (!left.has(field.id)) setLeft(new Set([...left, field.id]))
            }}
          >
            <FieldInput
              field={field}
              value={answers[field.id]}
              error={shown ? problem.message : undefined}
              onChange={(answer) => onAnswer(field.id, answer)}
              renderFiles={(_, files) => <FilesControl assignmentId={assignmentId} field={field} files={files} />}
            />
          </div>
        )
      })}
    </div>
  )
}
