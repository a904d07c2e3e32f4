import type { Answers } from '@portal/contract/fields'

/**
 * How far what was typed has come. `waiting`: on this device only, until the server can be reached; `updated`: saved, and changed by
 * another device a moment ago.
 */
export type SaveMark = 'none' | 'saving' | 'saved' | 'updated' | 'waiting' | 'conflict' | 'closed'

/** The draft as the server has it. */
export interface ServerDraft {
  answers: Answers
  draft_version: number
  /** Version of the section itself. */
  version: number
  /** Ids of the fields that are written. */
  fields?: readonly string[] | undefined
}

/** What the form shows. In a conflict, `theirs` is what another device saved, and `disputed` names the fields to be decided on. */
export interface DraftState {
  answers: Answers
  mark: SaveMark
  theirs?: Answers | undefined
  disputed?: readonly string[] | undefined
}

export interface DraftSource {
  save(answers: Answers, baseVersion: number): Promise<{ draft_version: number; saved_at: string }>
  load(): Promise<ServerDraft>
  /** Hands over what was typed into fields that are in another section now: from `was` to `now`. */
  moveOut?(was: Answers, now: Answers): void
}
