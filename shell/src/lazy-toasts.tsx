import { onMessage } from '@portal/sdk/toaster'
import { type ComponentType, useEffect, useState } from 'react'

/** Delay before the toasts are loaded in advance, in ms. */
const PRELOAD_AFTER_MS = 2000

/** Loads the toasts some time after the page, or with the first toast. sonner keeps toasts until then. */
export function LazyToasts() {
  const [Toasts, setToasts] = useState<ComponentType>()
  useEffect(() => {
    const load = (): void =>
      // If loading fails, the next toast or the restored connection tries again.
      void import(/* webpackChunkName: "toasts" */ './toasts.tsx')
        .then((loaded) => setToasts(() => loaded.Toasts))
        .catch(() => undefined)
    const timer = setTimeout(load, PRELOAD_AFTER_MS)
    const stop = onMessage(load)
    window.addEventListener('online', load)
    return () => {
      clearTimeout(timer)
      stop()
      window.removeEventListener('online', load)
    }
  }, [])
  return Toasts ? <Toasts /> : null
}
