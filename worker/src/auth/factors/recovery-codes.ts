import { generateRandomString } from '@oslojs/crypto/random'
import { RECOVERY_CODES } from '@portal/contract/limits'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { recoveryCodes } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { uuidv7 } from '../../ids.ts'
import { systemRandom, tokenHash } from '../../crypto/secrets.ts'

/** Recovery codes: 24 unambiguous characters. With 120 random bits, a plain hash is enough to store them. */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 6
const GROUP = 4
/** The length of older codes, which are still valid. */
const OLD_LENGTH = 16

function newRecoveryCode(): string {
  const code = generateRandomString(systemRandom, ALPHABET, GROUPS * GROUP)
  return (code.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-')
}

/**
 * Normalizes an entered code: no separators, upper case, digits for similar letters. Returns undefined if it is none.
 */
export function normalizeRecoveryCode(entered: string): string | undefined {
  const code = entered
    .replace(/[\s-]+/g, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return new RegExp(`^(?:[${ALPHABET}]{${GROUPS * GROUP}}|[${ALPHABET}]{${OLD_LENGTH}})$`).test(code) ? code : undefined
}

/** Returns the stored form of a recovery code, bound to its owner. */
export const recoveryHash = (userId: string, code: string): string => tokenHash(`recovery:${userId}:${code}`)

/** Creates recovery codes. Returns them with the steps that replace all older codes. */
export function replaceRecoveryCodes(
  ctx: Pick<Context, 'db' | 'now'>,
  userId: string,
): { codes: string[]; steps: Step[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
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
