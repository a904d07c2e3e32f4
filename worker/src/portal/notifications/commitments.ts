import { shortDate } from '@portal/contract/dates'
import type { Notification } from '@portal/contract/notifications'
import { and, desc, eq, isNotNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { bookClients, bookFormSubmissions, bookWorkforms, commitments } from '../../platform/db/schema/index.ts'
import { COUNTED, countColumns, isAfter, isListed, isMarked, rowsToRead, type Selection } from './selection.ts'

/** Returns the id of a commitment's notification. It contains the time, so that a changed commitment has another. */
export const commitmentNotification = (commitment: Record<'id' | 'changed_at', SQLWrapper>) =>
  sql<string>`'promise:' || ${commitment.id} || ':' || ${commitment.changed_at}`

/** Selects the latest changes of commitments to a bookkeeper. Missing one is a change, too. */
const latestCommitments = ({ db, actor }: SignedIn, { limit, after }: Pick<Selection, 'limit' | 'after'>) =>
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

/** Describes the notifications of changes of commitments. */
function changed(ctx: SignedIn, latest: ReturnType<typeof latestCommitments>) {
  const id = commitmentNotification(latest)
  return { id, at: latest.changed_at, isRead: isMarked(ctx, id) }
}

/** Selects the changes of commitments to list, newest first. */
export function commitmentChanges(ctx: SignedIn, selection: Selection) {
  const latest = latestCommitments(ctx, rowsToRead(selection))
  const notification = changed(ctx, latest)
  return (
    ctx.db
      .select({
        id: notification.id,
        created_at: latest.changed_at,
        day: latest.day,
        withdrawn: latest.withdrawn,
        missed: latest.missed,
        workform_id: bookWorkforms.id,
        workform_name: bookWorkforms.name,
        client_id: bookClients.id,
        client_name: bookClients.name,
        is_read: notification.isRead.mapWith(Boolean),
      })
      .from(latest)
      .innerJoin(bookFormSubmissions, eq(bookFormSubmissions.id, latest.submission_id))
      .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookFormSubmissions.form_id))
      .innerJoin(bookClients, eq(bookClients.id, bookFormSubmissions.client_id))
      // Null while it is archived.
      .where(and(isNotNull(bookFormSubmissions.bookkeeper_id), isListed(notification, selection)))
      .orderBy(desc(latest.changed_at), desc(latest.id))
      .limit(selection.limit)
  )
}

/** Counts the latest changes of commitments, and the unread ones among them. */
export function countCommitmentChanges(ctx: SignedIn) {
  const latest = latestCommitments(ctx, { limit: COUNTED })
  return ctx.db
    .select(countColumns(changed(ctx, latest)))
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
