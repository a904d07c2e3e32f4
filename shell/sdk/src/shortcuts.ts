import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Keyboard shortcuts of all pages: which ones there are, and whether those of a single key do anything (WCAG 2.1.4). */

/** Keys to press, in the order in which they are shown, and what they do. */
export type Shortcut = readonly [keys: readonly string[], does: string]
export interface ShortcutGroup {
  title: string
  shortcuts: readonly Shortcut[]
}

const STORED = 'portal_single_key_shortcuts'
const listeners = new Set<() => void>()
let groups: readonly ShortcutGroup[] = []

const tell = (): void => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return true
  }
}

/** Remembers in this browser whether single keys do anything. */
export function setSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(STORED, on ? 'on' : 'off')
  } catch {
    // Where nothing may be stored, they stay on.
  }
  tell()
}

/** Whether single keys do anything. */
export const useSingleKeysOn = (): boolean => useSyncExternalStore(subscribe, singleKeysOn)

/** Returns the shortcuts of what is on the screen. */
export const useShortcuts = (): readonly ShortcutGroup[] => useSyncExternalStore(subscribe, () => groups)

/** Lists these shortcuts while the component is mounted. The group must be the same object at every render. */
export function useListedShortcuts(group: ShortcutGroup): void {
  useEffect(() => {
    groups = [...groups, group]
    tell()
    return () => {
      groups = groups.filter((other) => other !== group)
      tell()
    }
  }, [group])
}

const TYPING =
  'input, textarea, select, [contenteditable=""], [contenteditable=true], [role=textbox], [role=combobox], [role=menu] *'

/** Whether a key is meant for what has the focus, for the browser, or for a dialog or list that is open. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  if (event.target instanceof Element && event.target.closest(TYPING)) return true
  return document.querySelector('dialog[open], [role=menu], [role=listbox]') !== null
}

/** Runs an action when its key is pressed, while single keys are on. Returns whether they are. */
export function useSingleKeys(actions: Readonly<Record<string, () => void>>): boolean {
  const on = useSingleKeysOn()
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (!on) return undefined
    const press = (event: KeyboardEvent): void => {
      const act = Object.hasOwn(latest.current, event.key) && !isTaken(event) ? latest.current[event.key] : undefined
      if (!act) return
      // The key would otherwise be typed into the field that it leads to.
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on])
  return on
}
