import type { Accepted } from './incoming.ts'
import { nextPiece } from './incoming.ts'
import { Inspector } from './inspect.ts'

/** Seconds for which whoever holds an object may keep it (specification, section 9). */
const CACHE_SECONDS = 3600

/** What an object says of itself: its type, and how long it may be kept. */
export const objectMetadata = (contentType: string): R2HTTPMetadata => ({ contentType, cacheControl: `max-age=${CACHE_SECONDS}` })

/** Bytes as hexadecimal digits. */
export const hex = (bytes: ArrayBuffer): string => Array.from(new Uint8Array(bytes), (b) => b.toString(16).padStart(2, '0')).join('')

/** Sends all pieces of a file through the inspector and into the writers, and lets them close only when the whole was found good. */
async function pump(
  { head, reader }: Omit<Accepted, 'length'>,
  inspector: Inspector,
  into: readonly WritableStream<Uint8Array>[],
): Promise<void> {
  const writers = into.map((w) => w.getWriter())
  try {
    // One piece at a time, and the next only when this one is taken: memory stays flat whatever the size.
    for (let piece = head; piece.length > 0; piece = await nextPiece(reader)) {
      inspector.see(piece)
      for (const writer of writers) await writer.write(piece)
    }
    inspector.end()
    await Promise.all(writers.map((w) => w.close()))
  } catch (error) {
    await Promise.allSettled([...writers.map((w) => w.abort(error)), reader.cancel(error)])
    throw error
  }
}

/**
 * Streams an accepted file into the bucket under a path that is still free.
 * @returns its SHA-256, hex
 * @throws AppError `file_content` when it is not as a whole what its name says; Error when the sender went away, sent another length than
 * announced, or the path is taken. No object was made then
 */
export async function store(bucket: R2Bucket, path: string, file: { name: string; type: string }, accepted: Accepted): Promise<string> {
  const fixed = new FixedLengthStream(accepted.length)
  const digest = new crypto.DigestStream('SHA-256')
  const sum = digest.digest
  const put = bucket.put(path, fixed.readable, { httpMetadata: objectMetadata(file.type), onlyIf: { etagDoesNotMatch: '*' } })
  const pumping = pump(accepted, new Inspector(file.name), [digest, fixed.writable])
  const [pumped, object, hash] = await Promise.allSettled([pumping, put, sum])
  for (const outcome of [pumped, object, hash]) if (outcome.status === 'rejected') throw outcome.reason
  if (object.status === 'fulfilled' && object.value === null) throw new Error('the path is taken')
  return hash.status === 'fulfilled' ? hex(hash.value) : ''
}

/**
 * Reads a stored object through from its beginning: its SHA-256, once the whole was found good.
 * @throws AppError `file_content`
 */
export async function review(name: string, body: ReadableStream<Uint8Array>): Promise<string> {
  const digest = new crypto.DigestStream('SHA-256')
  const sum = digest.digest
  const reader = body.getReader({ mode: 'byob' })
  const [pumped, hash] = await Promise.allSettled([
    nextPiece(reader).then((head) => pump({ head, reader }, new Inspector(name), [digest])),
    sum,
  ])
  for (const outcome of [pumped, hash]) if (outcome.status === 'rejected') throw outcome.reason
  return hash.status === 'fulfilled' ? hex(hash.value) : ''
}
