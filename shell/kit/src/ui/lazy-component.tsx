import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** A component whose code is loaded after the page. */
export interface LazyComponent<P extends object> {
  /**
   * Renders the component, and `fallback` until it is loaded. Calls `onError` if loading fails; the next mount tries
   * again.
   */
  Component: (props: P & { fallback?: ReactNode; onError?: (() => void) | undefined }) => ReactNode
  /** Preloads the code a while after the page has loaded. Returns a cleanup function. */
  preload: () => () => void
}

/** Delay after which the page has shown its content, in ms. */
const PRELOAD_AFTER_MS = 2_000

/**
 * Creates a component that is loaded when it is first rendered. Unlike with `lazy`, a failure does not unmount anything
 * around it: a layout must work without its popovers.
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
        let mounted = true
        get().then(
          (component) => mounted && setLoaded(() => component),
          () => mounted && onError?.(),
        )
        return () => {
          mounted = false
        }
      }, [Loaded, onError])
      // The remaining props are P, which the compiler cannot see.
      return Loaded ? <Loaded {...(props as unknown as P)} /> : fallback
    },
    preload: () => {
      // A failure does not matter here: the code is requested again when it is needed.
      const timer = setTimeout(() => get().catch(() => undefined), PRELOAD_AFTER_MS)
      return () => clearTimeout(timer)
    },
  }
}
