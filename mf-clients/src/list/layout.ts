import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

/** Screens narrower than the mobile breakpoint of 768 px. */
const SMALL = '(max-width: 767.98px)'
/** Smallest width in px at which all columns fit. */
const WIDE = 860

/**
 * `wide`: five columns. `folded`: company and date below the name. `small`: like `folded`, without
 * actions.
 */
export type TableLayout = 'wide' | 'folded' | 'small'

const subscribe = (onChange: () => void): (() => void) => {
  const media = window.matchMedia(SMALL)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Returns the layout that fits the screen and the width of the element with `ref`. */
export function useTableLayout(): { ref: RefObject<HTMLDivElement | null>; layout: TableLayout } {
  const ref = useRef<HTMLDivElement>(null)
  const [wide, setWide] = useState(true)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (): void => setWide(element.clientWidth === 0 || element.clientWidth >= WIDE)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const small = useSyncExternalStore(subscribe, () => window.matchMedia(SMALL).matches)
  return { ref, layout: small ? 'small' : wide ? 'wide' : 'folded' }
}
