import { type RefObject, useLayoutEffect, useState } from 'react'

const INITIAL_WIDTH = 640
const LEAST_WIDTH = 240

/** Returns the width of an element as it changes. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(INITIAL_WIDTH)
  // Before the paint, so that a chart never appears wider than its place.
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const fit = (available: number): void => setWidth(Math.max(LEAST_WIDTH, Math.floor(available)))
    fit(element.clientWidth)
    const observer = new ResizeObserver(([entry]) => {
      if (entry) fit(entry.contentRect.width)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
