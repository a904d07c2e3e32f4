import { useSyncExternalStore } from 'react'

const followNetwork = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Returns true while the browser is offline. */
export function useOffline(): boolean {
  return useSyncExternalStore(followNetwork, () => !navigator.onLine)
}
