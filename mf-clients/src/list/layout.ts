import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

/** Below the specification's breakpoint of 768 px. */
const SMALL = '(max-width: 767.98px)'
/** From this width on, in px, all columns fit beside each other. */
const WIDE = 860

/** `wide`: five columns. `folded`: company and date under the name. `small`: folded, and the actions in the details only. */
export type TableLayout = 'wide' | 'folded' | 'small'

const subscribe = (changed: () => void): (() => void) => {
  const media = window.matchMedia(SMALL)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** How the table in the element of `ref` is laid out: by the screen, and by the room that a sidebar leaves. */
export function useTableLayout(): { ref: RefObject<HTMLDivElement | null>; layout: TableLayout } {
  const ref = useRef<HTMLDivElement>(null)
  const [wide, setWide] = useState(true)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const look = (): void => setWide(element.clientWidth === 0 || element.clientWidth >= WIDE)
    look()
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const small = useSyncExternalStore(subscribe, () => window.matchMedia(SMALL).matches)
  return { ref, layout: small ? 'small' : wide ? 'wide' : 'folded' }
}
