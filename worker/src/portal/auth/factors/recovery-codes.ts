import { RECOVERY_CODES } from '@portal/contract/limits'
import { normalizeCode } from '@portal/contract/readable-codes'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { recoveryCodes } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { newReadableCode, tokenHash } from '../../../platform/crypto/secrets.ts'

/** Recovery codes: 24 unambiguous characters. With 120 random bits, a plain hash is enough to store them. */

/** 24 characters; older codes, which are still valid, have 16. */
const RECOVERY_CODE = /^(?:[0-9A-HJKMNP-TV-Z]{24}|[0-9A-HJKMNP-TV-Z]{16})$/

/** Normalizes an entered code. Returns undefined if it is none. */
export function normalizeRecoveryCode(entered: string): string | undefined {
  const code = normalizeCode(entered)
  return RECOVERY_CODE.test(code) ? code : undefined
}

/** Returns the stored form of a recovery code, bound to its owner. */
export const recoveryHash = (userId: string, code: string): string => tokenHash(`recovery:${userId}:${code}`)

/** Creates recovery codes. Returns them with the steps that replace all older codes. */
export function replaceRecoveryCodes(
  ctx: Pick<Context, 'db' | 'now'>,
  userId: string,
): { codes: string[]; steps: Step[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newReadableCode(6, 4))
  const rows = codes.map((code) => ({
    id: uuidv7(),
    user_id: userId,
    code_hash: recoveryHash(userId, normalizeRecoveryCode(code) ?? ''),
    created_at: ctx.now.toISOString(),
  }))
  const steps = [
    step(ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))),
    step(ctx.db.insert(recoveryCodes).values(rows)),
  ]
  return { codes, steps }
}
