import { encodeHexLowerCase } from '@oslojs/encoding'
import type { Accepted } from './incoming.ts'
import { nextChunk } from './incoming.ts'
import { Inspector } from './inspector.ts'
import { CLEANUP_MS, withTimeout } from './with-timeout.ts'

/** Cache lifetime of objects. */
const CACHE_SECONDS = 3600

/** Returns the metadata of an object. */
export const objectMetadata = (contentType: string): R2HTTPMetadata => ({
  contentType,
  cacheControl: `max-age=${CACHE_SECONDS}`,
})

/** Returns a digest as hexadecimal digits. */
export const hex = (digest: ArrayBuffer): string => encodeHexLowerCase(new Uint8Array(digest))

/** Inspects the chunks of a file. */
interface ChunkInspector {
  inspect(chunk: Uint8Array): void
  end(): void
}

/**
 * Pipes a file through an inspector into writers, which are closed only if the inspection succeeds.
 * @param consumer what reads the written data; piping stops when it fails or stalls
 */
export async function pipeChunks(
  { head, reader }: Omit<Accepted, 'length'>,
  inspector: ChunkInspector,
  into: readonly WritableStream<Uint8Array>[],
  consumer: Promise<unknown>,
): Promise<void> {
  const writers = into.map((w) => w.getWriter())
  const consumed = (work: Promise<unknown>): Promise<unknown> => withTimeout(Promise.race([work, consumer]))
  try {
    // One chunk at a time, so that memory does not grow with the file.
    for (let chunk = head; chunk.length > 0; chunk = await nextChunk(reader)) {
      inspector.inspect(chunk)
      for (const writer of writers) await consumed(writer.write(chunk))
    }
    inspector.end()
    await consumed(Promise.all(writers.map((w) => w.close())))
  } catch (error) {
    const ended = Promise.allSettled([...writers.map((w) => w.abort(error)), reader.cancel(error), consumer])
    await withTimeout(ended, CLEANUP_MS).catch(() => undefined)
    throw error
  }
}

/**
 * Streams an accepted file into the bucket at an unused path.
 * @returns its SHA-256 in hex
 * @throws AppError `file_content` when the content does not match the name; Error when the sender disconnected or
 * sent another length, or the path is taken. No object is created then
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
  await pipeChunks(accepted, new Inspector(file.name), [digest, fixed.writable], put)
  const [object, hash] = await withTimeout(Promise.all([put, sum]))
  if (object === null) throw new Error('the path is taken')
  return hex(hash)
}

/**
 * Inspects a stored object and returns its SHA-256 in hex.
 * @throws AppError `file_content`
 */
export async function inspectObject(name: string, body: ReadableStream<Uint8Array>): Promise<string> {
  const digest = new crypto.DigestStream('SHA-256')
  const sum = digest.digest
  sum.catch(() => undefined)
  const reader = body.getReader({ mode: 'byob' })
  await pipeChunks({ head: await nextChunk(reader), reader }, new Inspector(name), [digest], sum)
  return hex(await sum)
}
