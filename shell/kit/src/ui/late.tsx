import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** A component whose code is no part of what a page needs first. */
export interface Late<P extends object> {
  /** Shows it once it is there, and `meanwhile` before. `onMissing` is told that it cannot be had now; the next one tries again. */
  Show: (props: P & { meanwhile?: ReactNode; onMissing?: (() => void) | undefined }) => ReactNode
  /** Fetches the code when the page has been up for a while, so that nobody waits for it. For an effect: gives what stops it. */
  ahead: () => () => void
}

/** By then a page shows what one came for, in ms. */
const AHEAD_AFTER_MS = 2_000

/**
 * A component that comes later than the page. Unlike `lazy`, one that cannot be had takes nothing down with it: a layout must stand without its
 * popovers.
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): Late<P> {
  let known: ComponentType<P> | undefined
  const get = async (): Promise<ComponentType<P>> => {
    known ??= await load()
    return known
  }
  return {
    Show: ({ meanwhile = null, onMissing, ...props }) => {
      const [Loaded, setLoaded] = useState(() => known)
      useEffect(() => {
        if (Loaded) return undefined
        let wanted = true
        get().then(
          (component) => wanted && setLoaded(() => component),
          () => wanted && onMissing?.(),
        )
        return () => {
          wanted = false
        }
      }, [Loaded, onMissing])
      // What is left of the props is P, which the compiler cannot see.
      return Loaded ? <Loaded {...(props as unknown as P)} /> : meanwhile
    },
    ahead: () => {
      // A failure here is none: it is fetched again when it is wanted.
      const timer = setTimeout(() => get().catch(() => undefined), AHEAD_AFTER_MS)
      return () => clearTimeout(timer)
    },
  }
}
