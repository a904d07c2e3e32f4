import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows rendered beyond the visible ones. */
const OVERSCAN = 6

/**
 * Returns the rows to render while the page scrolls, of `count` rows that are `height` px tall,
 * each with the gap to the rendered row above.
 * @param body the element that contains the rows
 * @param pinned a row that is always rendered: the row with the focus
 */
export function useVisibleRows(
  body: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  pinned: number | undefined,
) {
  const [scrollMargin, setScrollMargin] = useState(0)
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
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range)
      return pinned === undefined || near.includes(pinned) ? near : [...near, pinned].sort((a, b) => a - b)
    },
  })
  // The virtualizer caches sizes: measure again when the layout folds.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height])
  const items = virtualizer.getVirtualItems()
  const end = items.at(-1)?.end ?? scrollMargin
  return {
    rows: items.map(({ index, start }, i) => ({ index, gap: start - (items[i - 1]?.end ?? scrollMargin) })),
    /** Height of the rows after the last rendered one. */
    rest: items.length > 0 ? virtualizer.getTotalSize() - (end - scrollMargin) : 0,
  }
}
