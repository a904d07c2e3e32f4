import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** What of a long list to render. Heights in px. */
export interface WindowRows {
  /** Goes on the element that holds the rows. */
  body: RefObject<HTMLTableSectionElement | null>
  /** The rows in and near sight. */
  items: VirtualItem[]
  /** Space in the place of the rows before and after them. */
  before: number
  after: number
  /** Ref of every row, which carries its index as `data-index`. */
  measure: (row: HTMLElement | null) => void
}

/** Chooses the rows of a list of `count` that are in or near sight while the page scrolls. `keyOf` gives a row's identity. */
export function useWindowRows(count: number, estimate: number, keyOf: (index: number) => string | number): WindowRows {
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
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this hook's callers
  const rows = useWindowVirtualizer({ count, estimateSize: () => estimate, getItemKey: keyOf, overscan: 12, scrollMargin })
  const items = rows.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return {
    body,
    items,
    before: first ? first.start - scrollMargin : 0,
    after: last ? rows.getTotalSize() - (last.end - scrollMargin) : 0,
    measure: rows.measureElement,
  }
}
