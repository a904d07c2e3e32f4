import { type Answer, type Answers, answerProblem, type WorkformField } from '@portal/contract/fields'
import { acceptedExtensions, formatSize } from '@portal/contract/files'
import { MAX_FILES_PER_FIELD } from '@portal/contract/limits'
import { FieldInput } from '@portal/kit/field-input'
import { FileDrop } from '@portal/kit/file-drop'
import { Pills } from '@portal/kit/pills'
import { FileDown } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useState } from 'react'
import { type BuilderSection, type BuilderState, countFields } from './state.ts'

/** The control of a file field as it will look: what is chosen here goes nowhere, so it takes nothing. */
const renderFiles = (field: WorkformField) => (
  <div className="grid gap-3">
    {field.templateFile ? (
      <p className="flex items-center gap-2 rounded-field border border-base-300 px-3 py-2 text-sm">
        <FileDown className="size-4 shrink-0 text-base-content/60" aria-hidden />
        <span className="min-w-0 break-words">{field.templateFile.name}</span>
        <span className="ml-auto shrink-0 text-base-content/70 text-xs">{formatSize(field.templateFile.size)}</span>
      </p>
    ) : null}
    <FileDrop
      label={`Upload files for ${field.name}`}
      accept={acceptedExtensions(field)}
      room={field.maxFiles ?? MAX_FILES_PER_FIELD}
      disabled
      onFiles={() => undefined}
    />
  </div>
)

interface PreviewFieldProps {
  field: WorkformField
  value: Answer | undefined
  onAnswer: (id: string, answer: Answer) => void
}

const PreviewField = memo(function PreviewField({ field, value, onAnswer }: PreviewFieldProps) {
  return (
    <FieldInput
      field={field}
      value={value}
      onChange={(answer) => onAnswer(field.id, answer)}
      error={answerProblem(field, value)}
      renderFiles={renderFiles}
    />
  )
})

interface PreviewSectionProps {
  section: BuilderSection
  answers: Answers
  onAnswer: PreviewFieldProps['onAnswer']
}

const PreviewSection = memo(function PreviewSection({ section, answers, onAnswer }: PreviewSectionProps) {
  return (
    <section className="min-w-0 [contain-intrinsic-height:auto_24rem] [content-visibility:auto] rounded-field border border-base-300 bg-base-100">
      <h4 className="break-words border-base-300 border-b px-4 py-3 font-medium text-sm">{section.name}</h4>
      <div className="grid gap-5 p-4">
        {section.fields.map((field) => (
          <PreviewField key={field.id} field={field} value={answers[field.id]} onAnswer={onAnswer} />
        ))}
      </div>
    </section>
  )
})

const NONE: readonly BuilderSection[] = []

type Width = 'desktop' | 'phone'
const WIDTHS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const

export interface PreviewProps {
  state: Pick<BuilderState, 'name' | 'description' | 'sections'>
  /** Fixed to a phone's width: in a narrow place there is nothing to choose. */
  phoneOnly?: boolean | undefined
}

/** The workform as its clients get it, with the same controls. What is typed here goes nowhere. */
export function Preview({ state, phoneOnly }: PreviewProps) {
  const [width, setWidth] = useState<Width>('desktop')
  const [answers, setAnswers] = useState<Answers>({})
  const onAnswer = useCallback((id: string, answer: Answer) => setAnswers((all) => ({ ...all, [id]: answer })), [])
  // The preview comes and follows a moment later, so that nothing is ever held up by a long form.
  const sections = useDeferredValue(state.sections, NONE).filter((section) => section.fields.length > 0)
  const phone = phoneOnly || width === 'phone'
  return (
    <div>
      {phoneOnly ? null : (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-base-content/70 text-sm">This is what your clients see. What you type here is not saved.</p>
          <Pills label="Preview width" options={WIDTHS} value={width} onChange={setWidth} className="max-sm:hidden" />
        </div>
      )}
      <div
        className={
          phone
            ? 'mx-auto max-w-[22.5rem] rounded-box border border-base-300 bg-base-200/60 p-3'
            : 'rounded-box border border-base-300 bg-base-200/60 p-3 sm:p-5'
        }
      >
        <h3 className="break-words font-semibold">{state.name.trim() || 'Untitled workform'}</h3>
        {state.description.trim() ? (
          <p className="mt-1 whitespace-pre-line break-words text-base-content/70 text-sm">{state.description}</p>
        ) : null}
        {countFields(state.sections) === 0 ? <p className="mt-3 text-base-content/70 text-sm">The fields you add show up here.</p> : null}
        <div className="mt-4 grid gap-3 empty:hidden">
          {sections.map((section) => (
            <PreviewSection key={section.key} section={section} answers={answers} onAnswer={onAnswer} />
          ))}
        </div>
      </div>
    </div>
  )
}
