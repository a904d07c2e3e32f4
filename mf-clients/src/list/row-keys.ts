import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { NAME_STOP } from './row.tsx'

/** The position of the keyboard focus: a row, and one of its elements marked `data-stop`. */
interface GridPosition {
  index: number
  stop: number
}

const stopsOf = (row: Element | null | undefined): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>('[data-stop]') ?? []),
]
const indexOf = (row: Element): number => Number(row.getAttribute('data-index'))

/** Returns the row that a key moves to from `index`, or undefined if the key does not move. */
function rowFor(key: string, index: number, count: number, page: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  }
  const wanted = moves[key]
  return wanted === undefined ? undefined : Math.max(0, Math.min(count - 1, wanted))
}

/**
 * Handles keyboard navigation in a virtual grid: one tab stop, and arrow keys from there. The row with the
 * focus (`pinned`) must stay rendered, however far the page is scrolled.
 */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, count: number, page: () => number) {
  const [position, setPosition] = useState<GridPosition>({ index: 0, stop: NAME_STOP })
  const [hasFocus, setHasFocus] = useState(false)
  const isMoving = useRef(false)
  const index = Math.max(0, Math.min(position.index, count - 1))
  // The target row may exist only after this render.
  useLayoutEffect(() => {
    // If the focused row was removed, here or elsewhere, the next row takes the focus.
    const isLost = hasFocus && document.activeElement === document.body
    if (!isMoving.current && !isLost) return
    isMoving.current = false
    const stops = stopsOf(body.current?.querySelector(`[data-index="${index}"]`))
    const stop = stops[Math.min(position.stop, stops.length - 1)]
    stop?.focus({ preventScroll: true })
    stop?.closest('tr')?.scrollIntoView?.({ block: 'nearest' })
  })
  const move = (next: GridPosition): void => {
    isMoving.current = true
    setPosition(next)
    setHasFocus(true)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return
    const row = event.target.closest('tr')
    if (!row) return
    const stops = stopsOf(row)
    const stop = stops.findIndex((s) => s === event.target)
    const next = rowFor(event.key, indexOf(row), count, page())
    if (next !== undefined) move({ index: next, stop: Math.max(0, stop) })
    else if (event.key === 'ArrowRight') move({ index: indexOf(row), stop: Math.min(stops.length - 1, stop + 1) })
    else if (event.key === 'ArrowLeft') move({ index: indexOf(row), stop: Math.max(0, stop - 1) })
    else return
    event.preventDefault()
  }
  const onFocus = ({ target }: FocusEvent): void => {
    const row = target.closest('tr')
    if (!row) return
    setHasFocus(true)
    setPosition({ index: indexOf(row), stop: Math.max(0, stopsOf(row).indexOf(target as HTMLElement)) })
  }
  const onBlur = ({ target, relatedTarget }: FocusEvent): void => {
    // A removed row also blurs; its focus is restored above.
    if (relatedTarget) setHasFocus(body.current?.contains(relatedTarget) ?? false)
    else queueMicrotask(() => target.isConnected && document.hasFocus() && setHasFocus(false))
  }
  return {
    position: { index, stop: position.stop },
    pinned: hasFocus ? index : undefined,
    enter: () => move({ index, stop: NAME_STOP }),
    handlers: { onKeyDown, onFocus, onBlur },
  }
}
