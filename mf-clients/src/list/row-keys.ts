import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  startTransition,
} from 'react'

/** Where the keyboard stands: a row, and in it one of the elements marked `data-stop`. */
export interface Spot {
  index: number
  stop: number
}

const stopsOf = (row: Element | null | undefined): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>('[data-stop]') ?? []),
]
const indexOf = (row: Element): number => Number(row.getAttribute('data-index'))

/** The row that a key leads to from `index`; undefined where it leads nowhere. */
export function rowFor(key: string, index: number, count: number, page: number): number | undefined {
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
 * Keys in a grid of which only the rows in sight exist: one tab stop (the row of `spot`), arrows from there. The row with the focus is
 * to be kept in existence (`kept`), however far one scrolls.
 */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, count: number, page: () => number) {
  const [spot, setSpot] = useState<Spot>({ index: 0, stop: 0 })
  const [inside, setInside] = useState(false)
  const moving = useRef(false)
  const index = Math.max(0, Math.min(spot.index, count - 1))
  const focusSpot = useCallback((): void => {
    const stops = stopsOf(body.current?.querySelector(`[data-index="${index}"]`))
    const stop = stops[Math.min(spot.stop, stops.length - 1)]
    stop?.focus({ preventScroll: true })
    stop?.closest('tr')?.scrollIntoView?.({ block: 'nearest' })
  }, [body, index, spot.stop])
  // The row that one moves to may only exist after this render.
  useLayoutEffect(() => {
    // A row that went away (deleted here or elsewhere) took the focus with it: its successor has it.
    const lost = inside && document.activeElement === document.body
    if (!moving.current && !lost) return
    moving.current = false
    focusSpot()
  })
  const move = (next: Spot): void => {
    moving.current = true
    setSpot(next)
    setInside(true)
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
    const stop = stopsOf(row).indexOf(target as HTMLElement)
    const at = indexOf(row)
    // What the press itself shows comes first.
    startTransition(() => {
      setInside(true)
      setSpot((now) => (now.index === at && now.stop === stop ? now : { index: at, stop: Math.max(0, stop) }))
    })
  }
  const onBlur = ({ target, relatedTarget }: FocusEvent): void => {
    // A row that is taken out of the document blurs too; then the focus is to come back.
    if (relatedTarget) startTransition(() => setInside(body.current?.contains(relatedTarget) ?? false))
    else queueMicrotask(() => target.isConnected && document.hasFocus() && setInside(false))
  }
  return {
    spot: { index, stop: spot.stop },
    kept: inside ? index : undefined,
    enter: () => move({ index, stop: 0 }),
    handlers: { onKeyDown, onFocus, onBlur },
  }
}
