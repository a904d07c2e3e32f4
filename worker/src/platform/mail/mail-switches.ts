import { isMailKind, type MailKind } from '@portal/contract/mail-kinds'
import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { derivedToken } from '../crypto/secrets.ts'
import type { Context } from '../../context.ts'
import { mailSwitches } from '../db/schema/index.ts'
import { commit, type Step, step } from '../db/write.ts'
import { isAppError } from '../../errors.ts'

/** Returns a condition: the owner of an address has not switched off a kind of mail. */
export const wantsMail = (kind: MailKind, address: string | SQLWrapper): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${mailSwitches}
    WHERE ${mailSwitches.address} = lower(${address}) AND ${mailSwitches.kind} = ${kind})`

/** The address and the kinds of mail that a link switches off: those of which its mail tells. */
export interface UnsubscribeLink {
  address: string
  kinds: readonly [MailKind, ...MailKind[]]
}

const sign = (secret: string, body: string): string => derivedToken(secret, 'mail-off', body)

/** Returns the link that switches kinds of mail off without signing in. It does not expire. */
export function unsubscribeUrl(origin: string, secret: string, { address, kinds }: UnsubscribeLink): string {
  const body = encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify([address.toLowerCase(), ...kinds])))
  return `${origin}/mail-off?token=${body}.${sign(secret, body)}`
}

/**
 * Reads the token of a link. @returns undefined when it is invalid
 * @param secrets the current and the previous secret
 */
export function readUnsubscribeLink(secrets: readonly string[], token: string): UnsubscribeLink | undefined {
  const [body = '', signature = ''] = token.split('.')
  if (!secrets.some((secret) => secret !== '' && signature === sign(secret, body))) return undefined
  const [address, ...named] = JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(body))) as [string]
  const [first, ...others] = (named as unknown[]).filter(isMailKind)
  return first && { address, kinds: [first, ...others] }
}

/** Switches kinds of mail on or off for an address, together with other steps. A repeat writes nothing. */
export async function switchMail(
  ctx: Pick<Context, 'db' | 'env' | 'trips' | 'now'>,
  { address, kinds }: UnsubscribeLink,
  on: boolean,
  steps: readonly Step[],
): Promise<void> {
  const lower = sql<string>`lower(${address})`
  const change = on
    ? ctx.db.delete(mailSwitches).where(and(eq(mailSwitches.address, lower), inArray(mailSwitches.kind, [...kinds])))
    : ctx.db
        .insert(mailSwitches)
        .values(kinds.map((kind) => ({ address: lower, kind, off_at: ctx.now.toISOString() })))
        .onConflictDoNothing()
  try {
    await commit(ctx, [step(change, 'stale'), ...steps])
  } catch (error) {
    if (!isAppError(error, 'stale')) throw error
  }
}
