import type { WorkformField } from '@portal/contract/fields'
import type { DraftAnswers } from './draft-answers.ts'
import type { ReplacedAnswer } from './replaced-answers.ts'

/**
 * `waiting`: only on this device, until the server can be reached. `unkept`: like `waiting`, but the browser refuses to
 * keep it, so it lives in this tab. `full`: not on the server, because the firm has no storage left. `updated`: saved,
 * and just changed by another device.
 */
export type SaveStatus = 'none' | 'saving' | 'saved' | 'updated' | 'waiting' | 'unkept' | 'full' | 'conflict' | 'closed'

/** The draft on the server. */
export interface ServerDraft {
  answers: DraftAnswers
  draft_version: number
  /** Version of the section itself. */
  version: number
  /** The section's fields. */
  fields?: readonly WorkformField[] | undefined
  /** Uploaded files, by field. They are stored separately. */
  files?: DraftAnswers | undefined
}

/**
 * What the form shows. In a conflict, `theirs` is what another device saved, and `disputed` are the ids of the fields
 * to decide on.
 */
export interface DraftState {
  answers: DraftAnswers
  status: SaveStatus
  theirs?: DraftAnswers | undefined
  disputed?: readonly string[] | undefined
  /** Answers that an edit of the workform has replaced, until the client dismisses them. */
  replaced: readonly ReplacedAnswer[]
}

export interface DraftSource {
  save(answers: DraftAnswers, baseVersion: number): Promise<{ draft_version: number; saved_at: string }>
  load(): Promise<ServerDraft>
  /** Moves unsaved answers, from `before` to `after`, to the section that has their fields now. */
  moveAnswers?(before: DraftAnswers, after: DraftAnswers): void
}
