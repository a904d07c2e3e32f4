import { type Answer, type Answers, type FileAnswer, takesFiles, type WorkformField } from '@portal/contract/fields'
import { memo, type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import { cx } from '../../ui/class-names.tsx'
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

/** Where what is entered is first: a control shows it before the form, which follows, takes notice. */
export interface AnswerSource {
  subscribe: (listener: () => void) => () => void
  answer: (fieldId: string) => Answer | undefined
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
  /** Goes before `answers`, but for files. */
  source?: AnswerSource | undefined
}

/**
 * The controls of a section: what the client fills in, and what the bookkeeper sees of it beforehand. What has a wrong form is said when
 * the control is left, what is missing after a try to submit.
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
    <div className={cx('grid grid-cols-1 gap-6', FINGERS, IN_SIGHT)}>
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
  const value = useNewest(props)
  return (
    // Isolated: it is painted by itself, as long as only others change.
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

const silent = () => () => undefined

/** The answer as its source has it; as the form has it, where there is none. */
function useNewest({
  field,
  value,
  source,
}: Pick<SectionFieldProps, 'field' | 'value' | 'source'>): Answer | undefined {
  const own = takesFiles(field) ? undefined : source
  return useSyncExternalStore(own?.subscribe ?? silent, () => (own ? own.answer(field.id) : value))
}
