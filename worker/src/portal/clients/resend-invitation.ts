import { and, eq, exists, isNull, min, not } from 'drizzle-orm'
import { bookkeeperOf } from '../sections/assignable.ts'
import { audit } from '../../platform/audit/append.ts'
import { invitationSteps } from '../auth/invitations/invite.ts'
import type { BookkeeperContext } from '../../context.ts'
import { storedResponse, readStoredResponse } from '../../platform/db/stored-response.ts'
import { bookClientAuth, bookClients, bookClientWorkforms, bookWorkforms } from '../../platform/db/schema/index.ts'
import { check, commitOnce } from '../../platform/db/write.ts'
import { AppError, found } from '../../errors.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'
import { estimateMinutes } from '../workforms/estimate-minutes.ts'
import { CLIENT_COLUMNS, isOwnClient, ownClient } from './own-client.ts'
import { requireInvitable } from './rules.ts'
import { isShown } from '../../platform/db/archived.ts'
import { isOpen } from '../../platform/db/section-phase.ts'

/** Most workforms that an invitation names. */
const MAX_WORKFORMS = 5

/** Returns a query for the client's open workforms, the most urgent first. */
function openWorkforms({ db, actor }: BookkeeperContext, clientId: string) {
  const { workform_id, client_id, assigned_by, due_date, status, hidden_by } = bookClientWorkforms
  const dueDate = min(due_date)
  return db
    .select({ name: bookWorkforms.name, dueDate, fields: bookWorkforms.fields })
    .from(bookClientWorkforms)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, workform_id))
    .where(and(eq(client_id, clientId), eq(assigned_by, actor.userId), isOpen(status), isShown(hidden_by)))
    .groupBy(bookWorkforms.id)
    .orderBy(dueDate)
    .limit(MAX_WORKFORMS)
}

/** Returns a query for the client, if the address is the same and the person has neither signed up nor declined. */
const stillInvited = (ctx: BookkeeperContext, id: string, email: string) =>
  ctx.db
    .select({ id: bookClients.id })
    .from(bookClients)
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(
      and(
        isOwnClient(ctx, id),
        eq(bookClients.email, email),
        not(CLIENT_COLUMNS.password_set),
        isNull(bookClientAuth.declined_at),
      ),
    )

/**
 * Sends a client a new invitation and invalidates older ones.
 * @throws AppError `not_found`, `archived`, `account_exists` (signed up), `client_refused` (declined),
 *   `invitation_limit`, `stale`, `too_many_requests` (for the address)
 */
export async function resendInvitation(ctx: BookkeeperContext, id: string): Promise<{ ok: true }> {
  const [before, [row], [bookkeeper], workforms] = await ctx.db.batch([
    storedResponse(ctx),
    ownClient(ctx, id),
    bookkeeperOf(ctx),
    openWorkforms(ctx, id),
  ])
  const { email, name, password_set, declined, archived_at } = found(row)
  if (readStoredResponse(ctx, before)) return { ok: true }
  if (archived_at) throw new AppError('archived')
  if (password_set) throw new AppError('account_exists', { detail: 'This client has already set up their account.' })
  if (declined) throw new AppError('client_refused', { detail: 'This person has declined to become your client.' })
  const steps = [
    // The client may have been changed, deleted or signed up since it was read.
    check('stale', exists(stillInvited(ctx, id, email))),
    ...requireInvitable(ctx, [email]),
    ...(await invitationSteps(ctx, {
      clientId: id,
      email,
      name,
      invitedBy: bookkeeper?.name,
      firm: bookkeeper?.company,
      oneTap: bookkeeper?.oneTap ?? false,
      inviter: ctx.actor,
      workforms: workforms.map(({ fields, ...workform }) => ({ ...workform, minutes: estimateMinutes(fields) })),
    })),
    publishToUser(ctx, ctx.actor.userId, 'client.changed', { client_id: id }),
    audit(ctx, { action: 'client.invited', subjectType: 'client', subjectId: id, clientId: id, detail: { email } }),
  ]
  return commitOnce(ctx, steps, { ok: true as const })
}
