import { useEffect, useRef } from 'react'

type OnDirty = ((dirty: boolean) => void) | undefined

/** Tells whoever mounted the builder when unsaved work appears and goes away, at the latest with the builder itself. */
export function useReportedDirt(dirty: boolean, onDirty: OnDirty): void {
  const latest = useRef<OnDirty>(onDirty)
  useEffect(() => {
    latest.current = onDirty
  })
  useEffect(() => latest.current?.(dirty), [dirty])
  useEffect(() => () => latest.current?.(false), [])
}
