import { useCallback, useSyncExternalStore } from 'react'

/** Returns whether a media query matches; re-renders when that changes. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Returns whether the screen is below the mobile breakpoint of 768 px. */
export const useMobile = (): boolean => useMedia('(max-width: 767.98px)')
