import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding, encodeHexLowerCase } from '@oslojs/encoding'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { decrypt, encrypt } from '../crypto/seal.ts'
import { outbox } from '../db/schema/index.ts'
import type { Step } from '../db/write.ts'
import { uuidv7 } from '../ids.ts'
import { putDocuments } from '../outbox/enqueue.ts'
import { withTimeout } from '../storage/with-timeout.ts'

/**
 * Evidence in the audit log is encrypted with AES-256-GCM under a key of the client. Erasing the client deletes the
 * key, which makes the evidence unreadable without changing the log or its hashes. Large evidence is an object of the
 * bucket client-documents, and the entry has its hash: many entries are read at once.
 */

const KEY_BYTES = 32
const utf8 = new TextEncoder()

/** Returns a new key in base64url. */
export const newEvidenceKey = (): string => encodeBase64urlNoPadding(crypto.getRandomValues(new Uint8Array(KEY_BYTES)))

const keyOf = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', new Uint8Array(decodeBase64urlIgnorePadding(key)), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])

/** Characters of encrypted evidence that an entry contains itself. */
const INLINE_MAX = 16_000
/** Bytes of objects with evidence that one response reads. */
const READ_AT_ONCE_BYTES = 5_000_000

/** Encrypted evidence in the detail of an entry: the ciphertext, or a reference to its object. */
export interface SealedEvidence {
  evidence?: string
  evidence_object?: { path: string; sha256: string; bytes: number }
}

/** Returns whether the detail of an entry has evidence. */
export const hasEvidence = ({ evidence, evidence_object }: SealedEvidence): boolean =>
  evidence !== undefined || evidence_object !== undefined

/** Limits the evidence that is in memory for one response. */
export class EvidenceBudget {
  private left = READ_AT_ONCE_BYTES

  /** Returns whether the evidence of the next entry still fits. */
  allows({ evidence_object: object }: SealedEvidence): boolean {
    if (!object) return true
    if (object.bytes > this.left) return false
    this.left -= object.bytes
    return true
  }
}

/** Encrypts evidence about a client. @returns what to add to the detail of the entry, and the steps that store it */
export async function sealEvidence(
  ctx: BookkeeperContext,
  key: string,
  clientId: string,
  evidence: Record<string, unknown>,
): Promise<{ detail: SealedEvidence; steps: Step[] }> {
  const plain = new Uint8Array(utf8.encode(JSON.stringify(evidence)))
  const sealed = await encrypt(await keyOf(key), `evidence/${clientId}`, plain)
  if (sealed.length <= INLINE_MAX) return { detail: { evidence: sealed }, steps: [] }
  const path = `evidence/${ctx.actor.firmId}/${uuidv7()}`
  return {
    detail: { evidence_object: { path, sha256: await hashOf(sealed), bytes: sealed.length } },
    steps: [putDocuments(ctx, [{ path, text: sealed }])],
  }
}

const hashOf = async (sealed: string): Promise<string> =>
  encodeHexLowerCase(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(sealed))))

type ReadContext = Pick<BookkeeperContext, 'env' | 'db'>

/** Reads evidence that is an object. Until the outbox is delivered, the text is still in its row. */
async function readObject({ env, db }: ReadContext, path: string, hash: string): Promise<string | undefined> {
  const [queued] = await db
    .select({ text: sql<string>`${outbox.payload} ->> 'text'` })
    .from(outbox)
    .where(and(eq(outbox.recipient, `document:${path}`), isNull(outbox.done_at)))
  const sealed = queued?.text ?? (await (await withTimeout(env.DOCUMENTS.get(path)))?.text())
  return sealed !== undefined && (await hashOf(sealed)) === hash ? sealed : undefined
}

/**
 * Decrypts the evidence of an entry.
 * @returns undefined when there is none, it was changed, or the client, and with it the key, was erased
 */
export async function openEvidence(
  ctx: ReadContext,
  key: string | null | undefined,
  clientId: string,
  { evidence, evidence_object: object }: SealedEvidence,
): Promise<Record<string, unknown> | undefined> {
  if (!key) return undefined
  const sealed = object ? await readObject(ctx, object.path, object.sha256) : evidence
  const plain = sealed && (await decrypt(await keyOf(key), `evidence/${clientId}`, sealed))
  return plain ? (JSON.parse(new TextDecoder().decode(plain)) as Record<string, unknown>) : undefined
}
