import { type Answer, type Answers, answerProblem, type WorkformField } from '@portal/contract/fields'
import { SectionBadge } from '@portal/kit/ui/badge'
import { Collapsible } from '@portal/kit/ui/collapsible'
import { Pills } from '@portal/kit/ui/pills'
import { type AnswerProblem, SectionFields } from '@portal/kit/features/answers/section-fields'
import { memo, useCallback, useDeferredValue, useState } from 'react'
import { PreviewFiles } from './preview-files.tsx'
import { type BuilderSection, countFields } from './sections.ts'
import type { BuilderState } from './state.ts'

const renderFiles = (field: WorkformField) => <PreviewFiles field={field} />

interface PreviewSectionProps {
  section: BuilderSection
  answers: Answers
  onAnswer: (section: string, id: string, answer: Answer) => void
}

/**
 * Estimates the height of a section in rem until it is rendered, to limit layout shifts while
 * scrolling.
 */
const estimateHeight = ({ fields }: BuilderSection): number => 4 + 7 * fields.length

const PreviewSection = memo(function PreviewSection({ section, answers, onAnswer }: PreviewSectionProps) {
  const { key } = section
  const [open, setOpen] = useState(true)
  const answer = useCallback((id: string, value: Answer) => onAnswer(key, id, value), [key, onAnswer])
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
          onAnswer={answer}
          renderFiles={renderFiles}
        />
      </Collapsible>
    </div>
  )
})

const NOTHING: Answers = {}
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
  const [answers, setAnswers] = useState<Record<string, Answers>>({})
  // Deferred, so that a long form does not slow down typing.
  const sections = useDeferredValue(state.sections, NONE).filter((section) => section.fields.length > 0)
  const phone = phoneOnly || width === 'phone'
  const onAnswer = useCallback(
    (section: string, id: string, answer: Answer) =>
      setAnswers((all) => ({ ...all, [section]: { ...all[section], [id]: answer } })),
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
        <h3 className="wrap-anywhere font-semibold">{state.name.trim() || 'Untitled workform'}</h3>
        {state.description.trim() ? (
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
              answers={answers[section.key] ?? NOTHING}
              onAnswer={onAnswer}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
