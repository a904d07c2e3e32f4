import { cutText } from '@portal/contract/text'
import { acceptsNonAnswer, type WorkformField } from '@portal/contract/fields'
import { NON_ANSWER_NOTE_MAX } from '@portal/contract/limits'
import type { NonAnswerReason } from '@portal/contract/non-answer-texts'
import type { NonAnswer } from '@portal/contract/non-answers'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { firstControl } from '../../ui/focus.tsx'
import { NonAnswerChoices } from './non-answer-choices.tsx'
import { NonAnswerPanel } from './non-answer-panel.tsx'

/** What the form needs that asks the bookkeeper about a question. */
export interface Asking {
  /** Called with the client's words, or '', when the question was sent. */
  onAsked: (note: string) => void
  onCancel: () => void
}

export interface AnswerFrameProps {
  field: WorkformField
  isAnswered: boolean
  nonAnswer: NonAnswer | undefined
  /** Called with a reason, or with null when the client wants to answer after all. */
  onNonAnswer: (fieldId: string, nonAnswer: NonAnswer | null) => void
  /** Renders the form for a client who does not understand the question. */
  renderAsking: (asking: Asking) => ReactNode
  /** The comments on the question. */
  comments?: ReactNode
  /** The control of the field. */
  children: ReactNode
}

/** Renders a question: its control, or why there is no answer, and the comments on it. */
export function AnswerFrame(props: AnswerFrameProps) {
  const { field, isAnswered, nonAnswer, onNonAnswer, renderAsking, comments, children } = props
  const frame = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const swapped = useRef(false)
  const [asking, setAsking] = useState(false)
  const reason = nonAnswer?.reason
  // The button that was pressed is gone.
  useEffect(() => {
    if (!swapped.current) return
    swapped.current = false
    const next = reason ? panel.current : firstControl(frame.current)
    next?.focus()
  }, [reason])
  const swap = (next: NonAnswer | null): void => {
    swapped.current = true
    onNonAnswer(field.id, next)
  }
  const choose = (chosen: NonAnswerReason): void => {
    if (chosen === 'dont_understand') setAsking(true)
    else swap({ reason: chosen, note: '' })
  }
  const onAsked = (note: string): void => {
    setAsking(false)
    swap({ reason: 'dont_understand', note: cutText(note, NON_ANSWER_NOTE_MAX) })
  }
  const isOffered = acceptsNonAnswer(field) && !nonAnswer
  return (
    <div ref={frame} className="min-w-0">
      {nonAnswer ? (
        <NonAnswerPanel
          ref={panel}
          field={field}
          nonAnswer={nonAnswer}
          onNote={(note) => onNonAnswer(field.id, { ...nonAnswer, note })}
          onAnswerInstead={() => swap(null)}
        />
      ) : (
        children
      )}
      <div className="flex flex-wrap items-center gap-x-5">
        {isOffered && !isAnswered && !asking ? <NonAnswerChoices question={field.name} onChoose={choose} /> : null}
        {/* Open comments take the whole width. */}
        <div className="min-w-0 has-[section]:order-1 has-[section]:basis-full">{comments}</div>
      </div>
      {isOffered && asking ? (
        <AskingForm render={renderAsking} onAsked={onAsked} onCancel={() => setAsking(false)} />
      ) : null}
    </div>
  )
}

const AskingForm = ({ render, ...asking }: Asking & { render: AnswerFrameProps['renderAsking'] }): ReactNode =>
  render(asking)
