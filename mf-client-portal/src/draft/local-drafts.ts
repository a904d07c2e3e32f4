import type { Answers } from '@portal/contract/fields'

/** What was typed on this device and the server does not have yet. */
export interface LocalDraft {
  answers: Answers
  /** What they were typed onto: the draft the server had, and its version. */
  base: Answers
  base_version: number
  /** When it was written, in ms since 1970. */
  at: number
}

/** Keeps drafts on this device, across closed tabs and lost connections. */
export interface LocalDrafts {
  read(assignmentId: string): LocalDraft | undefined
  write(assignmentId: string, draft: LocalDraft): void
  remove(assignmentId: string): void
  /** Ids of the assignments that have one. */
  list(): string[]
}

const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
const isDraft = (v: unknown): v is LocalDraft =>
  isRecord(v) && isRecord(v['answers']) && isRecord(v['base']) && Number.isInteger(v['base_version']) && Number.isFinite(v['at'])

function parse(text: string | null): LocalDraft | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isDraft(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The drafts of a user in local storage. Where the browser keeps nothing, the server's copy is the only one. */
export function localDraftsOf(userId: string, storage: Storage = localStorage): LocalDrafts {
  const prefix = `portal.draft.${userId}.`
  const guarded = <T>(fallback: T, act: () => T): T => {
    try {
      return act()
    } catch {
      // Full or forbidden.
      return fallback
    }
  }
  return {
    read: (id) => guarded(undefined, () => parse(storage.getItem(prefix + id))),
    write: (id, draft) => guarded(undefined, () => storage.setItem(prefix + id, JSON.stringify(draft))),
    remove: (id) => guarded(undefined, () => storage.removeItem(prefix + id)),
    list: () =>
      guarded<string[]>([], () =>
        Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '').flatMap((key) =>
          key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
        ),
      ),
  }
}
