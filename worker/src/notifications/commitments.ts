import { shortDate } from '@portal/contract/dates'
import type { Notification } from '@portal/contract/notifications'
import { and, count, desc, eq, isNotNull, not, type SQLWrapper, sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import type { PageKey } from '../db/cursor.ts'
import { bookClients, bookFormSubmissions, bookWorkforms, commitments } from '../db/schema/index.ts'
import { COUNTED, countWhere, isAfter, isMarked, rowsToRead, type Selection } from './selection.ts'

/** Returns the id of a commitment's notification. It contains the time, so that a changed commitment has another. */
export const commitmentNotification = (commitment: Record<'id' | 'changed_at', SQLWrapper>) =>
  sql<string>`'promise:' || ${commitment.id} || ':' || ${commitment.changed_at}`

/** Selects the latest changes of commitments to a bookkeeper. Missing one is a change, too. */
const latestCommitments = ({ db, actor }: SignedIn, limit: number, after?: PageKey) =>
  db
    .select()
    .from(commitments)
    .where(
      and(
        eq(commitments.bookkeeper_id, actor.userId),
        isAfter(commitments.changed_at, commitmentNotification(commitments), after),
      ),
    )
    .orderBy(desc(commitments.changed_at), desc(commitments.id))
    .limit(limit)
    .as('latest')

/** Selects the changes of commitments to list, newest first. */
export function commitmentChanges(ctx: SignedIn, selection: Selection) {
  const latest = latestCommitments(ctx, rowsToRead(selection), selection.after)
  const isRead = isMarked(ctx, commitmentNotification(latest))
  return (
    ctx.db
      .select({
        id: commitmentNotification(latest),
        created_at: latest.changed_at,
        day: latest.day,
        withdrawn: latest.withdrawn,
        missed: latest.missed,
        workform_id: bookWorkforms.id,
        workform_name: bookWorkforms.name,
        client_id: bookClients.id,
        client_name: bookClients.name,
        is_read: isRead.mapWith(Boolean),
      })
      .from(latest)
      .innerJoin(bookFormSubmissions, eq(bookFormSubmissions.id, latest.submission_id))
      .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookFormSubmissions.form_id))
      .innerJoin(bookClients, eq(bookClients.id, bookFormSubmissions.client_id))
      // Null while it is archived.
      .where(and(isNotNull(bookFormSubmissions.bookkeeper_id), selection.unreadOnly ? not(isRead) : undefined))
      .orderBy(desc(latest.changed_at), desc(latest.id))
      .limit(selection.limit)
  )
}

/** Counts the latest changes of commitments, and the unread ones among them. */
export function countCommitmentChanges(ctx: SignedIn) {
  const latest = latestCommitments(ctx, COUNTED)
  return ctx.db
    .select({ total: count(), unread: countWhere(not(isMarked(ctx, commitmentNotification(latest)))) })
    .from(latest)
    .innerJoin(bookFormSubmissions, eq(bookFormSubmissions.id, latest.submission_id))
    .where(isNotNull(bookFormSubmissions.bookkeeper_id))
}

type Change = Awaited<ReturnType<typeof commitmentChanges>>[number]

function textsOf({ client_name, workform_name, day, missed, withdrawn }: Change) {
  const what = `"${workform_name}" by ${shortDate(day)}`
  if (missed) return { title: 'Promise missed', message: `${client_name} did not send ${what}, as promised.` }
  return withdrawn
    ? { title: 'Promise withdrawn', message: `${client_name} no longer promises to send ${what}.` }
    : { title: 'Promise', message: `${client_name} promises to send ${what}.` }
}

/** Returns the notification of a commitment that was made, changed, withdrawn or missed. */
export function fromCommitment(change: Change): Notification {
  const { day: _day, withdrawn: _withdrawn, missed: _missed, workform_name: _name, ...notification } = change
  return { ...notification, ...textsOf(change), type: 'submission', section_name: null, assignment_id: null }
}
