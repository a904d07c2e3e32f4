import { cleanLine, isBlank } from '@portal/contract/text'
import { type Answer, type Answers, answerProblem, isAnswered, type WorkformField } from '@portal/contract/fields'
import type { NonAnswer } from '@portal/contract/non-answers'
import { SectionBadge } from '@portal/kit/ui/badge'
import { Collapsible } from '@portal/kit/ui/collapsible'
import { Pills } from '@portal/kit/ui/pills'
import { type AnswerProblem, SectionFields } from '@portal/kit/features/answers/section-fields'
import { memo, type ReactNode, useCallback, useDeferredValue, useState } from 'react'
import { PreviewFiles } from './preview-files.tsx'
import { PreviewQuestion } from './preview-question.tsx'
import { type BuilderSection, countFields } from './sections.ts'
import type { BuilderState } from './state.ts'

const renderFiles = (field: WorkformField) => <PreviewFiles field={field} />

/** What was entered in a section. */
interface SectionInput {
  answers: Answers
  nonAnswers: Readonly<Record<string, NonAnswer | null>>
}

interface PreviewSectionProps {
  section: BuilderSection
  input: SectionInput
  onInput: (section: string, change: (input: SectionInput) => SectionInput) => void
}

/**
 * Estimates the height of a section in rem until it is rendered, to limit layout shifts while
 * scrolling.
 */
const estimateHeight = ({ fields }: BuilderSection): number => 4 + 7 * fields.length

const PreviewSection = memo(function PreviewSection({ section, input, onInput }: PreviewSectionProps) {
  const { key } = section
  const [open, setOpen] = useState(true)
  const { answers, nonAnswers } = input
  const onAnswer = useCallback(
    (id: string, answer: Answer) => onInput(key, (all) => ({ ...all, answers: { ...all.answers, [id]: answer } })),
    [key, onInput],
  )
  const onNonAnswer = (id: string, nonAnswer: NonAnswer | null): void =>
    onInput(key, (all) => ({ ...all, nonAnswers: { ...all.nonAnswers, [id]: nonAnswer } }))
  const framed = (field: WorkformField, control: ReactNode): ReactNode => (
    <PreviewQuestion
      field={field}
      isAnswered={isAnswered(answers[field.id])}
      nonAnswer={nonAnswers[field.id] ?? undefined}
      onNonAnswer={onNonAnswer}
    >
      {control}
    </PreviewQuestion>
  )
  const problemOf = (field: WorkformField): AnswerProblem | undefined => {
    const message = answerProblem(field, answers[field.id])
    return message === undefined ? undefined : { message, missing: false }
  }
  return (
    <div
      className="min-w-0 [content-visibility:auto]"
      style={{ containIntrinsicHeight: `auto ${estimateHeight(section)}rem` }}
    >
      <Collapsible
        nested
        level={4}
        title={section.name}
        aside={<SectionBadge status="pending" />}
        open={open}
        onToggle={setOpen}
      >
        <SectionFields
          fields={section.fields}
          answers={answers}
          problemOf={problemOf}
          tried={false}
          onAnswer={onAnswer}
          renderFiles={renderFiles}
          frame={framed}
        />
      </Collapsible>
    </div>
  )
})

const NOTHING: SectionInput = { answers: {}, nonAnswers: {} }
const NONE: readonly BuilderSection[] = []

type Width = 'desktop' | 'phone'
const WIDTHS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const

export interface PreviewProps {
  state: Pick<BuilderState, 'name' | 'description' | 'sections'>
  /** Whether the width is fixed to that of a phone, as in a narrow panel. */
  phoneOnly?: boolean | undefined
}

/** Shows the workform as clients see it, with the same controls. Input is not saved. */
export function Preview({ state, phoneOnly }: PreviewProps) {
  const [width, setWidth] = useState<Width>('desktop')
  // By section, so that an answer renders only its own section again.
  const [inputs, setInputs] = useState<Record<string, SectionInput>>({})
  // Deferred, so that a long form does not slow down typing.
  const sections = useDeferredValue(state.sections, NONE).filter((section) => section.fields.length > 0)
  const phone = phoneOnly || width === 'phone'
  const onInput = useCallback<PreviewSectionProps['onInput']>(
    (section, change) => setInputs((all) => ({ ...all, [section]: change(all[section] ?? NOTHING) })),
    [],
  )
  return (
    <div>
      {phoneOnly ? null : (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-base-content/70 text-sm">
            This is what your clients see. What you type here is not saved.
          </p>
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
        <h3 className="wrap-anywhere font-semibold">{cleanLine(state.name) || 'Untitled workform'}</h3>
        {!isBlank(state.description) ? (
          <p className="mt-1 whitespace-pre-line wrap-anywhere text-base-content/70 text-sm">{state.description}</p>
        ) : null}
        {countFields(state.sections) === 0 ? (
          <p className="mt-3 text-base-content/70 text-sm">The fields you add appear here.</p>
        ) : null}
        <div className="mt-4 grid grid-cols-1 gap-3 empty:hidden">
          {sections.map((section) => (
            <PreviewSection
              key={section.key}
              section={section}
              input={inputs[section.key] ?? NOTHING}
              onInput={onInput}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
