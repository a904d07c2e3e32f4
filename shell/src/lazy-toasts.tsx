import { onMessage } from '@portal/sdk/toaster'
import { lazyCode } from '@portal/sdk'
import { useEffect, useSyncExternalStore } from 'react'

const code = lazyCode(() => import(/* webpackChunkName: "toasts" */ './toasts.tsx'))

/** Delay before the toasts are loaded in advance, in ms. */
const PRELOAD_AFTER_MS = 2000

/** Loads the toasts some time after the page, or with the first toast. sonner keeps toasts until then. */
export function LazyToasts() {
  const loaded = useSyncExternalStore(code.subscribe, code.loaded)
  useEffect(() => {
    // If loading fails, the next toast tries again.
    const load = (): void => void code.load().catch(() => undefined)
    const timer = setTimeout(load, PRELOAD_AFTER_MS)
    const stop = onMessage(load)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return loaded ? <loaded.Toasts /> : null
}
