import { useEffect, useRef } from 'react'

type OnDirty = ((dirty: boolean) => void) | undefined

/** Reports when unsaved work appears or disappears, and when the builder unmounts. */
export function useReportDirty(dirty: boolean, onDirty: OnDirty): void {
  const latest = useRef<OnDirty>(onDirty)
  useEffect(() => {
    latest.current = onDirty
  })
  useEffect(() => latest.current?.(dirty), [dirty])
  useEffect(() => () => latest.current?.(false), [])
}
