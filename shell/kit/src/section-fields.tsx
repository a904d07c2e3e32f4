import type { Answer, Answers, FileAnswer, WorkformField } from '@portal/contract/fields'
import { memo, type ReactNode, useCallback, useState } from 'react'
import { cx } from './class-names.tsx'
import { FieldInput } from './field-input.tsx'

/** What gets the focus is not left below the saved mark, which stays in sight. */
const IN_SIGHT = '[&_:is(input,textarea,select,button)]:scroll-mb-20'
/** Room for a finger: small buttons and checkboxes grow where there is no mouse. */
const FINGERS =
  'pointer-coarse:[&_.btn-sm]:min-h-11 pointer-coarse:[&_.btn-square]:min-w-11 pointer-coarse:[&_label:has(.checkbox)]:py-2 pointer-coarse:[&_.grid:has(>label>.checkbox)]:gap-0'

/** What is wrong with an answer. */
export interface AnswerProblem {
  message: string
  /** It is not wrong but not there. */
  missing: boolean
}

export interface SectionFieldsProps {
  fields: readonly WorkformField[]
  answers: Answers
  problemOf: (field: WorkformField) => AnswerProblem | undefined
  /** Whether a submit was tried: from then on everything missing is shown. */
  tried: boolean
  onAnswer: (fieldId: string, answer: Answer) => void
  /** The control of a file field. */
  renderFiles: (field: WorkformField, files: FileAnswer[]) => ReactNode
  /** Id of the element around a field. */
  elementId?: ((fieldId: string) => string) | undefined
}

/**
 * The controls of a section: what the client fills in, and what the bookkeeper sees of it beforehand. What has a wrong form is said when
 * the control is left, what is missing after a try to submit.
 */
export function SectionFields({ fields, answers, problemOf, tried, onAnswer, renderFiles, elementId }: SectionFieldsProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const onLeave = useCallback((id: string) => setLeft((known) => (known.has(id) ? known : new Set([...known, id]))), [])
  return (
    <div className={cx('grid grid-cols-1 gap-6', FINGERS, IN_SIGHT)}>
      {fields.map((field) => {
        const problem = problemOf(field)
        const shown = problem && (tried || (!problem.missing && left.has(field.id)))
        return (
          <SectionField
            key={field.id}
            {...{ field, onAnswer, onLeave, renderFiles }}
            value={answers[field.id]}
            error={shown ? problem.message : undefined}
            elementId={elementId?.(field.id)}
          />
        )
      })}
    </div>
  )
}

interface SectionFieldProps extends Pick<SectionFieldsProps, 'onAnswer' | 'renderFiles'> {
  field: WorkformField
  value: Answer | undefined
  error: string | undefined
  elementId: string | undefined
  onLeave: (fieldId: string) => void
}

const SectionField = memo(function SectionField({ field, value, error, elementId, onAnswer, onLeave, renderFiles }: SectionFieldProps) {
  return (
    <div id={elementId} className="min-w-0 scroll-mt-24" onBlur={() => onLeave(field.id)}>
      <FieldInput field={field} value={value} error={error} onChange={(answer) => onAnswer(field.id, answer)} renderFiles={renderFiles} />
    </div>
  )
})
