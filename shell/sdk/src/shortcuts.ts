import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { localStore } from './browser-store.ts'

/** Keyboard shortcuts of all pages, and the setting that turns single-key shortcuts off (WCAG 2.1.4). */

/** The keys of a shortcut, in the order in which they are shown, and its effect. */
export type Shortcut = readonly [keys: readonly string[], does: string]
export interface ShortcutGroup {
  title: string
  shortcuts: readonly Shortcut[]
}

const store = getDefaultStore()
const SINGLE_KEYS = 'portal_single_key_shortcuts'
const storedSingleKeys = (): boolean => localStore.getJson(SINGLE_KEYS) !== false
const singleKeysAtom = atom(storedSingleKeys())
singleKeysAtom.onMount = (set) => localStore.onChange(SINGLE_KEYS, () => set(storedSingleKeys()))
const groupsAtom = atom<readonly ShortcutGroup[]>([])

/** Turns single-key shortcuts on or off in this browser. */
export function setSingleKeys(on: boolean): void {
  localStore.set(SINGLE_KEYS, String(on))
  store.set(singleKeysAtom, on)
}

export const useSingleKeysOn = (): boolean => useAtomValue(singleKeysAtom, { store })

/** Returns the shortcuts of everything on screen. */
export const useShortcuts = (): readonly ShortcutGroup[] => useAtomValue(groupsAtom, { store })

/** Lists these shortcuts while the component is mounted. Pass the same object on every render. */
export function useListedShortcuts(group: ShortcutGroup): void {
  useEffect(() => {
    store.set(groupsAtom, (groups) => [...groups, group])
    return () => store.set(groupsAtom, (groups) => groups.filter((other) => other !== group))
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
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    const act = Object.hasOwn(actions, event.key) && !isTaken(event) ? actions[event.key] : undefined
    if (!act) return
    // The key would otherwise be typed into a field that the action focuses.
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!on) return undefined
    const press = (event: KeyboardEvent): void => onKeyDown(event)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on])
  return on
}
