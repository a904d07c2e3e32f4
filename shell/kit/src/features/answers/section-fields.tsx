import { type Answer, type Answers, type FileAnswer, takesFiles, type WorkformField } from '@portal/contract/fields'
import { memo, type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import { cx } from '../../ui/class-names.tsx'
import { FieldInput } from './field-input.tsx'

/** Keeps a focused control above the sticky save status. */
const SCROLL_MARGIN = '[&_:is(input,textarea,select,button)]:scroll-mb-20'
/** Enlarges small buttons and checkboxes on touch devices. */
const TOUCH_TARGETS = cx(
  'pointer-coarse:[&_.btn-sm]:min-h-11 pointer-coarse:[&_.btn-square]:min-w-11',
  'pointer-coarse:[&_label:has(.checkbox)]:py-2 pointer-coarse:[&_.grid:has(>label>.checkbox)]:gap-0',
)

/** A problem of an answer. */
export interface AnswerProblem {
  message: string
  /** The answer is missing, not invalid. */
  missing: boolean
}

/** Holds entered answers; a control reads them before the form is re-rendered. */
export interface AnswerSource {
  subscribe: (listener: () => void) => () => void
  answer: (fieldId: string) => Answer | undefined
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
  /** Takes precedence over `answers`, except for files. */
  source?: AnswerSource | undefined
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
  source,
}: SectionFieldsProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const onLeave = useCallback((id: string) => setLeft((known) => (known.has(id) ? known : new Set([...known, id]))), [])
  return (
    <div className={cx('grid grid-cols-1 gap-6', TOUCH_TARGETS, SCROLL_MARGIN)}>
      {fields.map((field) => {
        const problem = problemOf(field)
        const shown = problem && (tried || (!problem.missing && left.has(field.id)))
        return (
          <SectionField
            key={field.id}
            {...{ field, onAnswer, onLeave, renderFiles, source }}
            value={answers[field.id]}
            error={shown ? problem.message : undefined}
            elementId={elementId?.(field.id)}
          />
        )
      })}
    </div>
  )
}

interface SectionFieldProps extends Pick<SectionFieldsProps, 'onAnswer' | 'renderFiles' | 'source'> {
  field: WorkformField
  value: Answer | undefined
  error: string | undefined
  elementId: string | undefined
  onLeave: (fieldId: string) => void
}

const SectionField = memo(function SectionField(props: SectionFieldProps) {
  const { field, error, elementId, onAnswer, onLeave, renderFiles } = props
  const value = useLatestAnswer(props)
  return (
    // Isolated, so that it is not repainted when other fields change.
    <div id={elementId} className="isolate min-w-0 scroll-mt-24" onBlur={() => onLeave(field.id)}>
      <FieldInput
        field={field}
        value={value}
        error={error}
        onChange={(answer) => onAnswer(field.id, answer)}
        renderFiles={renderFiles}
      />
    </div>
  )
})

const noSubscription = () => () => undefined

/** Returns the answer from its source, or from the form without one. */
function useLatestAnswer({
  field,
  value,
  source,
}: Pick<SectionFieldProps, 'field' | 'value' | 'source'>): Answer | undefined {
  const own = takesFiles(field) ? undefined : source
  return useSyncExternalStore(own?.subscribe ?? noSubscription, () => (own ? own.answer(field.id) : value))
}
