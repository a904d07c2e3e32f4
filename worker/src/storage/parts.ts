import { readHead } from './incoming.ts'
import { END_MS, patiently } from './patience.ts'
import { objectMetadata } from './store.ts'

/** An upload in parts that R2 keeps open. */
export interface OpenParts {
  path: string
  /** R2's name for it. */
  upload_id: string
}

const resumed = (bucket: R2Bucket, { path, upload_id }: OpenParts): R2MultipartUpload => bucket.resumeMultipartUpload(path, upload_id)

/** Whether R2 no longer knows the upload: it was put together, or given up (by R2 itself after a week). */
const isUnknown = (error: unknown): boolean => /10024|does not exist/i.test(String(error))

/** Opens an upload in parts. */
export async function openParts(bucket: R2Bucket, path: string, type: string): Promise<OpenParts> {
  const { uploadId } = await bucket.createMultipartUpload(path, { httpMetadata: objectMetadata(type) })
  return { path, upload_id: uploadId }
}

/** A part on its way: its number, its exact length, and what the file is called where its beginning has to be judged. */
export interface Part {
  number: number
  length: number
  name: string
}

async function send(part: Part, body: ReadableStream<Uint8Array>, into: WritableStream<Uint8Array>, signal: AbortSignal): Promise<void> {
  if (part.number > 1) return body.pipeTo(into, { signal })
  try {
    const { head, reader } = await readHead(part.name, body)
    reader.releaseLock()
    const writer = into.getWriter()
    await writer.write(head)
    writer.releaseLock()
  } catch (error) {
    await into.abort(error).catch(() => undefined)
    throw error
  }
  return body.pipeTo(into, { signal })
}

/** A part of 5 MB that is not there by then will not come, neither from a slow phone nor into a bucket that has failed; in milliseconds. */
const PART_PATIENCE_MS = 120_000

/**
 * Streams a part into the bucket; sent twice, the later one holds.
 * @returns R2's ETag; undefined where R2 does not know the upload any more
 * @throws AppError `file_content` when the first part does not begin as the file's name says; Error when less or more came than announced
 */
export async function putPart(bucket: R2Bucket, at: OpenParts, part: Part, body: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const fixed = new FixedLengthStream(part.length)
  const stop = new AbortController()
  const sending = send(part, body, fixed.writable, stop.signal)
  sending.catch(() => undefined)
  const [stored] = await Promise.allSettled([patiently(resumed(bucket, at).uploadPart(part.number, fixed.readable), PART_PATIENCE_MS)])
  if (stored.status === 'rejected') stop.abort(stored.reason)
  // Where R2 has failed nobody takes what is still to come: it is not waited for.
  const [sent] = await Promise.allSettled([patiently(sending, END_MS)])
  if (stored.status === 'fulfilled') return stored.value.etag
  if (isUnknown(stored.reason)) return undefined
  throw sent.status === 'rejected' ? sent.reason : stored.reason
}

/** What became of putting parts together. `gone`: R2 does not know the upload. `incomplete`: not all parts are as they were acknowledged. */
export type Joined = 'whole' | 'gone' | 'incomplete'

/** Puts the parts together to one object; one that is there already, from a try whose answer was lost, is as good. */
export async function joinParts(bucket: R2Bucket, at: OpenParts, etags: readonly string[], size: number): Promise<Joined> {
  try {
    await resumed(bucket, at).complete(etags.map((etag, i) => ({ partNumber: i + 1, etag })))
    return 'whole'
  } catch (error) {
    const object = await bucket.head(at.path)
    if (object?.size === size) return 'whole'
    if (isUnknown(error)) return 'gone'
    if (/10025|10048|part/i.test(String(error))) return 'incomplete'
    throw error
  }
}

/**
 * Gives an upload up, with all its parts; one that R2 does not know is given up already. R2 calls that an internal error (10001): should it
 * be a real one, R2 itself drops what is left open after a week.
 */
export async function giveUpParts(bucket: R2Bucket, at: OpenParts): Promise<void> {
  try {
    await resumed(bucket, at).abort()
  } catch (error) {
    if (!isUnknown(error) && !String(error).includes('(10001)')) throw error
  }
}
