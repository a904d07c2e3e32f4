import { NON_ANSWER_TEXTS, NON_ANSWERS, type NonAnswerReason } from '@portal/contract/non-answer-texts'
import { Button } from '../../ui/button.tsx'
import { useId, useRef, useState } from 'react'

export interface NonAnswerChoicesProps {
  question: string
  onChoose: (reason: NonAnswerReason) => void
}

/** Lets the client say why there is no answer. The choices are only shown on request, since most questions have one. */
export function NonAnswerChoices({ question, onChoose }: NonAnswerChoicesProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={toggle}
        size="sm"
        variant="quiet"
        className="mt-1 -ml-3 font-normal text-base-content/80"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        I can’t answer this
        <span className="sr-only"> question: {question}</span>
      </Button>
      <div id={id} className="basis-full empty:hidden">
        {open ? (
          // Escape closes the group from any button.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <div
            role="group"
            aria-label={`Why is there no answer to ${question}?`}
            className="mt-1 mb-2 flex flex-wrap gap-2"
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.stopPropagation()
              setOpen(false)
              toggle.current?.focus()
            }}
          >
            {NON_ANSWERS.map((reason) => (
              <Button
                key={reason}
                size="sm"
                className="whitespace-nowrap max-sm:flex-[1_1_auto]"
                onClick={() => onChoose(reason)}
              >
                {NON_ANSWER_TEXTS[reason]}
              </Button>
            ))}
          </div>
        ) : null}
      </div>
    </>
  )
}
