import { CODE_TRIES_PER_DAY } from '@portal/contract/limits'
import { and, eq, exists, gt, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { type CODE_PURPOSES, verificationCodes } from '../../db/schema/index.ts'
import { knownDevice } from '../../limits/known-device.ts'
import { limitExceeded } from '../../limits/limit-errors.ts'
import { errorWithWayIn } from '../known-browsers/error-with-way-in.ts'

/**
 * All codes of an address and purpose together have a number of tries within a day. Browsers that the account knows may
 * go on, except with codes for owners.
 */

export type StoredCodePurpose = (typeof CODE_PURPOSES)[number]
/** What a code is for. `owner`: it proves the owner of an account without a password. */
export type CodeUse = StoredCodePurpose | 'owner'

/**
 * Returns the purpose that a code is stored with. Codes for owners share that of one-tap links, and with it the tries
 * of the address. Neither is accepted as the other, because their hashes contain what they are for.
 */
export const storedAs = (use: CodeUse): StoredCodePurpose => (use === 'owner' ? 'one-tap' : use)

const DAY_MS = 24 * 60 * 60_000

/** Returns the time a day ago. Codes are kept that long. */
export const dayAgo = ({ now }: Pick<Context, 'now'>): string => new Date(now.getTime() - DAY_MS).toISOString()

const ofLastDay = (ctx: Pick<Context, 'now'>, email: string, use: CodeUse): SQL | undefined =>
  and(
    eq(verificationCodes.email, email),
    eq(verificationCodes.purpose, storedAs(use)),
    gt(verificationCodes.created_at, dayAgo(ctx)),
  )

const TRIES = sql<number>`coalesce(sum(${verificationCodes.tries}), 0)`

/**
 * Returns the condition that this browser may try a code. Codes of operators are too long to be guessed. Codes for
 * owners are tried with a session, so the account always knows that browser.
 */
export function hasTriesLeft(ctx: Context, email: string, use: CodeUse): SQL {
  if (use === 'operator') return sql`true`
  const tries = ctx.db
    .select({ n: TRIES })
    .from(verificationCodes)
    .where(ofLastDay(ctx, email, use))
  const known = use === 'owner' ? sql`false` : exists(knownDevice(ctx, email))
  return sql`((${tries}) < ${CODE_TRIES_PER_DAY} OR ${known})`
}

/** Refuses when this browser may not try a code. @throws AppError `too_many_requests` */
export async function requireTriesLeft(ctx: Context, email: string, use: CodeUse): Promise<void> {
  const [codes] = await ctx.db
    .select({
      oldest: sql<string | null>`min(iif(${verificationCodes.tries} > 0, ${verificationCodes.created_at}, NULL))`,
      hasTries: sql<number>`${hasTriesLeft(ctx, email, use)}`.mapWith(Boolean),
    })
    .from(verificationCodes)
    .where(ofLastDay(ctx, email, use))
  if (!codes || codes.hasTries || codes.oldest === null) return
  const wait = Date.parse(codes.oldest) + DAY_MS - ctx.now.getTime()
  const error = limitExceeded('attempts', wait)
  throw use === 'owner' ? error : await errorWithWayIn(ctx, email, error)
}
