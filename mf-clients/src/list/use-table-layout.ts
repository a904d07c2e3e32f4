import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Screens narrower than the mobile breakpoint of 768 px. */
const SMALL = '(max-width: 767.98px)'
/** Smallest width in px at which all columns fit. */
const WIDE = 860

/** `wide`: five columns. `folded`: company and date below the name. `small`: like `folded`, without actions. */
export type TableLayout = 'wide' | 'folded' | 'small'

const subscribe = (onChange: () => void): (() => void) => {
  const media = window.matchMedia(SMALL)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Returns the layout that fits the screen and the width of the element. */
export function useTableLayout(ref: RefObject<HTMLElement | null>): TableLayout {
  const [isWide, setIsWide] = useState(true)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (): void => setIsWide(element.clientWidth === 0 || element.clientWidth >= WIDE)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  const isSmall = useSyncExternalStore(subscribe, () => window.matchMedia(SMALL).matches)
  return isSmall ? 'small' : isWide ? 'wide' : 'folded'
}
