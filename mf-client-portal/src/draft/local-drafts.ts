import type { SessionUser } from '@portal/contract/auth'
import type { Answers } from '@portal/contract/fields'
import { type Journal, openJournal } from './journal.ts'

/** What was typed on this device and the server does not have yet. */
export interface LocalDraft {
  answers: Answers
  /** What they were typed onto: the draft the server had, and its version. */
  base: Answers
  base_version: number
  /** Fingerprints of what was sent on top of that and not answered: the server may have it all the same. */
  sent?: string[]
  /** When it was written, in ms since 1970. */
  at: number
}

/** Keeps drafts on this device, across closed tabs, crashes and lost connections. */
export interface LocalDrafts {
  read(assignmentId: string): LocalDraft | undefined
  write(assignmentId: string, draft: LocalDraft): void
  remove(assignmentId: string): void
  /** Ids of the assignments that have one. */
  list(): string[]
}

/** A change that another tab of this browser made. */
export interface Overheard {
  id: string
  before: LocalDraft | undefined
  after: LocalDraft | undefined
}

const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
const isDraft = (v: unknown): v is LocalDraft =>
  isRecord(v) &&
  isRecord(v['answers']) &&
  isRecord(v['base']) &&
  Number.isInteger(v['base_version']) &&
  Number.isFinite(v['at'])

function parse(text: string | null): LocalDraft | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isDraft(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whose drafts these are: a client of several bookkeepers has those of the record they act as. */
export const ownerOf = ({ id, client_id }: Pick<SessionUser, 'id' | 'client_id'>): string => client_id ?? id

const prefixOf = (owner: string): string => `portal.draft.${owner}.`

function guarded<T>(fallback: T, act: () => T): T {
  try {
    return act()
  } catch {
    // Full or forbidden.
    return fallback
  }
}

function keysOf(storage: Storage, prefix: string): string[] {
  return guarded<string[]>([], () =>
    Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '').filter((k) => k.startsWith(prefix)),
  )
}

/**
 * The drafts of an owner on this device, in two places. Local storage has them before a keystroke is over, and survives a crashed page;
 * but a browser writes it to disk seconds later, so the journal (IndexedDB) has them too, which survives a killed browser.
 */
export function localDraftsOf(
  owner: string,
  storage: Storage = localStorage,
  journal: Journal = openJournal(),
): LocalDrafts {
  const prefix = prefixOf(owner)
  return {
    read: (id) => guarded(undefined, () => parse(storage.getItem(prefix + id))),
    write: (id, draft) => {
      const text = JSON.stringify(draft)
      guarded(undefined, () => storage.setItem(prefix + id, text))
      journal.put(prefix + id, { at: draft.at, text })
    },
    remove: (id) => {
      guarded(undefined, () => storage.removeItem(prefix + id))
      // That it is gone is kept as well: after a killed browser, local storage may still have it.
      journal.put(prefix + id, { at: Date.now(), text: null })
    },
    list: () => keysOf(storage, prefix).map((key) => key.slice(prefix.length)),
  }
}

const restored = new Map<string, Promise<void>>()

/** Brings local storage to where the journal is, once per page: await it before the first draft of the owner is read. */
export function restoreDrafts(
  owner: string,
  storage: Storage = localStorage,
  journal: Journal = openJournal(),
): Promise<void> {
  const prefix = prefixOf(owner)
  const known = restored.get(prefix)
  if (known) return known
  const done = restore(prefix, storage, journal)
  restored.set(prefix, done)
  return done
}

async function restore(prefix: string, storage: Storage, journal: Journal): Promise<void> {
  for (const [key, { at, text }] of await journal.all(prefix)) {
    const here = guarded(undefined, () => parse(storage.getItem(key)))
    if (here && here.at >= at) continue
    guarded(undefined, () => (text === null ? storage.removeItem(key) : storage.setItem(key, text)))
  }
}

/** Calls `listener` when another tab of this browser changes a draft of the owner. Returns the function that stops it. */
export function onOtherTab(owner: string, listener: (change: Overheard) => void): () => void {
  const prefix = prefixOf(owner)
  const hear = ({ key, oldValue, newValue }: StorageEvent): void => {
    if (key?.startsWith(prefix))
      listener({ id: key.slice(prefix.length), before: parse(oldValue), after: parse(newValue) })
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
