import type { Session } from '@portal/contract/auth'
import type { OwnRecord } from '@portal/contract/sessions'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import type { ClientContext } from '../context.ts'
import { profiles, sessions } from '../db/schema/index.ts'
import { commit, require, step } from '../db/write.ts'
import { found } from '../errors.ts'
import { linkSteps } from './client-account.ts'
import { accountOf, actorOf, ownRecords, personAs, recordsOf } from './people.ts'
import { issueSession } from './sessions.ts'

/** The account of a signed-in client and all records it may act as, in one round trip. */
async function ownOf({ db, actor }: ClientContext) {
  const address = sql`(SELECT email FROM auth_users WHERE id = ${actor.userId})`
  const [[account], records] = await db.batch([accountOf(db, address), recordsOf(db, address)])
  const owner = found(account)
  return { account: owner, records: ownRecords(owner, records) }
}

/** The bookkeepers that a client may act for, by firm; the one they act for now is marked. */
export async function listRecords(ctx: ClientContext): Promise<{ items: OwnRecord[] }> {
  const { records } = await ownOf(ctx)
  const items = records.map(({ id, firm, bookkeeper }) => ({
    client_id: id,
    firm: firm || bookkeeper || 'Your bookkeeper',
    bookkeeper,
    current: id === ctx.actor.clientId,
  }))
  return { items: items.sort((a, b) => a.firm.localeCompare(b.firm) || a.bookkeeper.localeCompare(b.bookkeeper)) }
}

/**
 * Moves the session to another record of the same client, which the next sign-in remembers. A record that a bookkeeper added since
 * the last sign-in becomes theirs now: the address is proven.
 * @throws AppError `not_found` (no record of theirs), `unauthenticated` (the session has ended)
 */
export async function switchRecord(ctx: ClientContext, clientId: string): Promise<Session> {
  const { actor } = ctx
  const { account, records } = await ownOf(ctx)
  const record = found(records.find((r) => r.id === clientId))
  const at = ctx.now.toISOString()
  const live = and(
    eq(sessions.id, actor.sessionId),
    eq(sessions.user_id, actor.userId),
    isNull(sessions.revoked_at),
    gt(sessions.expires_at, at),
  )
  const stillOwn = `EXISTS (SELECT 1 FROM book_clients c LEFT JOIN book_client_auth a ON a.client_id = c.id
    WHERE c.id = ? AND (a.auth_user_id = ? OR (a.auth_user_id IS NULL AND c.email = ?)))`
  await commit(ctx, [
    require('not_found', stillOwn, [record.id, account.id, account.email]),
    step(ctx.db.update(sessions).set({ client_id: record.id }).where(live), 'unauthenticated'),
    step(ctx.db.update(profiles).set({ chosen_client_id: record.id }).where(eq(profiles.id, account.id))),
    ...(record.linkedTo === null ? linkSteps(ctx, account.id, account.email, [record], 'account.linked') : []),
    audit(
      { ...ctx, actor: actorOf(account.id, 'client', record.firmId, record.id) },
      {
        action: 'account.record_chosen',
        subjectType: 'account',
        subjectId: account.id,
        clientId: record.id,
        detail: { session_id: actor.sessionId },
      },
    ),
  ])
  return issueSession(ctx, personAs(account, record), actor.sessionId)
}
