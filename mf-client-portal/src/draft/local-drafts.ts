import type { SessionUser } from '@portal/contract/auth'
import type { Answers } from '@portal/contract/fields'
import { isObject } from '@portal/contract/is-object'
import type { NonAnswers } from '@portal/contract/non-answers'
import { localStore } from '@portal/sdk'
import { type DraftAnswers, joinContent, splitContent } from './draft-answers.ts'
import { type Journal, openJournal } from './journal.ts'

/** Answers that are on this device but not on the server yet. */
export interface LocalDraft {
  answers: DraftAnswers
  /** The server's draft that the answers are based on, and its version. */
  base: DraftAnswers
  base_version: number
  /** Fingerprints of unconfirmed saves: the server may have them nevertheless. */
  sent?: string[]
  /** Time of writing, in ms since 1970. */
  at: number
}

/** Stores drafts on this device, so that they survive closed tabs, crashes and lost connections. */
export interface LocalDrafts {
  read(assignmentId: string): LocalDraft | undefined
  /** Returns whether it is sure that the browser keeps it. */
  write(assignmentId: string, draft: LocalDraft): boolean
  remove(assignmentId: string): void
  /** Returns the ids of the assignments with a draft. */
  list(): string[]
}

/** A change in another tab of this browser. */
export interface TabChange {
  id: string
  before: LocalDraft | undefined
  after: LocalDraft | undefined
}

/** A draft in storage. Non-answers are apart, so that an older version of the page reads only answers. */
interface StoredDraft extends Omit<LocalDraft, 'answers' | 'base'> {
  answers: Answers
  base: Answers
  non_answers?: NonAnswers
  base_non_answers?: NonAnswers
}

const isDraft = (v: unknown): v is StoredDraft =>
  isObject(v) &&
  isObject(v['answers']) &&
  isObject(v['base']) &&
  Number.isInteger(v['base_version']) &&
  Number.isFinite(v['at'])

function toLocal({ non_answers = {}, base_non_answers = {}, ...stored }: StoredDraft): LocalDraft {
  return {
    ...stored,
    answers: joinContent({ answers: stored.answers, non_answers }),
    base: joinContent({ answers: stored.base, non_answers: base_non_answers }),
  }
}

function toStored(draft: LocalDraft): StoredDraft {
  const base = splitContent(draft.base)
  return { ...draft, ...splitContent(draft.answers), base: base.answers, base_non_answers: base.non_answers }
}

function parse(text: string | null): LocalDraft | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isDraft(value) ? toLocal(value) : undefined
  } catch {
    return undefined
  }
}

/** Returns the owner of local drafts: for a client of several bookkeepers, the client record they act as. */
export const ownerOf = ({ id, client_id }: Pick<SessionUser, 'id' | 'client_id'>): string => client_id ?? id

const prefixOf = (owner: string): string => `portal.draft.${owner}.`

/**
 * Returns the local drafts of an owner. Local storage has each keystroke immediately and survives a crashed page,
 * but browsers write it to disk seconds later. The journal (IndexedDB) also survives a killed browser.
 */
export function localDraftsOf(owner: string, journal: Journal = openJournal()): LocalDrafts {
  const prefix = prefixOf(owner)
  return {
    read: (id) => parse(localStore.get(prefix + id)),
    write: (id, draft) => {
      const text = JSON.stringify(toStored(draft))
      journal.put(prefix + id, { at: draft.at, text })
      return localStore.set(prefix + id, text)
    },
    remove: (id) => {
      localStore.remove(prefix + id)
      // Record the deletion: after a crash of the browser, local storage may still have the draft.
      journal.put(prefix + id, { at: Date.now(), text: null })
    },
    list: () => localStore.keys(prefix).map((key) => key.slice(prefix.length)),
  }
}

const restored = new Map<string, Promise<void>>()

/**
 * Brings local storage up to date with the journal, once per page. Await it before reading the first draft of the
 * owner.
 */
export function restoreDrafts(owner: string, journal: Journal = openJournal()): Promise<void> {
  const prefix = prefixOf(owner)
  const known = restored.get(prefix)
  if (known) return known
  const done = restore(prefix, journal)
  restored.set(prefix, done)
  return done
}

async function restore(prefix: string, journal: Journal): Promise<void> {
  for (const [key, { at, text }] of await journal.all(prefix)) {
    const here = parse(localStore.get(key))
    if (here && here.at >= at) continue
    if (text === null) localStore.remove(key)
    else localStore.set(key, text)
  }
}

/** Calls `listener` when another tab changes a draft of the owner. Returns a cleanup function. */
export function onTabChange(owner: string, listener: (change: TabChange) => void): () => void {
  const prefix = prefixOf(owner)
  return localStore.onChange(prefix, ({ key, oldValue, newValue }) => {
    if (key !== null) listener({ id: key.slice(prefix.length), before: parse(oldValue), after: parse(newValue) })
  })
}
