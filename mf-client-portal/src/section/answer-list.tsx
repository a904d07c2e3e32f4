import { isAnswered, type WorkformField } from '@portal/contract/fields'
import { nonAnswerText } from '@portal/contract/non-answer-texts'
import { AnswerView } from '@portal/kit/features/answers/answer-view'
import type { SectionContent } from '../draft/draft-answers.ts'

export interface AnswerListProps extends SectionContent {
  fields: readonly WorkformField[]
}

/** Lists answers and files, and why others are missing; empty fields are named together at the end. */
export function AnswerList({ fields, answers, non_answers }: AnswerListProps) {
  const empty = fields.filter(({ id }) => !isAnswered(answers[id]) && !non_answers[id])
  return (
    <dl className="grid grid-cols-1 gap-4">
      {fields
        .filter((field) => !empty.includes(field))
        .map((field) => {
          const nonAnswer = non_answers[field.id]
          return (
            <AnswerView
              key={field.id}
              field={field}
              answer={answers[field.id]}
              instead={nonAnswer ? <span className="font-medium">{nonAnswerText(nonAnswer)}</span> : undefined}
            />
          )
        })}
      {empty.length > 0 ? (
        <div className="min-w-0 rounded-field bg-base-200/70 px-3 py-2.5">
          <dt className="font-medium text-sm">Left empty</dt>
          <dd className="mt-1 wrap-anywhere text-base-content/80 text-sm">
            {empty.map((field) => field.name).join(', ')}
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
