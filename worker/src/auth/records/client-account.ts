import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { audit } from '../../audit/append.ts'
import type { Context } from '../../context.ts'
import { authUsers, bookClientAuth, bookInvitations, profiles, verificationCodes } from '../../db/schema/index.ts'
import { commit, require, type Step, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { uuidv7 } from '../../ids.ts'
import { sendMail, publishToUser } from '../../outbox/enqueue.ts'
import { forgetFailures } from '../../limits/attempts.ts'
import { knowOnlyThisDevice } from '../sessions/devices.ts'
import { hashInTurn } from '../passwords/queued-hashing.ts'
import { voidLinks } from '../email-links.ts'
import { passwordMail } from '../mails.ts'
import { requireOwnPassword } from '../passwords/password-rules.ts'
import {
  type Account,
  actorOf,
  type ClientRecord,
  isBookkeeper,
  isClient,
  linkedRecords,
  offeredRecords,
} from '../accounts.ts'
import { revokeSteps } from '../sessions/sessions.ts'

/**
 * Steps that link client records to an account: they show as having a password, their bookkeepers see it live, and each firm's audit
 * log has it under `action`. A record that was linked or declined meanwhile refuses the batch with `stale`.
 */
export function linkSteps(
  ctx: Context,
  userId: string,
  email: string,
  records: readonly ClientRecord[],
  action: string,
): Step[] {
  const at = ctx.now.toISOString()
  const linked = { auth_user_id: userId, email, password_set: true, updated_at: at }
  return records.flatMap((record) => [
    step(
      ctx.db
        .insert(bookClientAuth)
        .values({ id: uuidv7(), client_id: record.id, created_at: at, ...linked })
        .onConflictDoUpdate({
          target: bookClientAuth.client_id,
          set: linked,
          setWhere: sql`${bookClientAuth.auth_user_id} IS NULL AND ${bookClientAuth.declined_at} IS NULL`,
        }),
      'stale',
    ),
    voidInvitations(ctx, record.id),
    publishToUser(ctx, record.bookkeeperId, 'client.changed', { client_id: record.id }),
    accountAudit(ctx, userId, record, action),
  ])
}

/** An entry of the record's firm about what the client's account did. */
export const accountAudit = (
  ctx: Context,
  userId: string,
  record: Pick<ClientRecord, 'id' | 'firmId'>,
  action: string,
  detail: Record<string, unknown> = {},
): Step =>
  audit(
    { ...ctx, actor: actorOf(userId, 'client', record.firmId, record.id) },
    { action, subjectType: 'account', subjectId: userId, clientId: record.id, detail },
  )

/** A step that ends the open invitations of a record. */
export function voidInvitations(ctx: Pick<Context, 'db' | 'now'>, clientId: string): Step {
  const at = ctx.now.toISOString()
  const open = and(
    eq(bookInvitations.client_id, clientId),
    isNull(bookInvitations.used_at),
    gt(bookInvitations.expires_at, at),
  )
  return step(ctx.db.update(bookInvitations).set({ expires_at: at }).where(open))
}

/** Who proved to own an address, and how: `spend` uses that proof up, or fails the batch. */
export interface ProvenClient {
  email: string
  account: Account | undefined
  /** The client records of the address. */
  records: readonly ClientRecord[]
  /** The record whose invitation was opened. */
  invitedAs?: string
  spend: Step
  timeZone?: string | undefined
}

/**
 * The records that a first password makes the account's: the one whose invitation was opened, or else the only one there is. Of several
 * the client chooses after signing in.
 */
function firstRecords({ email, account, records, invitedAs }: ProvenClient): ClientRecord[] {
  if (isClient(account)) return []
  const offered = offeredRecords(email, records)
  if (invitedAs !== undefined) return offered.filter((r) => r.id === invitedAs)
  return offered.length === 1 ? offered : []
}

/**
 * Sets the password of a client: makes or updates the account, ends all sessions, voids every other code and setup token of that
 * address, and tells the owner by mail. A new account is linked to the record that invited it; one that exists, to no further record.
 * @throws AppError what `spend` throws, `password_weak` (nothing is spent), `email_used_by_bookkeeper`, `account_exists` (made by another request meanwhile)
 */
export async function setPasswordOf(ctx: Context, client: ProvenClient, password: string): Promise<void> {
  const { email, account, records } = client
  if (isBookkeeper(account)) throw new AppError('email_used_by_bookkeeper')
  const own = linkedRecords(account, records)
  if (own.length === 0 && offeredRecords(email, records).length === 0)
    throw new AppError('session_expired', {
      title: 'Session Error',
      detail: 'Client data not found. Please start the process again.',
    })
  const linked = firstRecords(client)
  const known = [...own, ...linked]
  const [first] = known
  await requireOwnPassword(ctx, password, {
    email,
    name: first?.name ?? '',
    companies: known.flatMap((r) => [r.company, r.firm]),
  })
  const hash = await hashInTurn(ctx, password)
  const userId = account?.id ?? uuidv7()
  const event = account?.passwordHash && account.role === 'client' ? 'changed' : 'set'
  await commit(
    ctx,
    [
      client.spend,
      require('email_used_by_bookkeeper', `NOT EXISTS (SELECT 1 FROM auth_users u JOIN profiles p ON p.id = u.id
                     WHERE u.email = ? AND p.role = 'bookkeeper' AND u.email_confirmed_at IS NOT NULL)`, [email]),
      ...accountSteps(ctx, client, linked[0]?.id, userId, hash),
      ...voidProofs(ctx, email, userId),
      ...revokeSteps(
        ctx,
        actorOf(userId, 'client', first?.firmId ?? null, first?.id),
        { where: 'user_id = ?', args: [userId] },
        'password_reset',
      ),
      ...knowOnlyThisDevice(ctx, userId),
      ...linkSteps(ctx, userId, email, linked, 'account.password_set'),
      ...own.map((record) =>
        accountAudit(ctx, userId, record, event === 'set' ? 'account.password_set' : 'account.password_reset'),
      ),
      sendMail(ctx, passwordMail(ctx, { email }, 'client', event)),
    ],
    { 'auth_users.email': 'account_exists' },
  )
  await forgetFailures(ctx, 'sign-in', email)
}

/**
 * The account and its profile. An address is proven here, so an account that never confirmed it gives way. What bookkeepers type about
 * the person stays in their own records: the profile holds nothing of it.
 */
function accountSteps(
  ctx: Context,
  { email, account, timeZone }: ProvenClient,
  recordId: string | undefined,
  userId: string,
  hash: string,
): Step[] {
  const at = ctx.now.toISOString()
  const zone = timeZone ? { time_zone: timeZone } : {}
  const user = { password_hash: hash, email_confirmed_at: at, updated_at: at }
  const fresh = {
    role: 'client',
    name: '',
    email,
    phone: null,
    company: null,
    firm_id: null,
    chosen_client_id: recordId ?? null,
  } as const
  const changed = { ...(isClient(account) ? {} : fresh), ...zone, updated_at: at }
  return [
    account
      ? step(ctx.db.update(authUsers).set(user).where(eq(authUsers.id, userId)), 'stale')
      : step(ctx.db.insert(authUsers).values({ id: userId, email, created_at: at, ...user })),
    step(
      ctx.db
        .insert(profiles)
        .values({ id: userId, ...fresh, ...zone, created_at: at, updated_at: at })
        .onConflictDoUpdate({ target: profiles.id, set: changed }),
    ),
  ]
}

/** What else could set a password for this address no longer can. */
export function voidProofs(ctx: Pick<Context, 'db' | 'now'>, email: string, userId: string): Step[] {
  const at = ctx.now.toISOString()
  return [
    step(
      ctx.db
        .update(verificationCodes)
        .set({ closed_at: sql`coalesce(closed_at, ${at})`, setup_used_at: sql`coalesce(setup_used_at, ${at})` })
        .where(eq(verificationCodes.email, email)),
    ),
    voidLinks(ctx, userId),
  ]
}
