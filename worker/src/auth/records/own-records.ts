import type { Session } from '@portal/contract/auth'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { AccountContext } from '../../context.ts'
import { profiles, sessions } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { found } from '../../errors.ts'
import {
  type Account,
  accountByEmail,
  type ClientRecord,
  linkedRecords,
  offeredRecords,
  recordsByEmail,
  userAs,
} from '../accounts.ts'
import { issueSession } from '../sessions/session.ts'
import { accountAudit } from './link-records.ts'

/** SQL expression: the email address of the signed-in client. */
export const ownEmail = ({ actor }: AccountContext) => sql`(SELECT email FROM auth_users WHERE id = ${actor.userId})`

/** Returns the account of the signed-in client with its linked records and offers. */
export async function ownRecordsOf(ctx: AccountContext) {
  const [[account], records] = await ctx.db.batch([
    accountByEmail(ctx.db, ownEmail(ctx)),
    recordsByEmail(ctx.db, ownEmail(ctx)),
  ])
  const owner = found(account)
  return { account: owner, linked: linkedRecords(owner, records), offered: offeredRecords(owner.email, records) }
}

/** Returns steps that switch the session to a record. The next sign-in uses the same record. */
export function switchSteps(ctx: AccountContext, record: ClientRecord): Step[] {
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

/** Issues the current session again, for a client acting as the given record. */
export const sessionAs = (ctx: AccountContext, account: Account, record: ClientRecord): Promise<Session> =>
  issueSession(ctx, userAs(account, record), ctx.actor.sessionId)
