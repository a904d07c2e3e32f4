import type { Session } from '@portal/contract/auth'
import type { OwnRecords } from '@portal/contract/sessions'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { AccountContext } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { profiles, sessions } from '../../db/schema/index.ts'
import { commit, require, type Step, step } from '../../db/write.ts'
import { found } from '../../errors.ts'
import { accountAudit } from './client-account.ts'
import { openChangesOf } from './email-changes.ts'
import {
  type Account,
  accountOf,
  type ClientRecord,
  linkedRecords,
  offeredRecords,
  personAs,
  recordsOf,
} from '../accounts.ts'
import { issueSession } from '../sessions/sessions.ts'
import { isOpen } from '../../db/section-phase.ts'

const addressOf = ({ actor }: AccountContext) => sql`(SELECT email FROM auth_users WHERE id = ${actor.userId})`

/** The account of a signed-in client, its records, and those that wait for it to accept them, in one round trip. */
export async function ownRecordsOf(ctx: AccountContext) {
  const [[account], records] = await ctx.db.batch([
    accountOf(ctx.db, addressOf(ctx)),
    recordsOf(ctx.db, addressOf(ctx)),
  ])
  const owner = found(account)
  return { account: owner, linked: linkedRecords(owner, records), offered: offeredRecords(owner.email, records) }
}

interface WorkRow {
  client_id: string
  name: string
  due_date: string | null
  open: number
}

/** What is assigned to the records that an account has or is offered, by workform. */
const workOf = (db: Database, userId: string) =>
  db.all<WorkRow>(sql`
    SELECT s.client_id, w.name, min(s.due_date) AS due_date, count(*) FILTER (WHERE ${sql.raw(isOpen('s'))}) AS open
    FROM auth_users u JOIN book_client_auth a ON a.auth_user_id = u.id OR (a.auth_user_id IS NULL AND a.email = u.email)
      JOIN book_client_workforms s ON s.client_id = a.client_id JOIN book_workforms w ON w.id = s.workform_id
    WHERE u.id = ${userId} GROUP BY s.client_id, w.id ORDER BY due_date, w.name`)

const firmOf = ({ firm, bookkeeper }: Pick<ClientRecord, 'firm' | 'bookkeeper'>): string =>
  firm || bookkeeper || 'Your bookkeeper'

/** The bookkeepers of the signed-in client, by firm, with the current one marked; and what bookkeepers ask, newest first. */
export async function listRecords(ctx: AccountContext): Promise<OwnRecords> {
  const { userId, clientId } = ctx.actor
  const [[account], records, work, changes] = await ctx.db.batch([
    accountOf(ctx.db, addressOf(ctx)),
    recordsOf(ctx.db, addressOf(ctx)),
    workOf(ctx.db, userId),
    openChangesOf(ctx.db, userId, ctx.now.toISOString()),
  ])
  const owner = found(account)
  const workFor = (record: ClientRecord): WorkRow[] => work.filter((row) => row.client_id === record.id)
  const items = linkedRecords(owner, records).map((record) => ({
    client_id: record.id,
    firm: firmOf(record),
    bookkeeper: record.bookkeeper,
    current: record.id === clientId,
    open: workFor(record).reduce((sum, row) => sum + row.open, 0),
  }))
  const offers = offeredRecords(owner.email, records).map((record) => ({
    client_id: record.id,
    firm: firmOf(record),
    bookkeeper: record.bookkeeper,
    bookkeeper_email: record.bookkeeperEmail,
    asked_at: record.createdAt,
    workforms: workFor(record).map(({ name, due_date }) => ({ name, due_date })),
  }))
  const email_changes = changes.map((change) => ({
    id: change.id,
    firm: firmOf(change),
    bookkeeper: change.bookkeeper,
    bookkeeper_email: change.bookkeeperEmail,
    from: owner.email,
    to: change.to,
    asked_at: change.askedAt,
  }))
  return {
    items: items.sort((a, b) => a.firm.localeCompare(b.firm) || a.bookkeeper.localeCompare(b.bookkeeper)),
    offers,
    email_changes,
  }
}

/** Steps that make the session act as a record, which the next sign-in remembers. */
export function actAsSteps(ctx: AccountContext, record: ClientRecord): Step[] {
  const { actor } = ctx
  const live = and(
    eq(sessions.id, actor.sessionId),
    eq(sessions.user_id, actor.userId),
    isNull(sessions.revoked_at),
    gt(sessions.expires_at, ctx.now.toISOString()),
  )
  return [
    step(ctx.db.update(sessions).set({ client_id: record.id }).where(live), 'unauthenticated'),
    step(ctx.db.update(profiles).set({ chosen_client_id: record.id }).where(eq(profiles.id, actor.userId))),
    accountAudit(ctx, actor.userId, record, 'account.record_chosen', { session_id: actor.sessionId }),
  ]
}

/** The session record after it has moved to another record. */
export const sessionAs = (ctx: AccountContext, account: Account, record: ClientRecord): Promise<Session> =>
  issueSession(ctx, personAs(account, record), ctx.actor.sessionId)

/**
 * Moves the session to another record of the same client, which the next sign-in remembers.
 * @throws AppError `not_found` (no record of theirs), `unauthenticated` (the session has ended)
 */
export async function switchRecord(ctx: AccountContext, clientId: string): Promise<Session> {
  const { account, linked } = await ownRecordsOf(ctx)
  const record = found(linked.find((r) => r.id === clientId))
  await commit(ctx, [
    require('not_found', 'EXISTS (SELECT 1 FROM book_client_auth WHERE client_id = ? AND auth_user_id = ?)', [
      record.id,
      account.id,
    ]),
    ...actAsSteps(ctx, record),
  ])
  return sessionAs(ctx, account, record)
}
