import { inArray } from 'drizzle-orm'
import { followUps } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'
import type { ClientState } from './client-state.ts'
import type { Question } from './question.ts'
import { deliverSteps, type SendContext } from './send-steps.ts'

/** Returns the steps that store the question about held reminders, and notify the bookkeeper when it is time. */
export function questionSteps(at: SendContext, state: ClientState, question: Question | null): Step[] {
  const { client_id, bookkeeper_id } = state.client
  const stored = state.followUps.filter((f) => f.kind === 'question')
  const known = stored.find((f) => f.day === question?.day)
  const outdated = stored.filter((f) => f !== known).map((f) => f.id)
  const asks = question !== null && question.notifies && question.at <= at.now && !known?.ready
  const isCurrent = question === null || (known?.text === question.text && known.subject === question.subject)
  if (outdated.length === 0 && isCurrent && !asks) return []
  return [
    ...(outdated.length > 0 ? [step(at.db.delete(followUps).where(inArray(followUps.id, outdated)))] : []),
    ...(question ? [step(storeQuestion(at, state, question, asks || known?.ready === true))] : []),
    ...(question && asks ? deliverSteps(at, state, { ...question, kind: 'question', source: 'template' }) : []),
    publishToUser({ now: at.queuedAt }, bookkeeper_id, 'follow_up.changed', { client_id }),
  ]
}

function storeQuestion({ db }: SendContext, { client }: ClientState, question: Question, ready: boolean) {
  const { client_id, bookkeeper_id } = client
  const { day, about, subject, text } = question
  const row = { about, subject, text, ready, at: question.at.toISOString(), state: 'asked' as const }
  return db
    .insert(followUps)
    .values({
      ...row,
      id: uuidv7(),
      client_id,
      bookkeeper_id,
      day,
      kind: 'question',
      source: 'template',
      facts_hash: '',
    })
    .onConflictDoUpdate({
      target: [followUps.client_id, followUps.day, followUps.kind, followUps.number],
      set: row,
    })
}
