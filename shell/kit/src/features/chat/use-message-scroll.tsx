import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ShownMessage } from './message-bubble.tsx'

/** Distance from the end, in px, within which the log counts as scrolled to the end. */
const AT_END_PX = 120

const fromEnd = (box: HTMLElement): number => box.scrollHeight - box.scrollTop - box.clientHeight

/** Returns the highest `seq` that is visible. */
function seenIn(box: HTMLElement): number {
  const end = box.getBoundingClientRect().bottom
  const rows = [...box.querySelectorAll<HTMLElement>('[data-seq]')]
  const last = rows.findLast((row) => row.getBoundingClientRect().top < end)
  return Number(last?.dataset['seq'] ?? 0)
}

/** Scrolls to the first unread message, or to the end. */
function scrollToStart(box: HTMLElement): void {
  const unread = box.querySelector<HTMLElement>('[data-first-unread]')
  box.scrollTop = unread ? unread.offsetTop - box.offsetTop - 48 : box.scrollHeight
}

/**
 * Keeps the end visible as messages arrive, and the reader's position when older messages are prepended or a phone's
 * keyboard opens. Reports which messages become visible.
 */
export function useMessageScroll(
  messages: readonly ShownMessage[] | undefined,
  { onSeen, hasNewer }: { onSeen: ((seq: number) => void) | undefined; hasNewer: boolean },
) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef({ first: '', last: '', height: 0, atEnd: true })
  const ending = useRef(false)
  const [away, setAway] = useState(false)
  useLayoutEffect(() => {
    const first = messages?.[0]?.id
    const element = box.current
    if (!element || !first) return
    const last = messages.at(-1)
    const was = before.current
    const known = messages.some((m) => m.id === was.first)
    if (ending.current && !hasNewer) element.scrollTop = element.scrollHeight
    else if (was.first === '' || !known) scrollToStart(element)
    else if (first !== was.first) element.scrollTop += element.scrollHeight - was.height
    else if (!hasNewer && (was.atEnd || (last?.state === 'sending' && last.id !== was.last)))
      element.scrollTop = element.scrollHeight
    if (!hasNewer) ending.current = false
    before.current = { first, last: last?.id ?? '', height: element.scrollHeight, atEnd: fromEnd(element) < AT_END_PX }
  }, [messages, hasNewer])
  const look = (): void => {
    const element = box.current
    if (!element) return
    before.current.atEnd = fromEnd(element) < AT_END_PX
    setAway(fromEnd(element) > 2 * element.clientHeight)
    if (document.visibilityState === 'visible') onSeen?.(seenIn(element))
  }
  // After every render: another message may have become visible.
  useEffect(look)
  const onVisibilityChange = useEffectEvent(look)
  // When a phone's keyboard shrinks the box, keep the end visible.
  const onResize = useEffectEvent(() => {
    if (box.current && before.current.atEnd && !hasNewer) box.current.scrollTop = box.current.scrollHeight
  })
  useEffect(() => {
    const resized = new ResizeObserver(() => onResize())
    const visible = (): void => onVisibilityChange()
    if (box.current) resized.observe(box.current)
    document.addEventListener('visibilitychange', visible)
    return () => {
      resized.disconnect()
      document.removeEventListener('visibilitychange', visible)
    }
  }, [])
  return {
    box,
    away,
    /** Reports what is visible; for the box's `onScroll`. */
    look,
    toEnd: () => {
      // Until the newest messages are loaded, remember to scroll to them.
      ending.current = hasNewer
      if (box.current) box.current.scrollTop = box.current.scrollHeight
    },
  }
}
