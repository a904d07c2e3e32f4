import { useSyncExternalStore } from 'react'

/** Below the specification's breakpoint of 768 px. */
const SMALL = '(max-width: 767.98px)'

const subscribe = (changed: () => void): (() => void) => {
  const media = window.matchMedia(SMALL)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether the window is as narrow as a phone's; re-renders when that changes. */
export function useSmallScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(SMALL).matches)
}
