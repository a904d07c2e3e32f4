import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import * as z from 'zod'
import { keyedHash } from '../crypto/secrets.ts'

/** Leave to tell the other side of a conversation that one is typing. Signed, so that the socket's object needs no database to see that it is true. */

const GRANT_MS = 10 * 60_000
const Grant = z.tuple([z.string(), z.string(), z.number()])

const seal = (secret: string, body: string): string => keyedHash(secret, 'chat-typing', body)

/** A grant to signal in a thread to the user at its other side. */
export function signGrant(secret: string, to: string, threadId: string, now: number): string {
  const body = encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify([to, threadId, now + GRANT_MS])))
  return `${body}.${seal(secret, body)}`
}

/** Whom a grant leads to, and in which thread; undefined where it is none of ours, or has expired. */
export function readGrant(secret: string, grant: string, now: number): { to: string; threadId: string } | undefined {
  const [body = '', mark = ''] = grant.split('.')
  if (mark !== seal(secret, body)) return undefined
  const [to, threadId, expires] = Grant.parse(JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(body))))
  return expires > now ? { to, threadId } : undefined
}
