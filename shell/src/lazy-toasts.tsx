import { onMessage } from '@portal/sdk/toaster'
import { type ComponentType, useEffect, useState } from 'react'

/** By then a page shows what one came for, in ms. */
const AHEAD_AFTER_MS = 2000

/** The toasts, whose code comes a while after the page, or with the first message: sonner keeps what is said before. */
export function LazyToasts() {
  const [Toasts, setToasts] = useState<ComponentType>()
  useEffect(() => {
    const load = (): void =>
      // Where it cannot be had, the next message tries again, or the connection that is back.
      void import(/* webpackChunkName: "toasts" */ './toasts.tsx')
        .then((loaded) => setToasts(() => loaded.Toasts))
        .catch(() => undefined)
    const timer = setTimeout(load, AHEAD_AFTER_MS)
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
