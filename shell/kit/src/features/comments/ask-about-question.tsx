import { cleanText } from '@portal/contract/text'
import { useDraft } from '../drafts/use-draft.tsx'
import { type Question, useSendComment } from './comments-query.tsx'
import type { Asking } from '../non-answers/answer-frame.tsx'
import { QuestionForm } from './question-form.tsx'

/** The message of a client who does not say what is unclear. */
const DEFAULT_TEXT = 'I don’t understand this question.'

export interface AskAboutQuestionProps extends Question, Asking {}

/**
 * Lets a client who does not understand a question ask the bookkeeper. The message quotes the question, and the agent
 * does not remind the client of the section until the bookkeeper has answered.
 */
export function AskAboutQuestion({ onAsked, onCancel, ...question }: AskAboutQuestionProps) {
  const { assignmentId, field } = question
  const draft = useDraft(`question.${assignmentId}.${field.id}`, { text: '' })
  const sending = useSendComment(question)
  const ask = (): void => {
    const note = cleanText(draft.value.text)
    sending.mutate(
      { message: note || DEFAULT_TEXT, awaits_answer: true },
      {
        onSuccess: () => {
          draft.discard()
          onAsked(note)
        },
      },
    )
  }
  return (
    <QuestionForm
      question={field.name}
      text={draft.field('text')}
      busy={sending.isPending}
      onAsk={ask}
      onCancel={onCancel}
    />
  )
}
