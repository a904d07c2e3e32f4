import { cleanText } from '@portal/contract/text'
import type { Flag } from '@portal/contract/answer-review'
import { FLAG_REASONS, FLAG_TEXTS, type FlagReason } from '@portal/contract/flag-texts'
import { FLAG_NOTE_MAX } from '@portal/contract/limits'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { TextField } from '@portal/kit/ui/fields'
import { useSingleKeysOn } from '@portal/sdk'
import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

/** The note with which a non-answer is asked again. */
const ASK_AGAIN = 'This question needs an answer.'

const LABELS: Record<FlagReason, string> = { ...FLAG_TEXTS, other: 'Other reason' }

/** Returns where the unsaved note to an answer is kept. */
export const notePlace = (assignmentId: string, fieldId: string): string => `flag.${assignmentId}.${fieldId}`

export interface FlagPanelProps {
  /** Where the note is kept until it is saved. */
  place: string
  question: string
  /** Whether the client gave a reason in place of an answer, which can only be asked for again. */
  isNonAnswer: boolean
  flag: Flag | undefined
  /** `next` is true when the flag was set by keyboard: the focus then moves to the next answer. */
  onFlag: (flag: Flag, next: boolean) => void
  onClose: () => void
}

/** Asks what is wrong with an answer. A button or a digit chooses the reason; a note is optional. */
export function FlagPanel({ place, question, isNonAnswer, flag, onFlag, onClose }: FlagPanelProps) {
  const draft = useDraft(place, { note: flag?.note ?? (isNonAnswer ? ASK_AGAIN : '') })
  const note = cleanText(draft.value.note)
  const [chosen, setChosen] = useState(flag?.reason)
  const reason = chosen ?? 'other'
  const isReady = note !== '' || reason !== 'other'
  const input = useRef<HTMLInputElement>(null)
  const save = (why: FlagReason, next: boolean): void => onFlag({ reason: why, note: note || null }, next)
  const choose = (why: FlagReason, next: boolean): void => {
    if (why !== 'other') return save(why, next)
    // The note says what the other reason is.
    setChosen(why)
    input.current?.focus()
  }
  const panel = usePanelKeys(isNonAnswer ? undefined : choose, input, onClose)
  return (
    <form
      ref={panel}
      aria-label={`What is wrong with “${question}”?`}
      className={cx(
        'col-span-full grid scroll-mb-28 grid-cols-1 gap-3 rounded-field border border-base-300',
        'bg-base-200/60 p-3',
      )}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) save(reason, true)
      }}
    >
      {isNonAnswer ? null : <Reasons chosen={chosen} onChoose={choose} />}
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          ref={input}
          className="min-w-0 grow basis-64"
          label={isNonAnswer ? 'What to ask' : 'Note to the client (optional)'}
          maxLength={FLAG_NOTE_MAX}
          autoComplete="off"
          // A restored note was being typed, so the focus starts there.
          data-start={draft.restored || undefined}
          {...draft.field('note')}
        />
        <Button type="submit" variant="primary" disabled={!isReady}>
          {isNonAnswer ? 'Ask again' : 'Flag'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

/** A key that types a letter; others have names such as 'Enter'. */
const LETTER = /^\p{L}$/u

/** Where the focus starts, in order of preference. */
const START = ['[data-start]', '[aria-pressed=true]', '[aria-pressed]', 'input']

/**
 * Returns a ref for the panel, which takes the focus. Digits choose a reason, letters are typed into the note instead
 * of being shortcuts of the page, and Escape closes the panel.
 */
function usePanelKeys(
  choose: ReasonsProps['onChoose'] | undefined,
  note: RefObject<HTMLInputElement | null>,
  onClose: () => void,
) {
  const panel = useRef<HTMLFormElement>(null)
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault()
      return onClose()
    }
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || (target instanceof Element && target.matches('input'))) return
    const reason = FLAG_REASONS[Number(key) - 1]
    if (choose && reason) {
      event.preventDefault()
      choose(reason, true)
    } else if (LETTER.test(key)) {
      event.stopPropagation()
      note.current?.focus()
    }
  })
  useEffect(() => {
    const form = panel.current
    const start = START.map((selector) => form?.querySelector<HTMLElement>(selector))
    start.find(Boolean)?.focus({ preventScroll: true })
    form?.scrollIntoView({ block: 'nearest' })
    const listener = (event: KeyboardEvent): void => onKey(event)
    form?.addEventListener('keydown', listener)
    return () => form?.removeEventListener('keydown', listener)
  }, [])
  return panel
}

interface ReasonsProps {
  chosen: FlagReason | undefined
  onChoose: (reason: FlagReason, next: boolean) => void
}

function Reasons({ chosen, onChoose }: ReasonsProps) {
  const showsKeys = useSingleKeysOn()
  return (
    <div className="flex flex-wrap gap-2">
      {FLAG_REASONS.map((reason, i) => (
        <Button
          key={reason}
          size="sm"
          className="pointer-coarse:min-h-11"
          aria-pressed={chosen === reason}
          // A click without a pointer comes from the keyboard.
          onClick={(event: MouseEvent) => onChoose(reason, event.detail === 0)}
        >
          {showsKeys ? (
            <kbd aria-hidden className="kbd kbd-xs pointer-coarse:hidden">
              {i + 1}
            </kbd>
          ) : null}
          {LABELS[reason]}
        </Button>
      ))}
    </div>
  )
}
