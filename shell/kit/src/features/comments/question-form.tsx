import { MESSAGE_MAX } from '@portal/contract/limits'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea, type TextAreaProps } from '../../ui/fields.tsx'

export interface QuestionFormProps {
  question: string
  text: Pick<TextAreaProps, 'value' | 'onChange'>
  busy: boolean
  onAsk: () => void
  onCancel: () => void
}

/** Renders the form with which a client asks about a question, which it quotes. Not a form element, as it is in one. */
export function QuestionForm({ question, text, busy, onAsk, onCancel }: QuestionFormProps) {
  const panel = useRef<HTMLElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
    box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section
      ref={panel}
      aria-label={`Ask about ${question}`}
      // Clear of the bars at the edges of the screen.
      className="mt-1 grid scroll-my-20 grid-cols-1 gap-3 rounded-field border border-base-300 bg-base-100 p-3"
    >
      <blockquote className="border-primary border-l-4 pl-3 text-sm wrap-anywhere">{question}</blockquote>
      <TextArea
        ref={box}
        label="What is unclear? (optional)"
        help="Your bookkeeper gets a chat message. There are no reminders for this section until it is answered."
        rows={2}
        maxLength={MESSAGE_MAX}
        {...text}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" busy={busy} onClick={onAsk}>
          Ask your bookkeeper
        </Button>
      </div>
    </section>
  )
}
