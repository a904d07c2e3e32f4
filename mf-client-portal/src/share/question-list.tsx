import { countOf } from '@portal/kit/ui/count'
import { weekdayAndDate } from '@portal/kit/ui/time'
import { useEffect, useRef } from 'react'
import type { FileQuestion } from './file-questions.ts'

export interface QuestionListProps {
  questions: readonly FileQuestion[]
  /** Whether some sections could not be loaded. */
  hasMissing: boolean
  onChoose: (question: FileQuestion) => void
}

/** Renders the questions that can be answered with files. Those that take none of them say why. */
export function QuestionList({ questions, hasMissing, onChoose }: QuestionListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // A dialog that opened without them has focused the button that discards the files.
    list.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])
  return (
    <>
      {questions.length > 0 ? (
        <ul ref={list} aria-label="Questions" className="grid grid-cols-1 gap-2">
          {questions.map((question, i) => (
            <li key={`${question.place.assignmentId} ${question.place.fieldId}`}>
              <Question question={question} isFirst={i === 0} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm">
          None of your open sections asks for a file. You can send it to your bookkeeper in the chat.
        </p>
      )}
      {hasMissing ? (
        <p className="text-base-content/70 text-sm">
          Some sections could not be loaded, so their questions are missing here.
        </p>
      ) : null}
    </>
  )
}

interface QuestionProps extends Pick<QuestionListProps, 'onChoose'> {
  question: FileQuestion
  isFirst: boolean
}

function Question({ question, isFirst, onChoose }: QuestionProps) {
  const { name, section, workform, due, good, refused } = question
  return (
    <button
      type="button"
      disabled={good.length === 0}
      data-autofocus={(isFirst && good.length > 0) || undefined}
      className={
        'grid w-full cursor-pointer gap-0.5 rounded-field border border-base-300 px-4 py-3 text-left text-sm ' +
        'enabled:hover:bg-base-200 disabled:cursor-not-allowed disabled:bg-base-200/60'
      }
      onClick={() => onChoose(question)}
    >
      <span className="font-medium wrap-anywhere">{name}</span>
      <span className="text-base-content/70 wrap-anywhere">
        {section} · {workform}
        {due === null ? null : ` · due ${weekdayAndDate(due)}`}
      </span>
      {refused.length > 0 ? <span className="wrap-anywhere">{problemOf(question)}</span> : null}
    </button>
  )
}

/** Returns why a question does not take all files. */
function problemOf({ good, refused: [first, ...others] }: FileQuestion): string {
  if (good.length > 0) return `Takes only ${countOf(good.length, 'file')} of ${good.length + others.length + 1}.`
  return first?.reason ?? ''
}
