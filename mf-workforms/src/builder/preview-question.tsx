import { cleanLine } from '@portal/contract/text'
import { QuestionForm } from '@portal/kit/features/comments/question-form'
import { AnswerFrame, type AnswerFrameProps, type Asking } from '@portal/kit/features/non-answers/answer-frame'
import { useState } from 'react'

/** Renders a question as clients see it, with what they can say in place of an answer. Nothing is sent. */
export function PreviewQuestion(props: Omit<AnswerFrameProps, 'renderAsking' | 'comments'>) {
  const { name } = props.field
  return <AnswerFrame {...props} renderAsking={(asking) => <PreviewAsking {...asking} question={name} />} />
}

function PreviewAsking({ question, onAsked, onCancel }: Asking & { question: string }) {
  const [value, onChange] = useState('')
  return (
    <QuestionForm
      question={question}
      text={{ value, onChange }}
      busy={false}
      onAsk={() => onAsked(cleanLine(value))}
      onCancel={onCancel}
    />
  )
}
