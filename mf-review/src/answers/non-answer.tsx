import { knownText } from '@portal/contract/known'
import { NON_ANSWER_TEXTS } from '@portal/contract/non-answer-texts'
import type { NonAnswer } from '@portal/contract/non-answers'
import { MessageCircleQuestion } from 'lucide-react'

/** Shows what a client said in place of an answer, so that it cannot be taken for one. */
export function NonAnswerView({ nonAnswer: { reason, note } }: { nonAnswer: NonAnswer }) {
  return (
    <div className="flex gap-2.5 rounded-field border border-base-content/40 border-dashed px-3 py-2 text-sm">
      <MessageCircleQuestion className="mt-0.5 size-4 shrink-0 text-base-content/60" aria-hidden />
      <div className="min-w-0">
        <p className="font-medium">
          <span className="sr-only">No answer: </span>
          {knownText(NON_ANSWER_TEXTS, reason)}
        </p>
        {note ? <p className="mt-0.5 whitespace-pre-wrap wrap-anywhere">{note}</p> : null}
      </div>
    </div>
  )
}
