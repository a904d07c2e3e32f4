import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import * as z from 'zod'
import { keyedHash } from '../crypto/secrets.ts'

/** Signed grants to send typing signals in a conversation. The inbox verifies them without a database read. */

const GRANT_MS = 10 * 60_000
const Grant = z.tuple([z.string(), z.string(), z.number()])

const seal = (secret: string, body: string): string => keyedHash(secret, 'chat-typing', body)

/** Returns a grant to send signals in a thread to another user. */
export function signGrant(secret: string, to: string, threadId: string, now: number): string {
  const body = encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify([to, threadId, now + GRANT_MS])))
  return `${body}.${seal(secret, body)}`
}

/** Returns the user and thread of a grant; undefined when it is invalid or has expired. */
export function readGrant(secret: string, grant: string, now: number): { to: string; threadId: string } | undefined {
  const [body = '', mark = ''] = grant.split('.')
  if (mark !== seal(secret, body)) return undefined
  const [to, threadId, expires] = Grant.parse(JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(body))))
  return expires > now ? { to, threadId } : undefined
}
