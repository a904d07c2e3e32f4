import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Keyboard shortcuts of all pages, and the setting that turns single-key shortcuts off (WCAG 2.1.4). */

/** The keys of a shortcut, in the order in which they are shown, and its effect. */
export type Shortcut = readonly [keys: readonly string[], does: string]
export interface ShortcutGroup {
  title: string
  shortcuts: readonly Shortcut[]
}

const STORED = 'portal_single_key_shortcuts'
const listeners = new Set<() => void>()
let groups: readonly ShortcutGroup[] = []

const notify = (): void => {
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

/** Turns single-key shortcuts on or off in this browser. */
export function setSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(STORED, on ? 'on' : 'off')
  } catch {
    // Without storage they stay on.
  }
  notify()
}

/** Returns whether single-key shortcuts are on. */
export const useSingleKeysOn = (): boolean => useSyncExternalStore(subscribe, singleKeysOn)

/** Returns the shortcuts of everything on screen. */
export const useShortcuts = (): readonly ShortcutGroup[] => useSyncExternalStore(subscribe, () => groups)

/** Lists these shortcuts while the component is mounted. Pass the same object on every render. */
export function useListedShortcuts(group: ShortcutGroup): void {
  useEffect(() => {
    groups = [...groups, group]
    notify()
    return () => {
      groups = groups.filter((other) => other !== group)
      notify()
    }
  }, [group])
}

const TYPING = [
  'input, textarea, select, [contenteditable=""], [contenteditable=true]',
  '[role=textbox], [role=combobox], [role=menu] *',
].join()

/** Returns whether a key belongs to the focused element, the browser, or an open dialog or list. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  if (event.target instanceof Element && event.target.closest(TYPING)) return true
  return document.querySelector('dialog[open], [role=menu], [role=listbox]') !== null
}

/** Runs an action when its key is pressed and single-key shortcuts are on. Returns whether they are on. */
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
      // The key would otherwise be typed into a field that the action focuses.
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on])
  return on
}
