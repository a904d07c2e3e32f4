import { CODE_TRIES_PER_DAY } from '@portal/contract/limits'
import { and, eq, exists, gt, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { type CodePurpose, verificationCodes } from '../../../platform/db/schema/index.ts'
import { knownDevice } from '../../../platform/limits/known-device.ts'
import { limitExceeded } from '../../../platform/limits/limit-errors.ts'
import { errorWithWayIn } from '../known-browsers/error-with-way-in.ts'

/**
 * All codes of an address and purpose together have a number of tries within a day. Browsers that the account knows may
 * go on, except with codes for owners.
 */

const DAY_MS = 24 * 60 * 60_000

/** Returns the time a day ago. Codes are kept that long. */
export const dayAgo = ({ now }: Pick<Context, 'now'>): string => new Date(now.getTime() - DAY_MS).toISOString()

const ofLastDay = (ctx: Pick<Context, 'now'>, email: string, purpose: CodePurpose): SQL | undefined =>
  and(
    eq(verificationCodes.email, email),
    eq(verificationCodes.purpose, purpose),
    gt(verificationCodes.created_at, dayAgo(ctx)),
  )

const TRIES = sql<number>`coalesce(sum(${verificationCodes.tries}), 0)`

/**
 * Returns the condition that this browser may try a code. Codes of operators are too long to be guessed. Codes for
 * owners are tried with a session, so the account always knows that browser.
 */
export function hasTriesLeft(ctx: Context, email: string, purpose: CodePurpose): SQL {
  if (purpose === 'operator') return sql`true`
  const tries = ctx.db
    .select({ n: TRIES })
    .from(verificationCodes)
    .where(ofLastDay(ctx, email, purpose))
  const known = purpose === 'owner' ? sql`false` : exists(knownDevice(ctx, email))
  return sql`((${tries}) < ${CODE_TRIES_PER_DAY} OR ${known})`
}

/** Refuses when this browser may not try a code. @throws AppError `too_many_requests` */
export async function requireTriesLeft(ctx: Context, email: string, purpose: CodePurpose): Promise<void> {
  const [codes] = await ctx.db
    .select({
      oldest: sql<string | null>`min(iif(${verificationCodes.tries} > 0, ${verificationCodes.created_at}, NULL))`,
      hasTries: sql<number>`${hasTriesLeft(ctx, email, purpose)}`.mapWith(Boolean),
    })
    .from(verificationCodes)
    .where(ofLastDay(ctx, email, purpose))
  if (!codes || codes.hasTries || codes.oldest === null) return
  const wait = Date.parse(codes.oldest) + DAY_MS - ctx.now.getTime()
  const error = limitExceeded('attempts', wait)
  throw purpose === 'owner' ? error : await errorWithWayIn(ctx, email, error)
}
