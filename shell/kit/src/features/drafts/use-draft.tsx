import { useCallback, useEffect, useState } from 'react'
import { type DraftStorage, draftStorage } from './draft-storage.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'

/** A form as it is typed: an object of plain JSON values. */
export interface Draft<T extends object> {
  value: T
  set: (change: Partial<T> | ((now: T) => Partial<T>)) => void
  /** Whether it differs from what is stored. */
  changed: boolean
  /** Whether it began with what an earlier visit left behind. */
  restored: boolean
  /** Goes back to what is stored, and forgets the kept copy: it is saved, or given up. */
  discard: () => void
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

const fits = (kept: unknown, initial: unknown): boolean =>
  initial === null
    ? typeof kept === 'object'
    : typeof kept === typeof initial && Array.isArray(kept) === Array.isArray(initial)

const valueOf = (form: object, key: string): unknown => (form as Record<string, unknown>)[key]

/** Returns the kept changes that still fit the form: an older build may have had other fields. */
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
 * Holds what is typed into a form over what is stored (`initial`, which may change meanwhile), and keeps a copy in this browser
 * until it is saved or discarded. `place` names the form and what it is about, such as `client.<id>`; it counts when the form
 * is mounted. Hand the draft to `Dialog` as `unsaved`.
 */
export function useDraft<T extends object>(place: string, initial: T): Draft<T> {
  const [copy] = useState(() => draftStorage(place))
  const [changes, setChanges] = useState(() => readChanges(copy, initial))
  const [restored, setRestored] = useState(() => Object.keys(changes).length > 0)
  const changed = Object.entries(changes).some(([key, v]) => !same(v, valueOf(initial, key)))
  useEffect(() => {
    if (!changed) {
      copy.drop()
      return undefined
    }
    const keep = (): void => copy.keep(changes)
    keep()
    // Another tab at the same form may have kept its own text, or dropped this one.
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [copy, changes, changed])
  const set: Draft<T>['set'] = (change) =>
    setChanges((now) => ({ ...now, ...(typeof change === 'function' ? change({ ...initial, ...now }) : change) }))
  const discard = useCallback(() => {
    copy.drop()
    setRestored(false)
    setChanges({})
  }, [copy])
  return { value: { ...initial, ...changes }, set, changed, restored, discard }
}

/** A draft of a form that stands in a page: leaving the page asks first. */
export function usePageDraft<T extends object>(place: string, initial: T): Draft<T> {
  const draft = useDraft(place, initial)
  useUnsaved(draft)
  return draft
}
