import { usePainted } from '@portal/kit/ui/after-paint'
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** The rows of a long list to render. Heights in px. */
export interface WindowRows {
  /** Visible rows in order, each with the height of the gap between it and the rendered row above. */
  rows: { index: number; gap: number }[]
  /** Height of the rows after the last one. */
  after: number
}

/** Rows rendered beyond the visible ones; none in the first render, which should be fast. */
const OVERSCAN = 6
/** Estimated top of the list in rem, until it is measured: measuring forces layout. */
const ESTIMATED_TOP = 18

/** Converts rem to px, following the user's font size. */
export const px = (rem: number): number =>
  rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize || '16')

/**
 * Returns the rows to render while the page scrolls, of `count` rows that are `height` rem tall.
 * @param body the element that contains the rows
 * @param pinned a row that is always rendered: the row with the focus
 */
export function useWindowRows(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
  height: number,
  pinned?: number,
): WindowRows {
  const [scrollMargin, setScrollMargin] = useState(() => px(ESTIMATED_TOP))
  const painted = usePainted()
  useLayoutEffect(() => {
    const element = body.current
    if (!element) return
    // Content above the list can grow (wrapping badges, a narrower window) and move the list down.
    const measure = (): void => setScrollMargin(Math.round(element.getBoundingClientRect().top + window.scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])
  const row = px(height)
  const rangeExtractor = useCallback(
    (range: Range): number[] => {
      const near = defaultRangeExtractor(range)
      return pinned === undefined || near.includes(pinned) ? near : [...near, pinned].sort((a, b) => a - b)
    },
    [pinned],
  )
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => row,
    overscan: painted ? OVERSCAN : 0,
    scrollMargin,
    rangeExtractor,
  })
  // The virtualizer caches sizes: measure again when the layout folds.
  useLayoutEffect(() => rows.measure(), [rows, row])
  const items = rows.getVirtualItems()
  const last = items.at(-1)
  return {
    rows: items.map(({ index, start }, i) => ({ index, gap: start - (items[i - 1]?.end ?? scrollMargin) })),
    after: last ? rows.getTotalSize() - (last.end - scrollMargin) : 0,
  }
}
