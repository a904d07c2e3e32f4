import { useCallback, useEffect, useRef, useState } from 'react'
import { type DraftStorage, draftStorage } from './draft-storage.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'

/** The state of a form: an object of plain JSON values. */
export interface Draft<T extends object> {
  value: T
  set: (change: Partial<T> | ((now: T) => Partial<T>)) => void
  /** Returns the props of the control of one value. */
  field: <K extends keyof T>(key: K) => { value: T[K]; onChange: (value: T[K]) => void }
  /** Whether it differs from the stored values. */
  changed: boolean
  /** Whether it was restored from an earlier visit. */
  restored: boolean
  /** Returns to the stored values and deletes the local copy. */
  discard: () => void
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

const fits = (kept: unknown, initial: unknown): boolean =>
  initial === null
    ? typeof kept === 'object'
    : typeof kept === typeof initial && Array.isArray(kept) === Array.isArray(initial)

const valueOf = (form: object, key: string): unknown => (form as Record<string, unknown>)[key]

/** Returns the saved changes that still fit the form: an older build may have had other fields. */
function readChanges<T extends object>(copy: DraftStorage, initial: T): Partial<T> {
  const kept = Object.entries(copy.read() ?? {})
  return Object.fromEntries(
    kept.filter(([key, v]) => {
      const stored = valueOf(initial, key)
      return key in initial && fits(v, stored) && !same(v, stored)
    }),
  ) as Partial<T>
}

/**
 * Holds form input on top of `initial`, which may change, and keeps a copy in this browser until it is saved or
 * discarded. `place` identifies the form and its subject, such as `client.<id>`; it is read on mount. Pass the draft
 * to `Dialog` as `unsaved`.
 */
export function useDraft<T extends object>(place: string, initial: T): Draft<T> {
  const [copy] = useState(() => draftStorage(place))
  const [changes, setChanges] = useState(() => readChanges(copy, initial))
  const latest = useRef(changes)
  const [restored, setRestored] = useState(() => Object.keys(changes).length > 0)
  const changed = Object.entries(changes).some(([key, v]) => !same(v, valueOf(initial, key)))
  useEffect(() => {
    if (!changed) {
      copy.clear()
      return undefined
    }
    const save = (): void => copy.save(changes)
    save()
    // Another tab with the same form may have overwritten or deleted this copy.
    window.addEventListener('pagehide', save)
    return () => window.removeEventListener('pagehide', save)
  }, [copy, changes, changed])
  const set: Draft<T>['set'] = (change) => {
    const given = typeof change === 'function' ? change({ ...initial, ...latest.current }) : change
    latest.current = { ...latest.current, ...given }
    // At once, because the page may throw an error when it renders them.
    copy.save(latest.current)
    setChanges(latest.current)
  }
  const discard = useCallback(() => {
    copy.clear()
    latest.current = {}
    setRestored(false)
    setChanges({})
  }, [copy])
  const value = { ...initial, ...changes }
  const field: Draft<T>['field'] = (key) => ({
    value: value[key],
    onChange: (next) => set({ [key]: next } as unknown as Partial<T>),
  })
  return { value, set, field, changed, restored, discard }
}

/** Works like `useDraft`, for a form on a page: navigation asks first. */
export function usePageDraft<T extends object>(place: string, initial: T): Draft<T> {
  const draft = useDraft(place, initial)
  useUnsaved(draft)
  return draft
}
