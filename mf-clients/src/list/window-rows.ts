import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** What of a long list to render. Heights in px. */
export interface WindowRows {
  /** Goes on the element that holds the rows. */
  body: RefObject<HTMLTableSectionElement | null>
  /** Indexes of the rows in and near sight, in order. */
  indexes: number[]
  /** Space in the place of the rows before and after them. */
  before: number
  after: number
}

/** Pixels of a length in rem, which follows the reader's own font size. */
const px = (rem: number): number => rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize || '16')

/** Chooses the rows of a list of `count` that are in or near sight while the page scrolls. All rows are `height` rem tall. */
export function useWindowRows(count: number, height: number): WindowRows {
  const body = useRef<HTMLTableSectionElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const element = body.current
    if (!element) return
    // What stands above the list may grow (wrapping badges, a narrower window): the list then starts lower.
    const look = (): void => setScrollMargin(Math.round(element.getBoundingClientRect().top + window.scrollY))
    look()
    const watch = new ResizeObserver(look)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])
  const row = px(height)
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this hook's callers
  const rows = useWindowVirtualizer({ count, estimateSize: () => row, overscan: 10, scrollMargin })
  // Sizes are kept until they are said to be others, as when the layout folds.
  useLayoutEffect(() => rows.measure(), [rows, row])
  const items = rows.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return {
    body,
    indexes: items.map((item) => item.index),
    before: first ? first.start - scrollMargin : 0,
    after: last ? rows.getTotalSize() - (last.end - scrollMargin) : 0,
  }
}
