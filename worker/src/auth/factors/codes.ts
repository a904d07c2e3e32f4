import { generateRandomIntegerNumber } from '@oslojs/crypto/random'
import { RECOVERY_CODES } from '@portal/contract/limits'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { recoveryCodes } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { uuidv7 } from '../../ids.ts'
import { tokenHash } from '../../crypto/secrets.ts'

/** Recovery codes: 24 characters that are not taken for one another, 120 bits, so that a plain hash of one tells nothing. */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 6
const GROUP = 4
/** How long codes were before: those that somebody kept still open the account. */
const OLD_LENGTH = 16
const random = {
  read: (bytes: Uint8Array): void => {
    crypto.getRandomValues(bytes)
  },
}

function newRecoveryCode(): string {
  const character = (): string => ALPHABET[generateRandomIntegerNumber(random, ALPHABET.length)] ?? ''
  return Array.from({ length: GROUPS }, () => Array.from({ length: GROUP }, character).join('')).join('-')
}

/** A code as it was meant: without what stands between the groups, in capitals, with the letters that look like digits as digits. */
export function recoveryCodeOf(entered: string): string | undefined {
  const code = entered
    .replace(/[\s-]+/g, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return new RegExp(`^(?:[${ALPHABET}]{${GROUPS * GROUP}}|[${ALPHABET}]{${OLD_LENGTH}})$`).test(code) ? code : undefined
}

/** How a recovery code is stored: bound to its owner. */
export const recoveryHash = (userId: string, code: string): string => tokenHash(`recovery:${userId}:${code}`)

/** New recovery codes, and the steps that put them in the place of all older ones. */
export function renewRecoveryCodes(
  ctx: Pick<Context, 'db' | 'now'>,
  userId: string,
): { codes: string[]; steps: Step[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const rows = codes.map((code) => ({
    id: uuidv7(),
    user_id: userId,
    code_hash: recoveryHash(userId, recoveryCodeOf(code) ?? ''),
    created_at: ctx.now.toISOString(),
  }))
  const steps = [
    step(ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))),
    step(ctx.db.insert(recoveryCodes).values(rows)),
  ]
  return { codes, steps }
}
