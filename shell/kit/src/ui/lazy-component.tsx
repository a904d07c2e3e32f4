import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** A component whose code is no part of what a page needs first. */
export interface LazyComponent<P extends object> {
  /** Shows it once it is there, and `fallback` before. `onError` is told that it cannot be had now; the next one tries again. */
  Component: (props: P & { fallback?: ReactNode; onError?: (() => void) | undefined }) => ReactNode
  /** Fetches the code when the page has been up for a while, so that nobody waits for it. For an effect: gives what stops it. */
  preload: () => () => void
}

/** By then a page shows what one came for, in ms. */
const AHEAD_AFTER_MS = 2_000

/**
 * A component that comes later than the page. Unlike `lazy`, one that cannot be had takes nothing down with it: a layout must stand without its
 * popovers.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  let known: ComponentType<P> | undefined
  const get = async (): Promise<ComponentType<P>> => {
    known ??= await load()
    return known
  }
  return {
    Component: ({ fallback = null, onError, ...props }) => {
      const [Loaded, setLoaded] = useState(() => known)
      useEffect(() => {
        if (Loaded) return undefined
        let wanted = true
        get().then(
          (component) => wanted && setLoaded(() => component),
          () => wanted && onError?.(),
        )
        return () => {
          wanted = false
        }
      }, [Loaded, onError])
      // What is left of the props is P, which the compiler cannot see.
      return Loaded ? <Loaded {...(props as unknown as P)} /> : fallback
    },
    preload: () => {
      // A failure here is none: it is fetched again when it is wanted.
      const timer = setTimeout(() => get().catch(() => undefined), AHEAD_AFTER_MS)
      return () => clearTimeout(timer)
    },
  }
}
