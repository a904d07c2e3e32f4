import type { Client, UpdateClient } from '@portal/contract/clients'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { bookkeeperOf } from '../assignments/assignable.ts'
import { audit } from '../audit/append.ts'
import { invitationSteps } from '../auth/invite.ts'
import type { BookkeeperContext } from '../context.ts'
import { bookClientAuth, bookClients, bookFormSubmissions } from '../db/schema/index.ts'
import { commit, require, type Step, step } from '../db/write.ts'
import { AppError, found } from '../errors.ts'
import { putDocuments, tellClient, tellUser } from '../outbox/enqueue.ts'
import { clientInfo } from './documents.ts'
import { ownClient } from './get-client.ts'
import { CLIENT_CONFLICTS, noBookkeeper } from './rules.ts'

type Input = z.output<typeof UpdateClient>
const FIELDS = ['name', 'email', 'phone', 'company', 'status'] as const

/**
 * A new address of a client. It is where mails go from now on. Who has not signed up yet will sign up with it: their sign-in record
 * follows, and the invitation that went to the old address is void. Who has keeps signing in with the address they proved to be theirs.
 */
async function emailSteps(ctx: BookkeeperContext, client: Client, invitedBy: string | undefined): Promise<Step[]> {
  const { id, email, name } = client
  const record = { email, updated_at: client.updated_at }
  return [
    noBookkeeper(email),
    // What was judged when this was put together still holds.
    require('stale', 'coalesce((SELECT password_set FROM book_client_auth WHERE client_id = ?), 0) = ?', [id, Number(client.password_set)]),
    step(ctx.db.update(bookFormSubmissions).set({ client_email: email }).where(eq(bookFormSubmissions.client_id, id))),
    ...(client.password_set
      ? []
      : [
          step(ctx.db.update(bookClientAuth).set(record).where(eq(bookClientAuth.client_id, id))),
          ...(await invitationSteps(ctx, { clientId: id, email, name, invitedBy, firmId: ctx.actor.firmId })),
        ]),
  ]
}

function auditSteps(ctx: BookkeeperContext, before: Client, after: Client): Step[] {
  const changed = FIELDS.filter((f) => before[f] !== after[f])
  const entry = { subjectType: 'client', subjectId: after.id, clientId: after.id } as const
  return [
    audit(ctx, {
      ...entry,
      action: 'client.updated',
      detail: Object.fromEntries(changed.map((f) => [f, { from: before[f], to: after[f] }])),
    }),
    ...(before.status === after.status
      ? []
      : [audit(ctx, { ...entry, action: 'client.status_changed', detail: { from: before.status, to: after.status } })]),
  ]
}

/**
 * Changes a client, if it is still as it was when the edit began (`updated_at`).
 * @throws AppError `not_found`, `stale`, `client_email_taken`, `email_used_by_bookkeeper`
 */
export async function updateClient(ctx: BookkeeperContext, id: string, { updated_at, ...given }: Input): Promise<Client> {
  const [[row], [bookkeeper]] = await ctx.db.batch([ownClient(ctx, id), bookkeeperOf(ctx)])
  const stored = found(row)
  const before: Client = { ...stored, password_set: stored.password_set ?? false }
  if (before.updated_at !== updated_at) throw new AppError('stale')
  // Two edits in one millisecond must not look alike to the next one.
  const at = new Date(Math.max(ctx.now.getTime(), Date.parse(before.updated_at) + 1)).toISOString()
  const after: Client = { ...before, ...given, updated_at: at }
  const own = and(eq(bookClients.id, id), eq(bookClients.bookkeeper_id, ctx.actor.userId), eq(bookClients.updated_at, updated_at))
  const moved = before.email !== after.email
  await commit(
    ctx,
    [
      step(
        ctx.db
          .update(bookClients)
          .set({ ...given, updated_at: at })
          .where(own),
        'stale',
      ),
      ...(moved ? await emailSteps(ctx, after, bookkeeper?.name) : []),
      ...(moved || before.name !== after.name || before.company !== after.company ? [putDocuments(ctx, [clientInfo(ctx, after)])] : []),
      tellUser(ctx, ctx.actor.userId, 'client.changed', { client_id: id }),
      tellClient(ctx, id, 'client.changed', { client_id: id }),
      ...auditSteps(ctx, before, after),
    ],
    CLIENT_CONFLICTS,
  )
  return after
}
