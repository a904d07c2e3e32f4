import type { NoteWishes, WishesSource } from '@portal/contract/agent'
import type { ClientState } from './client-state.ts'
import type { PlannedFollowUp } from './plan-follow-ups.ts'

/** Wishes that were just read in the notes of an assignment. */
export interface ReadWishes {
  submission_id: string
  wishes: NoteWishes
  source: WishesSource
  hash: string
}

/** The changes for a client, computed from the state that was read. */
export interface ClientUpdate {
  state: ClientState
  /** All planned follow-ups, and those that are due now. */
  rows: readonly PlannedFollowUp[]
  due: readonly PlannedFollowUp[]
  wishes: readonly ReadWishes[]
  /** When to process the client again. */
  next_at: string | null
}

/**
 * The updates whose client has not changed since it was read. Every statement of the batch has this condition,
 * and the last one increments the revision, so an update is applied completely and once, or not at all.
 */
export const CURRENT = `json_each(?) j CROSS JOIN agent_clients g ON g.client_id = j.value ->> 'client'
  AND g.revision = j.value ->> 'revision'`

/** Returns updates as JSON for `CURRENT`, with further properties of each. */
export const updateList = (
  updates: readonly ClientUpdate[],
  more: (d: ClientUpdate) => Record<string, unknown> = () => ({}),
): string =>
  JSON.stringify(
    updates.map((d) => ({ client: d.state.client.client_id, revision: d.state.client.revision, ...more(d) })),
  )
