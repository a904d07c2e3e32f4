import type { CodePurpose, RequestCode } from '@portal/contract/auth'
import { CODE_TTL_MS } from '@portal/contract/limits'
import { and, eq, isNull, lt, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { verificationCodes } from '../../db/schema/index.ts'
import { commit, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { uuidv7 } from '../../ids.ts'
import { sendMail } from '../../outbox/enqueue.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { codeMail } from '../mails.ts'
import { accountByEmail, isConfirmed, linkedRecords, offeredRecords, recordsByEmail } from '../accounts.ts'
import { keyedHash, newCode, tokenHash } from '../../crypto/secrets.ts'

const NOT_REGISTERED: Record<CodePurpose, string> = { signup: 'Email Not Registered', recovery: 'Email Not Found' }
const KEEP_MS = 24 * 60 * 60_000

/** Returns the hash of the browser that a code is bound to. */
export const deviceHash = ({ device = '' }: Pick<Context, 'device'>): string => tokenHash(device)

/** Returns the stored form of a code: a keyed hash, bound to address and purpose. */
export const codeHash = (ctx: Pick<Context, 'settings'>, email: string, purpose: CodePurpose, code: string): string =>
  keyedHash(ctx.settings.AUTH_SECRET, 'code', purpose, email, code)

/** Returns the condition for open codes that were requested in this browser. */
export const isOpenHere = (ctx: Pick<Context, 'device'>, email: string, purpose: CodePurpose): SQL | undefined =>
  and(
    eq(verificationCodes.email, email),
    eq(verificationCodes.purpose, purpose),
    eq(verificationCodes.device_hash, deviceHash(ctx)),
    isNull(verificationCodes.closed_at),
  )

/**
 * Mails a client a six-digit code to sign up or to reset the password: one use, 10 minutes, 5 tries. It is valid only
 * in the browser that requested it, and voids the previous code of that browser. Requests of others change nothing.
 * @throws AppError `email_not_registered` (no bookkeeper has this client), `email_used_by_bookkeeper`,
 *   `account_exists` (sign-up with a password already set), `too_many_requests`
 */
export async function requestCode(ctx: Context, { email, purpose }: z.output<typeof RequestCode>): Promise<void> {
  await countAttempt(ctx, 'code', email)
  const [[account], linked] = await ctx.db.batch([accountByEmail(ctx.db, email), recordsByEmail(ctx.db, email)])
  const isKnown = linkedRecords(account, linked).length > 0 || offeredRecords(email, linked).length > 0
  if (isConfirmed(account, 'bookkeeper') || (account?.role === 'bookkeeper' && !isKnown))
    throw new AppError('email_used_by_bookkeeper')
  if (!isKnown) throw new AppError('email_not_registered', { title: NOT_REGISTERED[purpose] })
  if (purpose === 'signup' && account?.role === 'client' && account.passwordHash) throw new AppError('account_exists')
  const code = newCode()
  const at = ctx.now.toISOString()
  const old = and(
    eq(verificationCodes.email, email),
    lt(verificationCodes.created_at, new Date(ctx.now.getTime() - KEEP_MS).toISOString()),
  )
  await commit(ctx, [
    step(ctx.db.delete(verificationCodes).where(old)),
    step(
      ctx.db
        .update(verificationCodes)
        .set({ closed_at: at })
        .where(isOpenHere(ctx, email, purpose)),
    ),
    step(
      ctx.db.insert(verificationCodes).values({
        id: uuidv7(),
        email,
        purpose,
        device_hash: deviceHash(ctx),
        code_hash: codeHash(ctx, email, purpose, code),
        created_at: at,
        expires_at: new Date(ctx.now.getTime() + CODE_TTL_MS).toISOString(),
      }),
    ),
    sendMail(ctx, codeMail({ email }, purpose, code)),
  ])
}
