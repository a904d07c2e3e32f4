import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a ref for an element that takes the focus when the focused part of it is gone.
 * @param part changes when a part is removed
 */
export function useKeepFocus<E extends HTMLElement>(part: unknown): RefObject<E | null> {
  const element = useRef<E>(null)
  const before = useRef(part)
  useEffect(() => {
    if (before.current === part) return
    before.current = part
    // After the removed control and a closed dialog, which pass the focus on to the next row.
    queueMicrotask(() => {
      if (document.activeElement === document.body) element.current?.focus({ preventScroll: true })
    })
  }, [part])
  return element
}
