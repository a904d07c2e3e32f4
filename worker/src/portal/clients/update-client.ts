import type { Client, UpdateClient } from '@portal/contract/clients'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { bookkeeperOf } from '../sections/assignable.ts'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients } from '../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../platform/db/write.ts'
import { AppError, found } from '../../errors.ts'
import { putDocuments, publishToClient, publishToUser } from '../../platform/outbox/enqueue.ts'
import { correctEmailSteps, requestEmailSteps, signInOf } from './change-email.ts'
import { foldedColumns } from '../../platform/search/fold-text.ts'
import { clientInfo } from '../../platform/storage/client-documents.ts'
import { isOwnClient, ownClient } from './own-client.ts'
import { CLIENT_CONFLICTS } from './rules.ts'

type Input = z.output<typeof UpdateClient>
const FIELDS = ['name', 'email', 'phone', 'company', 'status'] as const

const changedFields = (before: Client, after: Client) => FIELDS.filter((f) => before[f] !== after[f])

/** Returns the columns to store. Only those that change, because the others would renew every index they are in. */
function changedColumns(before: Client, after: Client) {
  const changed = changedFields(before, after)
  const values: Partial<Pick<Client, (typeof FIELDS)[number]>> = Object.fromEntries(changed.map((f) => [f, after[f]]))
  const isRenamed = changed.includes('name') || changed.includes('company')
  return { ...values, ...(isRenamed ? foldedColumns(after) : {}), updated_at: after.updated_at }
}

function auditSteps(ctx: BookkeeperContext, before: Client, after: Client): Step[] {
  const changed = changedFields(before, after)
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
 * Updates a client that has not changed since `updated_at`. A client who has signed up keeps their email address until
 * they confirm the new one.
 * @throws AppError `not_found`, `stale`, `archived` (a new address), `client_email_taken`, `client_archived`,
 *   `email_used_by_bookkeeper`, `client_refused`, `too_many_requests`
 */
export async function updateClient(ctx: BookkeeperContext, id: string, input: Input): Promise<Client> {
  const { updated_at, email } = input
  const [[row], [bookkeeper], [signIn]] = await ctx.db.batch([ownClient(ctx, id), bookkeeperOf(ctx), signInOf(ctx, id)])
  const before = found(row)
  const link = found(signIn)
  if (before.updated_at !== updated_at) throw new AppError('stale')
  const { name, phone = before.phone, company = before.company, status } = input
  const given = { name, phone, company, status }
  // Always later than before, so that two edits in one millisecond have different timestamps.
  const at = new Date(Math.max(ctx.now.getTime(), Date.parse(before.updated_at) + 1)).toISOString()
  const moved = before.email !== email
  // A corrected address would be invited.
  if (moved && before.archived_at) throw new AppError('archived')
  const corrected = moved && link.userId === null
  const after: Client = { ...before, ...given, ...(corrected ? { email } : {}), updated_at: at }
  await commit(
    ctx,
    [
      step(
        ctx.db
          .update(bookClients)
          .set(changedColumns(before, after))
          .where(and(isOwnClient(ctx, id), eq(bookClients.updated_at, updated_at))),
        'stale',
      ),
      ...(corrected ? await correctEmailSteps(ctx, after, link, bookkeeper) : []),
      ...(moved && !corrected ? requestEmailSteps(ctx, after, email, link, found(bookkeeper)) : []),
      ...(corrected || before.name !== after.name || before.company !== after.company
        ? [putDocuments(ctx, [clientInfo(ctx, after)])]
        : []),
      publishToUser(ctx, ctx.actor.userId, 'client.changed', { client_id: id }),
      publishToClient(ctx, id, 'client.changed', { client_id: id }),
      ...auditSteps(ctx, before, after),
    ],
    CLIENT_CONFLICTS,
  )
  return after
}
