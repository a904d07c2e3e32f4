import { type RefObject, useEffect, useSyncExternalStore } from 'react'

/** Whether single keys do something: they get in the way of who speaks to the computer, so they can be switched off (WCAG 2.1.4). */
const KEY = 'portal_single_key_shortcuts'
const CHANGED = 'portal:shortcuts'

const read = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener(CHANGED, changed)
  window.addEventListener('storage', changed)
  return () => {
    window.removeEventListener(CHANGED, changed)
    window.removeEventListener('storage', changed)
  }
}

export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, read)

/** Remembers the choice in this browser. */
export function setShortcutsOn(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // Where nothing may be stored, the choice holds for nobody.
  }
  window.dispatchEvent(new Event(CHANGED))
}

const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable=true]'

/** Whether a key is meant for what has the focus, or for a dialog. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  return (event.target instanceof Element && event.target.closest(TYPING) !== null) || document.querySelector('dialog[open]') !== null
}

/** `/` moves the focus to the search box, its text selected. @returns whether it does */
export function useSearchKey(input: RefObject<HTMLInputElement | null>): boolean {
  const on = useShortcutsOn()
  useEffect(() => {
    if (!on) return
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== '/' || isElsewhere(event) || !input.current) return
      event.preventDefault()
      input.current.focus()
      input.current.select()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [on, input])
  return on
}
