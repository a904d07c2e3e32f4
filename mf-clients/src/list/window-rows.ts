import { usePainted } from '@portal/kit/ui/after-paint'
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** What of a long list to render. Heights in px. */
export interface WindowRows {
  /** The rows in and near sight, in order, each with the space in the place of those between it and the row above. */
  rows: { index: number; gap: number }[]
  /** Space in the place of the rows after them. */
  after: number
}

/** So many rows beyond what is in sight are there before they come into it; none at first, which one waits for. */
const NEAR = 6
/** About where a list begins, in rem, until it is looked at: an element that is measured has the page laid out. */
const BEGINS = 18

/** Pixels of a length in rem, which follows the reader's own font size. */
export const px = (rem: number): number =>
  rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize || '16')

/**
 * Chooses the rows of a list of `count` that are in or near sight while the page scrolls. All rows are `height` rem tall.
 * @param body the element that holds the rows
 * @param kept a row that exists wherever one has scrolled to: the one with the focus
 */
export function useWindowRows(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
  height: number,
  kept?: number,
): WindowRows {
  const [scrollMargin, setScrollMargin] = useState(() => px(BEGINS))
  const painted = usePainted()
  useLayoutEffect(() => {
    const element = body.current
    if (!element) return
    // What stands above the list may grow (wrapping badges, a narrower window): the list then starts lower.
    const look = (): void => setScrollMargin(Math.round(element.getBoundingClientRect().top + window.scrollY))
    look()
    const watch = new ResizeObserver(look)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [body])
  const row = px(height)
  const rangeExtractor = useCallback(
    (range: Range): number[] => {
      const near = defaultRangeExtractor(range)
      return kept === undefined || near.includes(kept) ? near : [...near, kept].sort((a, b) => a - b)
    },
    [kept],
  )
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this hook's callers
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => row,
    overscan: painted ? NEAR : 0,
    scrollMargin,
    rangeExtractor,
  })
  // Sizes are kept until they are said to be others, as when the layout folds.
  useLayoutEffect(() => rows.measure(), [rows, row])
  const items = rows.getVirtualItems()
  const last = items.at(-1)
  return {
    rows: items.map(({ index, start }, i) => ({ index, gap: start - (items[i - 1]?.end ?? scrollMargin) })),
    after: last ? rows.getTotalSize() - (last.end - scrollMargin) : 0,
  }
}
