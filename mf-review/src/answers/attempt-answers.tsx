import type { SectionAttempt } from '@portal/contract/answer-review'
import type { WorkformField } from '@portal/contract/fields'
import { flagText } from '@portal/contract/flag-texts'
import type { ReactNode } from 'react'
import { usePreview } from '../files/use-preview.tsx'
import { contentIn } from './changes.ts'
import { FieldContentView } from './field-content-view.tsx'
import { FlagText } from './flag-text.tsx'

export interface AttemptAnswersProps {
  attempt: SectionAttempt
  /** Rendered below the answer to a question. */
  below?: (field: WorkformField) => ReactNode
}

/** Shows the answers of a submission, read-only, with the flags of its review. */
export function AttemptAnswers({ attempt, below }: AttemptAnswersProps) {
  const { onPreview, dialog } = usePreview()
  return (
    <>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-2 lg:[&>div:has(ul)]:col-span-full">
        {attempt.fields.map((field) => {
          const flag = attempt.flags.find(({ field_id }) => field_id === field.id)?.flag
          return (
            <div key={field.id} className="min-w-0 wrap-anywhere text-sm">
              <dt className="text-base-content/70">{field.name}</dt>
              <dd className="mt-1 grid grid-cols-1 gap-1">
                <FieldContentView field={field} content={contentIn(attempt, field)} onPreview={onPreview} />
                {flag ? <FlagText>{flagText(flag)}</FlagText> : null}
                {below?.(field)}
              </dd>
            </div>
          )
        })}
      </dl>
      {dialog}
    </>
  )
}
