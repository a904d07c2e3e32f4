import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ShownMessage } from './message-bubble.tsx'

/** Pixels from the end within which one is taken to be at the end. */
const NEAR = 120

const fromEnd = (box: HTMLElement): number => box.scrollHeight - box.scrollTop - box.clientHeight

/** The highest place of a message that is in sight. */
function seenIn(box: HTMLElement): number {
  const end = box.getBoundingClientRect().bottom
  const rows = [...box.querySelectorAll<HTMLElement>('[data-seq]')]
  const last = rows.findLast((row) => row.getBoundingClientRect().top < end)
  return Number(last?.dataset['seq'] ?? 0)
}

/** Where a conversation that is opened begins: at the first unread message, else at its end. */
function begin(box: HTMLElement): void {
  const unread = box.querySelector<HTMLElement>('[data-first-unread]')
  box.scrollTop = unread ? unread.offsetTop - box.offsetTop - 48 : box.scrollHeight
}

/**
 * Keeps the end in sight as messages arrive, and the reader's place when older ones are put in front or the keyboard of a phone takes
 * away half of the screen. Tells what comes into sight.
 */
export function useMessageScroll(
  messages: readonly ShownMessage[] | undefined,
  { onSeen, hasNewer }: { onSeen: ((seq: number) => void) | undefined; hasNewer: boolean },
): { box: RefObject<HTMLDivElement | null>; away: boolean; toEnd: () => void } {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef({ first: '', last: '', height: 0, atEnd: true })
  const ending = useRef(false)
  const [away, setAway] = useState(false)
  useLayoutEffect(() => {
    const first = messages?.[0]?.id
    const own = box.current
    if (!own || !first) return
    const last = messages.at(-1)
    const was = before.current
    const known = messages.some((m) => m.id === was.first)
    if (ending.current && !hasNewer) own.scrollTop = own.scrollHeight
    else if (was.first === '' || !known) begin(own)
    else if (first !== was.first) own.scrollTop += own.scrollHeight - was.height
    else if (!hasNewer && (was.atEnd || (last?.state === 'sending' && last.id !== was.last)))
      own.scrollTop = own.scrollHeight
    if (!hasNewer) ending.current = false
    before.current = { first, last: last?.id ?? '', height: own.scrollHeight, atEnd: fromEnd(own) < NEAR }
  }, [messages, hasNewer])
  // After every change of what is shown: another message may have come into sight.
  useEffect(() => {
    const own = box.current
    if (!own) return
    const look = (): void => {
      before.current.atEnd = fromEnd(own) < NEAR
      setAway(fromEnd(own) > 2 * own.clientHeight)
      if (document.visibilityState === 'visible') onSeen?.(seenIn(own))
    }
    // A smaller box (the keyboard of a phone) shows the same end.
    const resized = new ResizeObserver(() => {
      if (before.current.atEnd && !hasNewer) own.scrollTop = own.scrollHeight
    })
    resized.observe(own)
    look()
    own.addEventListener('scroll', look, { passive: true })
    document.addEventListener('visibilitychange', look)
    return () => {
      resized.disconnect()
      own.removeEventListener('scroll', look)
      document.removeEventListener('visibilitychange', look)
    }
  })
  return {
    box,
    away,
    toEnd: () => {
      // Where the newest are still to come, they are gone to when they are there.
      ending.current = hasNewer
      if (box.current) box.current.scrollTop = box.current.scrollHeight
    },
  }
}
