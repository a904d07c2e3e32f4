import { type Accepted, nextPiece } from './incoming.ts'

/** Seconds for which whoever holds an object may keep it (specification, section 9). */
const CACHE_SECONDS = 3600

async function pump({ head, reader }: Accepted, into: WritableStream<Uint8Array>, digest: WritableStream<Uint8Array>): Promise<void> {
  const [object, hash] = [into.getWriter(), digest.getWriter()]
  try {
    // One piece at a time, and the next only when this one is taken: memory stays flat whatever the size.
    for (let piece = head; piece.length > 0; piece = await nextPiece(reader)) {
      await hash.write(piece)
      await object.write(piece)
    }
    await Promise.all([object.close(), hash.close()])
  } catch (error) {
    await Promise.allSettled([object.abort(error), hash.abort(error), reader.cancel(error)])
    throw error
  }
}

/**
 * Streams an accepted file into the bucket under a path that is still free.
 * @returns its SHA-256, hex
 * @throws Error when the sender went away, sent another length than announced, or the path is taken: no object was made
 */
export async function store(bucket: R2Bucket, path: string, type: string, file: Accepted): Promise<string> {
  const fixed = new FixedLengthStream(file.length)
  const digest = new crypto.DigestStream('SHA-256')
  const sum = digest.digest
  const put = bucket.put(path, fixed.readable, {
    httpMetadata: { contentType: type, cacheControl: `max-age=${CACHE_SECONDS}` },
    onlyIf: { etagDoesNotMatch: '*' },
  })
  const [pumped, object, hash] = await Promise.allSettled([pump(file, fixed.writable, digest), put, sum])
  for (const outcome of [pumped, object, hash]) if (outcome.status === 'rejected') throw outcome.reason
  if (object.status === 'fulfilled' && object.value === null) throw new Error('the path is taken')
  const bytes = hash.status === 'fulfilled' ? new Uint8Array(hash.value) : new Uint8Array()
  return [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')
}
