import { type ComponentType, createElement, use, useEffect, useSyncExternalStore } from 'react'
import { networkError } from './errors.ts'
import { retryDelay } from './retry.ts'

/**
 * What happens to code that is loaded after the page: `waiting` for the connection, or `failed` although there seems to
 * be one.
 */
export type CodeState = 'idle' | 'loading' | 'waiting' | 'failed' | 'ready'

/** A part whose code is loaded after the page. */
export interface LazyCode<T> {
  /**
   * Loads the code once. Without a connection it waits for it. Rejects after some failures; the next call tries again.
   */
  load: () => Promise<T>
  /** Like `load`, but rejects where it would wait for the connection. */
  loadNow: () => Promise<T>
  /** The code, if it is loaded. */
  loaded: () => T | undefined
  state: () => CodeState
  /** Calls `listener` when the state changes. Returns a cleanup function. */
  subscribe: (listener: () => void) => () => void
}

/** Failures before a part that has a connection counts as failed. */
const TRIES = 3

/** Resolves when the browser is back online, or after `ms`. */
export const backOnline = (ms?: number): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    const timer = ms === undefined ? undefined : setTimeout(go, ms)
    window.addEventListener('online', go)
  })

/** Runs `load`. Rejects when the connection is lost, since what is under way may never end. */
async function untilOffline<T>(load: () => Promise<T>): Promise<T> {
  let stop = (): void => undefined
  const lost = new Promise<never>((_, reject) => {
    const refuse = (): void => reject(networkError())
    window.addEventListener('offline', refuse)
    stop = () => window.removeEventListener('offline', refuse)
  })
  return Promise.race([load(), lost]).finally(stop)
}

interface Patience {
  /** Failures with a connection before it rejects. */
  tries?: number
  onWait?: (isWaiting: boolean) => void
}

/** Repeats `load` until it succeeds. Rejects after `tries` failures; those without a connection do not count. */
export async function loadPatiently<T>(load: () => Promise<T>, { tries = TRIES, onWait }: Patience = {}): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await untilOffline(load)
    } catch (error) {
      if (!navigator.onLine) {
        onWait?.(true)
        await backOnline()
        onWait?.(false)
        continue
      }
      failures += 1
      if (failures >= tries) throw error
      await backOnline(retryDelay(failures - 1))
    }
  }
}

/**
 * Makes a part out of an `import()`. Everything that is loaded after the page is loaded in this way, so that it comes
 * by itself when the connection is back, and a screen can say what it waits for.
 */
export function lazyCode<T>(importCode: () => Promise<T>, patience: Pick<Patience, 'tries'> = {}): LazyCode<T> {
  let state: CodeState = 'idle'
  let known: { code: T } | undefined
  let loading: Promise<T> | undefined
  const listeners = new Set<() => void>()
  const become = (next: CodeState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const start = async (): Promise<T> => {
    become('loading')
    const onWait = (isWaiting: boolean): void => become(isWaiting ? 'waiting' : 'loading')
    try {
      known = { code: await loadPatiently(importCode, { ...patience, onWait }) }
      become('ready')
      return known.code
    } catch (error) {
      loading = undefined
      become('failed')
      throw error
    }
  }
  const load = (): Promise<T> => {
    loading ??= start()
    return loading
  }
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const loadNow = (): Promise<T> => {
    let stop = (): unknown => undefined
    const refusal = new Promise<never>((_, reject) => {
      // The state lags behind a connection that has just come back.
      const check = (): void => {
        if (state === 'waiting' && !navigator.onLine) reject(networkError())
      }
      stop = subscribe(check)
      check()
    })
    return Promise.race([load(), refusal]).finally(stop)
  }
  return {
    load,
    loadNow,
    loaded: () => known?.code,
    state: () => state,
    subscribe,
  }
}

/** Loads code while a component is mounted. Returns it, and what it waits for. */
export function useLazyCode<T>(code: LazyCode<T>): { loaded: T | undefined; state: CodeState; retry: () => void } {
  const state = useSyncExternalStore(code.subscribe, code.state)
  const retry = (): void => void code.load().catch(() => undefined)
  useEffect(() => void code.load().catch(() => undefined), [code])
  return { loaded: code.loaded(), state, retry }
}

/** Props of the component `Name` that a module exports. */
export type PropsIn<M, Name extends keyof M> = M[Name] extends ComponentType<infer P extends object> ? P : never

/** Makes the component of a route out of a module. The router shows that it is pending until the module is loaded. */
export function lazyPage<M, Name extends keyof M>(importModule: () => Promise<M>, name: Name) {
  const code = lazyCode(importModule)
  const Page: ComponentType<PropsIn<M, Name>> & { preload?: () => Promise<void> } = (props) =>
    // Which exports are components, the compiler cannot see.
    createElement((code.loaded() ?? use(code.load()))[name] as ComponentType<object>, props)
  Page.preload = async () => {
    await code.load()
    // The router need not wait anymore.
    delete Page.preload
  }
  return Page
}
