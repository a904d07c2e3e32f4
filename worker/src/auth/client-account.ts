import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import type { Context } from '../context.ts'
import { authUsers, bookClientAuth, bookInvitations, profiles, verificationCodes } from '../db/schema/index.ts'
import { commit, require, type Step, step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { sendMail, tellUser } from '../outbox/enqueue.ts'
import { forgetFailures } from './attempts.ts'
import { knowOnlyThisDevice } from './devices.ts'
import { hashInTurn } from './hashing.ts'
import { voidLinks } from './links.ts'
import { passwordMail } from './mails.ts'
import { requireOwnPassword } from './password-rules.ts'
import { type Account, actorOf, type ClientRecord, isBookkeeper } from './people.ts'
import { revokeSteps } from './sessions.ts'

/**
 * Steps that make client records those of an account: they show as having a password, their bookkeepers see it live, and each
 * firm's trail has it under `action`.
 */
export function linkSteps(ctx: Context, userId: string, email: string, records: readonly ClientRecord[], action: string): Step[] {
  const at = ctx.now.toISOString()
  const linked = { auth_user_id: userId, email, password_set: true, updated_at: at }
  return records.flatMap((record) => [
    step(
      ctx.db
        .insert(bookClientAuth)
        .values({ id: uuidv7(), client_id: record.id, created_at: at, ...linked })
        .onConflictDoUpdate({ target: bookClientAuth.client_id, set: linked }),
    ),
    tellUser(ctx, record.bookkeeperId, 'client.changed', { client_id: record.id }),
    audit(
      { ...ctx, actor: actorOf(userId, 'client', record.firmId, record.id) },
      { action, subjectType: 'account', subjectId: userId, clientId: record.id },
    ),
  ])
}

/** Who proved to own an address, and how: `spend` uses that proof up, or fails the batch. */
export interface ProvenClient {
  email: string
  account: Account | undefined
  /** The client records that carry the address. */
  records: readonly ClientRecord[]
  spend: Step
  timeZone?: string | undefined
}

/**
 * Sets the password of a client: makes or updates the account, links all client records with that address, ends all sessions,
 * voids every other code, setup token and invitation of that address, and tells the owner by mail.
 * @throws AppError what `spend` throws, `password_weak` (nothing is spent), `email_used_by_bookkeeper`, `account_exists` (made by another request meanwhile)
 */
export async function setPasswordOf(ctx: Context, client: ProvenClient, password: string): Promise<void> {
  const { email, account, records } = client
  const [newest] = records
  if (isBookkeeper(account)) throw new AppError('email_used_by_bookkeeper')
  if (!newest)
    throw new AppError('session_expired', { title: 'Session Error', detail: 'Client data not found. Please start the process again.' })
  await requireOwnPassword(ctx, password, { email, name: newest.name, companies: [newest.company, newest.firm] })
  const hash = await hashInTurn(password)
  const userId = account?.id ?? uuidv7()
  const event = account?.passwordHash && account.role === 'client' ? 'changed' : 'set'
  const recordIds = records.map((r) => r.id)
  const sessionsOf = { where: `user_id = ? OR client_id IN (${recordIds.map(() => '?').join(', ')})`, args: [userId, ...recordIds] }
  await commit(
    ctx,
    [
      client.spend,
      require('email_used_by_bookkeeper', `NOT EXISTS (SELECT 1 FROM auth_users u JOIN profiles p ON p.id = u.id
                     WHERE u.email = ? AND p.role = 'bookkeeper' AND u.email_confirmed_at IS NOT NULL)`, [email]),
      ...accountSteps(ctx, client, newest, userId, hash),
      ...voidProofs(ctx, email, userId),
      ...revokeSteps(ctx, actorOf(userId, 'client', newest.firmId, newest.id), sessionsOf, 'password_reset'),
      ...knowOnlyThisDevice(ctx, userId),
      ...linkSteps(ctx, userId, email, records, event === 'set' ? 'account.password_set' : 'account.password_reset'),
      sendMail(ctx, passwordMail(ctx, { email, name: newest.name }, 'client', event)),
    ],
    { 'auth_users.email': 'account_exists' },
  )
  await forgetFailures(ctx, 'sign-in', email)
}

/** The account and its profile. An address is proven here, so an account that never confirmed it gives way. */
function accountSteps(
  ctx: Context,
  { email, account, timeZone }: ProvenClient,
  newest: ClientRecord,
  userId: string,
  hash: string,
): Step[] {
  const at = ctx.now.toISOString()
  const stamps = { created_at: at, updated_at: at }
  const zone = timeZone ? { time_zone: timeZone } : {}
  const { name, phone, company } = newest
  const user = { password_hash: hash, email_confirmed_at: at, updated_at: at }
  return [
    account
      ? step(ctx.db.update(authUsers).set(user).where(eq(authUsers.id, userId)), 'stale')
      : step(ctx.db.insert(authUsers).values({ id: userId, email, created_at: at, ...user })),
    step(
      ctx.db
        .insert(profiles)
        .values({ id: userId, role: 'client', name, email, phone, company, ...zone, ...stamps })
        .onConflictDoUpdate({
          target: profiles.id,
          set: { role: 'client', name, email, phone, company, firm_id: null, updated_at: at, ...zone },
        }),
    ),
  ]
}

/** What else could set a password for this address no longer can. */
export function voidProofs(ctx: Pick<Context, 'db' | 'now'>, email: string, userId: string): Step[] {
  const at = ctx.now.toISOString()
  const openInvitation = and(eq(bookInvitations.email, email), isNull(bookInvitations.used_at), gt(bookInvitations.expires_at, at))
  return [
    step(
      ctx.db
        .update(verificationCodes)
        .set({ closed_at: sql`coalesce(closed_at, ${at})`, setup_used_at: sql`coalesce(setup_used_at, ${at})` })
        .where(eq(verificationCodes.email, email)),
    ),
    step(ctx.db.update(bookInvitations).set({ expires_at: at }).where(openInvitation)),
    voidLinks(ctx, userId),
  ]
}
