import {
  INVITATIONS_PER_ACCEPTED,
  INVITATIONS_PER_ADDRESS,
  INVITATIONS_PER_ADDRESS_AND_FIRM,
} from '@portal/contract/limits'
import { formatCount } from '@portal/contract/counts'
import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { bookClientAuth, bookClients, firms, invitationLog, profiles } from '../../../platform/db/schema/index.ts'
import { check, type Step, step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { limitExceeded, waitInWords } from '../../../platform/limits/limit-errors.ts'
import { keyedHash } from '../../../platform/crypto/secrets.ts'
import { mailboxOf } from './mailbox.ts'

const DAY_MS = 86_400_000

type LimitContext = Pick<Context, 'db' | 'now' | 'settings'>

const dayAgo = ({ now }: Pick<Context, 'now'>): string => new Date(now.getTime() - DAY_MS).toISOString()

const sentByFirm = (ctx: Pick<Context, 'now'>, firmId: string): SQL | undefined =>
  and(eq(invitationLog.firm_id, firmId), gt(invitationLog.at, dayAgo(ctx)))

/**
 * Selects how many invitations a firm has sent within the last day (`used`) and may send (`most`). A new firm starts
 * with INVITATIONS_PER_DAY. Each day of age adds a fifth of that. Accepted invitations add to it too, but per day of
 * age no more than the starting limit, so that a firm gains little by accepting its own invitations.
 */
export function invitationUsage(ctx: LimitContext, firmId: string) {
  const { db, now, settings } = ctx
  const { INVITATIONS_PER_DAY: base, INVITATIONS_PER_DAY_MAX: most } = settings
  const age = sql`max(0, CAST(julianday(${now.toISOString()}) - julianday(${firms.created_at}) AS INTEGER))`
  const accepted = db
    .select({ id: bookClientAuth.id })
    .from(profiles)
    .innerJoin(bookClients, eq(bookClients.bookkeeper_id, profiles.id))
    .innerJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(and(eq(profiles.firm_id, firmId), eq(bookClientAuth.password_set, true)))
    .limit(Math.ceil(most / INVITATIONS_PER_ACCEPTED))
    .as('accepted')
  const earned = sql`min(${db.$count(accepted)} * ${INVITATIONS_PER_ACCEPTED}, ${age} * ${base})`
  const allowed = sql<number>`max(${base}, min(${most}, ${base} + ${age} * ${base} / 5 + ${earned}))`
  return db
    .select({ used: db.$count(invitationLog, sentByFirm(ctx, firmId)).as('used'), most: allowed.as('most') })
    .from(firms)
    .where(eq(firms.id, firmId))
}

/** Returns the error that says how many invitations are left, and when there will be more. */
async function firmLimitReached(ctx: LimitContext, firmId: string, wanted: number): Promise<AppError> {
  const [usage] = await invitationUsage(ctx, firmId)
  const { used, most } = usage ?? { used: 0, most: 0 }
  // Invitations count for a day. The oldest of them make room for the wanted ones.
  const place = Math.max(0, Math.min(used, used + wanted - most) - 1)
  const [freed] = await ctx.db
    .select({ at: invitationLog.at })
    .from(invitationLog)
    .where(sentByFirm(ctx, firmId))
    .orderBy(invitationLog.at)
    .limit(1)
    .offset(place)
  const wait = freed ? Date.parse(freed.at) + DAY_MS - ctx.now.getTime() : DAY_MS
  const retryAfter = Math.max(1, Math.ceil(wait / 1000))
  const left = used < most ? ` You can invite ${formatCount(most - used)} now.` : ''
  return new AppError('invitation_limit', {
    retryAfter,
    detail: [
      `Your firm has sent ${formatCount(used)} of the ${formatCount(most)} invitations it may send within a day.` +
        left,
      `Please try again ${waitInWords(retryAfter)}, or import clients without inviting them yet.`,
      'The limit grows with time and as clients accept; the operator of the portal can raise it.',
    ].join(' '),
  })
}

/**
 * Returns steps that limit and count the mails of a firm to addresses whose owners have not accepted an invitation.
 * Tagged addresses count for their mailbox.
 */
export function withinAddressLimits(ctx: LimitContext, firmId: string, emails: readonly string[]): Step[] {
  const hashes = JSON.stringify(emails.map((email) => keyedHash(ctx.settings.AUTH_SECRET, 'invited', mailboxOf(email))))
  const toAddress = and(eq(invitationLog.address_hash, sql`wanted.value`), gt(invitationLog.at, dayAgo(ctx)))
  // The builder has no json_each, which reads any number of addresses.
  const exceeded = sql`
    SELECT 1 FROM (SELECT value, count(*) AS n FROM json_each(${hashes}) GROUP BY value) wanted
    WHERE ${ctx.db.$count(invitationLog, toAddress)} + wanted.n > ${INVITATIONS_PER_ADDRESS}
      OR ${ctx.db.$count(invitationLog, and(toAddress, eq(invitationLog.firm_id, firmId)))} + wanted.n
        > ${INVITATIONS_PER_ADDRESS_AND_FIRM}`
  return [
    {
      ...check('too_many_requests', sql`NOT EXISTS (${exceeded})`),
      explain: async () => limitExceeded('addressMails', DAY_MS),
    },
    step(sql`
      INSERT INTO ${invitationLog} (firm_id, address_hash, at)
      SELECT ${firmId}, value, ${ctx.now.toISOString()} FROM json_each(${hashes})`),
    step(ctx.db.delete(invitationLog).where(lte(invitationLog.at, dayAgo(ctx)))),
  ]
}

/**
 * Returns steps that enforce the limits on a firm's invitations and count them. Every batch that queues invitations
 * must include them.
 */
export function withinInvitationLimits(ctx: LimitContext, firmId: string, emails: readonly string[]): Step[] {
  const wanted = emails.length
  const base = ctx.settings.INVITATIONS_PER_DAY
  const usage = invitationUsage(ctx, firmId).as('usage')
  return [
    {
      ...check('invitation_limit', sql`(SELECT used + ${wanted} <= ${base} OR used + ${wanted} <= most FROM ${usage})`),
      explain: () => firmLimitReached(ctx, firmId, wanted),
    },
    ...withinAddressLimits(ctx, firmId, emails),
  ]
}
