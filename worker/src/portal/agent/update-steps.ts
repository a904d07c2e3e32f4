import { and, eq, sql } from 'drizzle-orm'
import { agentClients } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'
import type { ClientState } from './client-state.ts'
import type { PlannedFollowUp } from './plan-follow-ups.ts'
import { plannedSteps, rowOf } from './planned-steps.ts'
import type { Question } from './question.ts'
import { questionSteps } from './question-steps.ts'
import { type SendContext, sendSteps } from './send-steps.ts'

/** The changes for a client, computed from the state that was read. */
export interface ClientUpdate {
  state: ClientState
  /** All planned follow-ups, and those that are due now. */
  planned: readonly PlannedFollowUp[]
  due: readonly PlannedFollowUp[]
  /** The question to the bookkeeper while reminders are held; null when they are not. */
  question: Question | null
  /** When to process the client again. */
  next_at: string | null
}

/** Returns whether the planned follow-ups differ from the stored ones. */
function hasChanges({ state, planned, due }: ClientUpdate): boolean {
  const stored = state.followUps.filter((f) => f.state === 'planned')
  const keys = (rows: readonly ReturnType<typeof rowOf>[]) =>
    rows.map((f) => JSON.stringify([f.day, f.kind, f.skip, f.about, f.subject, f.text, f.ready])).toSorted()
  return due.length > 0 || keys(stored).join() !== keys(planned.map(rowOf)).join()
}

/** Returns the steps of an update. They fail with `stale` if the client has changed since the state was read. */
export function updateSteps(at: SendContext, update: ClientUpdate): Step[] {
  const { db } = at
  const { state, planned, due, question, next_at } = update
  const { client_id, revision, bookkeeper_id } = state.client
  const unchanged = and(eq(agentClients.client_id, client_id), eq(agentClients.revision, revision))
  return [
    step(
      db
        .update(agentClients)
        .set({ next_at, revision: sql`${agentClients.revision} + 1` })
        .where(unchanged),
      'stale',
    ),
    ...(hasChanges(update)
      ? [
          ...plannedSteps(db, state.client, planned, at.now),
          publishToUser({ now: at.queuedAt }, bookkeeper_id, 'follow_up.changed', { client_id }),
        ]
      : []),
    ...questionSteps(at, state, question),
    ...due.flatMap((followUp) => sendSteps(at, state, followUp)),
  ]
}
