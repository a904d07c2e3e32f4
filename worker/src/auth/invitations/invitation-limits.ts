import {
  INVITATIONS_PER_ACCEPTED,
  INVITATIONS_PER_ADDRESS,
  INVITATIONS_PER_ADDRESS_AND_FIRM,
} from '@portal/contract/limits'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { firms, invitationLog } from '../../db/schema/index.ts'
import { require, type Step, step } from '../../db/write.ts'
import type { SqlValue } from '../../db/statement.ts'
import { AppError } from '../../errors.ts'
import { limitExceeded, waitInWords } from '../../limits/limit-errors.ts'
import { keyedHash } from '../../crypto/secrets.ts'
import { mailboxOf } from './mailbox.ts'

const DAY_MS = 86_400_000

type LimitContext = Pick<Context, 'db' | 'now' | 'settings'>

const dayAgo = ({ now }: Pick<Context, 'now'>): string => new Date(now.getTime() - DAY_MS).toISOString()

/**
 * Selects how many invitations a firm has sent within the last day (`used`) and may send (`most`). A new firm starts
 * with INVITATIONS_PER_DAY. Each day of age adds a fifth of that. Accepted invitations add to it too, but per day of
 * age no more than the starting limit, so that a firm gains little by accepting its own invitations.
 */
export function invitationUsage(ctx: LimitContext, firmId: string) {
  const { INVITATIONS_PER_DAY: base, INVITATIONS_PER_DAY_MAX: most } = ctx.settings
  const age = sql`max(0, CAST(julianday(${ctx.now.toISOString()}) - julianday(${firms.created_at}) AS INTEGER))`
  const accepted = sql`(SELECT count(*) FROM (SELECT 1 FROM profiles p JOIN book_clients c ON c.bookkeeper_id = p.id
    JOIN book_client_auth a ON a.client_id = c.id
    WHERE p.firm_id = ${firmId} AND a.password_set = 1 LIMIT ${Math.ceil(most / INVITATIONS_PER_ACCEPTED)}))`
  const sent = sql<number>`(SELECT count(*) FROM invitation_log l
    WHERE l.firm_id = ${firmId} AND l.at > ${dayAgo(ctx)})`
  const earned = sql`min(${accepted} * ${INVITATIONS_PER_ACCEPTED}, ${age} * ${base})`
  const allowed = sql<number>`max(${base}, min(${most}, ${base} + ${age} * ${base} / 5 + ${earned}))`
  return ctx.db
    .select({ used: sent.as('used'), most: allowed.as('most') })
    .from(firms)
    .where(eq(firms.id, firmId))
}

/** Returns the error that says how many invitations are left, and when there will be more. */
async function firmLimitReached(ctx: LimitContext, firmId: string, wanted: number): Promise<AppError> {
  const [usage] = await invitationUsage(ctx, firmId)
  const { used, most } = usage ?? { used: 0, most: 0 }
  const sent = and(eq(invitationLog.firm_id, firmId), gt(invitationLog.at, dayAgo(ctx)))
  // Invitations count for a day. The oldest of them make room for the wanted ones.
  const place = Math.max(0, Math.min(used, used + wanted - most) - 1)
  const [freed] = await ctx.db
    .select({ at: invitationLog.at })
    .from(invitationLog)
    .where(sent)
    .orderBy(invitationLog.at)
    .limit(1)
    .offset(place)
  const wait = freed ? Date.parse(freed.at) + DAY_MS - ctx.now.getTime() : DAY_MS
  const retryAfter = Math.max(1, Math.ceil(wait / 1000))
  const left = used < most ? ` You can invite ${most - used} now.` : ''
  return new AppError('invitation_limit', {
    retryAfter,
    detail: [
      `Your firm has sent ${used} of the ${most} invitations it may send within a day.${left}`,
      `Please try again ${waitInWords(retryAfter)}, or import clients without inviting them yet.`,
      'The limit grows with time and as clients accept; the operator of the portal can raise it.',
    ].join(' '),
  })
}

const addressLimitReached = async (): Promise<AppError> => limitExceeded('addressMails', DAY_MS)

/**
 * Returns steps that limit and count the mails of a firm to addresses whose owners have not accepted an invitation.
 * Tagged addresses count for their mailbox.
 */
export function withinAddressLimits(ctx: LimitContext, firmId: string, emails: readonly string[]): Step[] {
  const hashes = JSON.stringify(emails.map((email) => keyedHash(ctx.settings.AUTH_SECRET, 'invited', mailboxOf(email))))
  const since = dayAgo(ctx)
  const wanted = '(SELECT value, count(*) AS n FROM json_each(?) GROUP BY value)'
  const sent = 'SELECT count(*) FROM invitation_log l WHERE l.address_hash = j.value AND l.at > ?'
  return [
    {
      ...require('too_many_requests', `NOT EXISTS (SELECT 1 FROM ${wanted} j
          WHERE (${sent}) + j.n > ${INVITATIONS_PER_ADDRESS}
            OR (${sent} AND l.firm_id = ?) + j.n > ${INVITATIONS_PER_ADDRESS_AND_FIRM})`, [
        hashes,
        since,
        since,
        firmId,
      ]),
      explain: addressLimitReached,
    },
    step({
      sql: 'INSERT INTO invitation_log (firm_id, address_hash, at) SELECT ?, value, ? FROM json_each(?)',
      args: [firmId, ctx.now.toISOString(), hashes],
    }),
    step({ sql: 'DELETE FROM invitation_log WHERE at <= ?', args: [since] }),
  ]
}

/**
 * Returns steps that enforce the limits on a firm's invitations and count them. Every batch that queues invitations
 * must include them.
 */
export function withinInvitationLimits(ctx: LimitContext, firmId: string, emails: readonly string[]): Step[] {
  const usage = invitationUsage(ctx, firmId).toSQL()
  const wanted = emails.length
  return [
    {
      ...require('invitation_limit', `SELECT used + ? <= ? OR used + ? <= most FROM (${usage.sql})`, [
        wanted,
        ctx.settings.INVITATIONS_PER_DAY,
        wanted,
        ...(usage.params as SqlValue[]),
      ]),
      explain: () => firmLimitReached(ctx, firmId, wanted),
    },
    ...withinAddressLimits(ctx, firmId, emails),
  ]
}
