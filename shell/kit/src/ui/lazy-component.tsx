import { type LazyCode, lazyCode, type PropsIn, useLazyCode } from '@portal/sdk'
import { type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import { ErrorState, NotOffline } from './states.tsx'

/** A component whose code is loaded when it is first rendered. `load` loads it earlier. */
export type LazyComponent<P> = ((props: P) => ReactNode) & { load: () => void }

/** Where the code of a component comes from. */
export type Source<M> = LazyCode<M> | (() => Promise<M>)

export const FAILED = 'This part could not be loaded'

/** What is known of a component whose code is not loaded. */
export interface Unloaded {
  isWaiting: boolean
  hasFailed: boolean
  retry: () => void
}

/** Makes a component of a module. `renderUnloaded` is called until its code is loaded. */
export function lazyWith<M, Name extends keyof M, Extra extends object>(
  source: Source<M>,
  name: Name,
  renderUnloaded: (unloaded: Unloaded, props: PropsIn<M, Name> & Extra) => ReactNode,
): LazyComponent<PropsIn<M, Name> & Extra> {
  const code = typeof source === 'function' ? lazyCode(source) : source
  const Lazy = (props: PropsIn<M, Name> & Extra): ReactNode => {
    const { loaded, state, retry } = useLazyCode(code)
    // Which exports are components, the compiler cannot see.
    if (loaded) return createElement(loaded[name] as ComponentType<object>, props)
    return renderUnloaded({ isWaiting: state === 'waiting', hasFailed: state === 'failed', retry }, props)
  }
  return Object.assign(Lazy, { load: () => void code.load().catch(() => undefined) })
}

/**
 * Creates a part of a page that is loaded when it is first rendered. Shows `fallback` until then, and says what it
 * waits for.
 */
export const lazyComponent = <M, Name extends keyof M>(source: Source<M>, name: Name) =>
  lazyWith<M, Name, { fallback?: ReactNode }>(source, name, ({ isWaiting, hasFailed, retry }, { fallback = null }) => {
    if (isWaiting) return <NotOffline className="py-6" />
    return hasFailed ? <ErrorState title={FAILED} onRetry={retry} className="py-6" /> : fallback
  })

/** Delay after which the page has shown its content, in ms. */
const PRELOAD_AFTER_MS = 2_000

/** Loads code a while after the page, so that it is there when the connection is lost. */
export function usePreload(code: { load: () => unknown }, afterMs = PRELOAD_AFTER_MS): void {
  useEffect(() => {
    const timer = setTimeout(() => void Promise.resolve(code.load()).catch(() => undefined), afterMs)
    return () => clearTimeout(timer)
  }, [code, afterMs])
}
