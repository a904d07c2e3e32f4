import type { Accepted } from './incoming.ts'
import { nextPiece } from './incoming.ts'
import { Inspector } from './inspector.ts'
import { CLEANUP_MS, withTimeout } from './with-timeout.ts'

/** Seconds for which whoever holds an object may keep it (specification, section 9). */
const CACHE_SECONDS = 3600

/** What an object says of itself: its type, and how long it may be kept. */
export const objectMetadata = (contentType: string): R2HTTPMetadata => ({
  contentType,
  cacheControl: `max-age=${CACHE_SECONDS}`,
})

/** Bytes as hexadecimal digits. */
export const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (b) => b.toString(16).padStart(2, '0')).join('')

/** What looks at the pieces of a file on their way. */
interface Looking {
  see(piece: Uint8Array): void
  end(): void
}

/**
 * Sends all pieces of a file past somebody who looks at them and into the writers, and lets these close only when the whole was found good.
 * @param taker whoever reads what is written: once that has failed, or takes nothing for a while, nobody waits for it any more
 */
export async function pump(
  { head, reader }: Omit<Accepted, 'length'>,
  looking: Looking,
  into: readonly WritableStream<Uint8Array>[],
  taker: Promise<unknown>,
): Promise<void> {
  const writers = into.map((w) => w.getWriter())
  const taken = (work: Promise<unknown>): Promise<unknown> => withTimeout(Promise.race([work, taker]))
  try {
    // One piece at a time, and the next only when this one is taken: memory stays flat whatever the size.
    for (let piece = head; piece.length > 0; piece = await nextPiece(reader)) {
      looking.see(piece)
      for (const writer of writers) await taken(writer.write(piece))
    }
    looking.end()
    await taken(Promise.all(writers.map((w) => w.close())))
  } catch (error) {
    const ended = Promise.allSettled([...writers.map((w) => w.abort(error)), reader.cancel(error), taker])
    await withTimeout(ended, CLEANUP_MS).catch(() => undefined)
    throw error
  }
}

/**
 * Streams an accepted file into the bucket under a path that is still free.
 * @returns its SHA-256, hex
 * @throws AppError `file_content` when it is not as a whole what its name says; Error when the sender went away, sent another length than
 * announced, or the path is taken. No object was made then
 */
export async function store(
  bucket: R2Bucket,
  path: string,
  file: { name: string; type: string },
  accepted: Accepted,
): Promise<string> {
  const fixed = new FixedLengthStream(accepted.length)
  const digest = new crypto.DigestStream('SHA-256')
  const sum = digest.digest
  const put = bucket.put(path, fixed.readable, {
    httpMetadata: objectMetadata(file.type),
    onlyIf: { etagDoesNotMatch: '*' },
  })
  for (const work of [put, sum]) work.catch(() => undefined)
  await pump(accepted, new Inspector(file.name), [digest, fixed.writable], put)
  const [object, hash] = await withTimeout(Promise.all([put, sum]))
  if (object === null) throw new Error('the path is taken')
  return hex(hash)
}

/**
 * Reads a stored object through from its beginning: its SHA-256, once the whole was found good.
 * @throws AppError `file_content`
 */
export async function review(name: string, body: ReadableStream<Uint8Array>): Promise<string> {
  const digest = new crypto.DigestStream('SHA-256')
  const sum = digest.digest
  sum.catch(() => undefined)
  const reader = body.getReader({ mode: 'byob' })
  await pump({ head: await nextPiece(reader), reader }, new Inspector(name), [digest], sum)
  return hex(await sum)
}
