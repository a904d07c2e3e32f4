import type { Answer, Answers, FileAnswer, WorkformField } from '@portal/contract/fields'
import { memo, type ReactNode, useState } from 'react'
import { cx } from '../../ui/class-names.tsx'
import { FieldInput } from './field-input.tsx'

/** Keeps a focused control above the sticky save status. */
const SCROLL_MARGIN = '[&_:is(input,textarea,select,button)]:scroll-mb-20'
/** Enlarges small buttons and checkboxes on touch devices. */
const TOUCH_TARGETS = cx(
  'pointer-coarse:[&_.btn-sm]:min-h-11 pointer-coarse:[&_.btn-square]:min-w-11',
  'pointer-coarse:[&_label:has(.checkbox)]:py-2 pointer-coarse:[&_.grid:has(>label>.checkbox)]:gap-0',
)

export interface AnswerProblem {
  message: string
  /** The answer is missing, not invalid. */
  missing: boolean
}

export interface SectionFieldsProps {
  fields: readonly WorkformField[]
  answers: Answers
  problemOf: (field: WorkformField) => AnswerProblem | undefined
  /** Whether submitting was tried: from then on missing answers are shown. */
  tried: boolean
  onAnswer: (fieldId: string, answer: Answer) => void
  /** Renders the control of a file field. */
  renderFiles: (field: WorkformField, files: FileAnswer[]) => ReactNode
  /** Returns the id of the element around a field. */
  elementId?: ((fieldId: string) => string) | undefined
  /** Renders a field around its control, or in place of it. */
  frame?: ((field: WorkformField, control: ReactNode) => ReactNode) | undefined
}

/**
 * Renders the controls of a section, for the client and for the bookkeeper's preview. Invalid answers are shown when
 * the control loses focus, missing ones after submitting was tried.
 */
export function SectionFields({
  fields,
  answers,
  problemOf,
  tried,
  onAnswer,
  renderFiles,
  elementId,
  frame = (_, control) => control,
}: SectionFieldsProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const onLeave = (id: string): void => setLeft((known) => (known.has(id) ? known : new Set([...known, id])))
  return (
    <div className={cx('grid grid-cols-1 gap-6', TOUCH_TARGETS, SCROLL_MARGIN)}>
      {fields.map((field) => {
        const problem = problemOf(field)
        const shown = problem && (tried || (!problem.missing && left.has(field.id)))
        const control = (
          <SectionField
            {...{ field, onAnswer, renderFiles }}
            value={answers[field.id]}
            error={shown ? problem.message : undefined}
          />
        )
        return (
          // No stacking context: the next fields would cover the calendar of this one.
          <div
            key={field.id}
            id={elementId?.(field.id)}
            className="min-w-0 scroll-mt-24"
            onBlur={() => onLeave(field.id)}
          >
            {frame(field, control)}
          </div>
        )
      })}
    </div>
  )
}

interface SectionFieldProps extends Pick<SectionFieldsProps, 'onAnswer' | 'renderFiles'> {
  field: WorkformField
  value: Answer | undefined
  error: string | undefined
}

// Memoized, so that typing re-renders only the changed field.
const SectionField = memo(function SectionField({ field, onAnswer, ...control }: SectionFieldProps) {
  return <FieldInput {...control} field={field} onChange={(answer) => onAnswer(field.id, answer)} />
})
