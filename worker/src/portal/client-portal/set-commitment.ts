import { lastCommitmentDay } from '@portal/contract/commitment-rules'
import { addDays, shortDate } from '@portal/contract/dates'
import { and, eq, exists, notExists, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { ClientContext } from '../../context.ts'
import { bookClientWorkforms, commitments } from '../../platform/db/schema/index.ts'
import { isShown } from '../../platform/db/archived.ts'
import { isOpen } from '../../platform/db/section-phase.ts'
import { check, commit, type Step, step } from '../../platform/db/write.ts'
import { invalidInput } from '../../errors.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { publishToClient, publishToUser } from '../../platform/outbox/enqueue.ts'
import { isOpenCommitment } from '../sections/commitment-state.ts'
import { instantAt, localTime } from '../../platform/time/time-zone.ts'
import { limitRepeats } from './limit-repeats.ts'
import { type OwnAssignment, ownAssignment } from './own-commitment.ts'

/** Returns a condition: it is the open commitment about an assignment. */
const isCurrent = ({ now }: ClientContext, { submission_id }: OwnAssignment): SQL | undefined =>
  and(eq(commitments.submission_id, submission_id), isOpenCommitment(now))

/** Returns steps that log a change of a commitment, and show it to both sides. */
function announceSteps(ctx: ClientContext, workformId: string, assignment: OwnAssignment, day: string | null): Step[] {
  const { clientId } = ctx.actor
  const { submission_id, bookkeeper_id, workform_name } = assignment
  const ids = { workform_id: workformId, client_id: clientId }
  return [
    publishToUser(ctx, bookkeeper_id, 'submission.changed', ids),
    publishToUser(ctx, bookkeeper_id, 'follow_up.changed', { client_id: clientId }),
    publishToUser(ctx, bookkeeper_id, 'notification.created', ids),
    publishToClient(ctx, clientId, 'submission.changed', ids),
    audit(ctx, {
      action: day === null ? 'commitment.withdrawn' : 'commitment.made',
      subjectType: 'assignment',
      subjectId: submission_id,
      clientId,
      detail: { workform_id: workformId, name: workform_name, day: day ?? assignment.promised },
    }),
  ]
}

/** @throws AppError `invalid_input` for a day that has passed, or is later than can be promised */
function checkDay({ now }: ClientContext, assignment: OwnAssignment, day: string): void {
  const { time_zone, due, promised_since } = assignment
  const today = localTime(time_zone, now).day
  const since = promised_since === null ? today : localTime(time_zone, new Date(promised_since)).day
  const last = lastCommitmentDay(due, today, since)
  if (day >= today && day <= last) return
  throw invalidInput('day', `Please choose a day from ${shortDate(today)} to ${shortDate(last)}.`)
}

/**
 * Promises to send a workform by a day. Reminders about it pause until the day after. A second promise replaces the
 * first; one that was missed stays.
 * @throws AppError `not_found`, `archived`, `section_locked`, `invalid_input`, `too_many_requests`
 */
export async function setCommitment(ctx: ClientContext, workformId: string, day: string): Promise<void> {
  const { db, now } = ctx
  const assignment = await ownAssignment(ctx, workformId)
  checkDay(ctx, assignment, day)
  if (assignment.promised === day) return
  await limitRepeats(ctx, 'promise')
  const { submission_id, bookkeeper_id, time_zone, promised_since } = assignment
  const [at, ends_at] = [now.toISOString(), instantAt(time_zone, addDays(day, 1), 0).toISOString()]
  const sections = bookClientWorkforms
  const open = db
    .select({ id: sections.id })
    .from(sections)
    .where(and(eq(sections.submission_id, submission_id), isOpen(sections.status), isShown(sections.hidden_by)))
  const current = db.select({ id: commitments.id }).from(commitments).where(isCurrent(ctx, assignment))
  await commit(ctx, [
    check('section_locked', exists(open)),
    // A promise that was withdrawn is only kept for the bell, until the next one.
    step(db.delete(commitments).where(and(eq(commitments.submission_id, submission_id), commitments.withdrawn))),
    step(sql`INSERT INTO ${commitments} (id, submission_id, bookkeeper_id, day, ends_at, made_at, changed_at, withdrawn)
      SELECT ${uuidv7()}, ${submission_id}, ${bookkeeper_id}, ${day}, ${ends_at}, ${promised_since ?? at}, ${at}, 0
      WHERE ${notExists(current)}`),
    step(
      db
        .update(commitments)
        .set({ day, ends_at, changed_at: at })
        .where(and(isCurrent(ctx, assignment), sql`${commitments.day} <> ${day}`)),
    ),
    ...announceSteps(ctx, workformId, assignment, day),
  ])
}

/**
 * Withdraws the promise to send a workform, if there is one. Reminders go on.
 * @throws AppError `not_found`, `archived`, `section_locked`, `stale`, `too_many_requests`
 */
export async function withdrawCommitment(ctx: ClientContext, workformId: string): Promise<void> {
  const assignment = await ownAssignment(ctx, workformId)
  if (assignment.promised === null) return
  await limitRepeats(ctx, 'promise')
  await commit(ctx, [
    step(
      ctx.db
        .update(commitments)
        .set({ withdrawn: true, changed_at: ctx.now.toISOString() })
        .where(isCurrent(ctx, assignment)),
      'stale',
    ),
    ...announceSteps(ctx, workformId, assignment, null),
  ])
}
