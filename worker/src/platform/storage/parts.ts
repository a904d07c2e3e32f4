import { type Accepted, nextChunk, readHead } from './incoming.ts'
import { withTimeout } from './with-timeout.ts'
import { objectMetadata, pipeChunks } from './store.ts'

/** An open multipart upload in R2. */
export interface OpenParts {
  path: string
  /** R2's id of the upload. */
  upload_id: string
}

const resumed = (bucket: R2Bucket, { path, upload_id }: OpenParts): R2MultipartUpload =>
  bucket.resumeMultipartUpload(path, upload_id)

/** Returns whether R2 no longer knows the upload: it was completed, or aborted (by R2 itself after a week). */
const isUnknown = (error: unknown): boolean => /10024|does not exist/i.test(String(error))

/** Starts a multipart upload. */
export async function openParts(bucket: R2Bucket, path: string, type: string): Promise<OpenParts> {
  const { uploadId } = await bucket.createMultipartUpload(path, { httpMetadata: objectMetadata(type) })
  return { path, upload_id: uploadId }
}

/** An upload part. */
export interface Part {
  /** From 1. */
  number: number
  /** Exact length in bytes. */
  length: number
  /** Name of the file, to check its first bytes. */
  name: string
}

/** Except for the file's first bytes, parts are inspected when the upload is completed. */
const NO_INSPECTION = { inspect: () => undefined, end: () => undefined }

async function begin(part: Part, body: ReadableStream<Uint8Array>): Promise<Omit<Accepted, 'length'>> {
  if (part.number === 1) return readHead(part.name, body)
  const reader = body.getReader({ mode: 'byob' })
  return { head: await nextChunk(reader), reader }
}

/**
 * Streams a part into the bucket. A part that is sent twice replaces the earlier one.
 * @returns R2's ETag, or undefined when R2 no longer knows the upload
 * @throws AppError `file_content` when the first bytes do not match the file's name; Error when the length differs or
 * the bucket fails
 */
export async function putPart(
  bucket: R2Bucket,
  at: OpenParts,
  part: Part,
  body: ReadableStream<Uint8Array>,
): Promise<string | undefined> {
  const begun = await begin(part, body)
  const fixed = new FixedLengthStream(part.length)
  const put = resumed(bucket, at).uploadPart(part.number, fixed.readable)
  put.catch(() => undefined)
  try {
    await pipeChunks(begun, NO_INSPECTION, [fixed.writable], put)
    return (await withTimeout(put)).etag
  } catch (error) {
    if (isUnknown(error)) return undefined
    throw error
  }
}

/** The outcome of completing an upload. `gone`: R2 does not know it. `incomplete`: parts are missing or differ. */
export type JoinOutcome = 'complete' | 'gone' | 'incomplete'

/** Completes an upload. An object that exists from an earlier attempt, whose response was lost, counts as success. */
export async function joinParts(
  bucket: R2Bucket,
  at: OpenParts,
  etags: readonly string[],
  size: number,
): Promise<JoinOutcome> {
  try {
    await resumed(bucket, at).complete(etags.map((etag, i) => ({ partNumber: i + 1, etag })))
    return 'complete'
  } catch (error) {
    const object = await bucket.head(at.path)
    if (object?.size === size) return 'complete'
    if (isUnknown(error)) return 'gone'
    if (/10025|10048|part/i.test(String(error))) return 'incomplete'
    throw error
  }
}

/**
 * Aborts an upload and deletes its parts. Does nothing if R2 does not know it, which R2 may report as an internal
 * error (10001); after a real internal error, R2 deletes the parts itself after a week.
 */
export async function abortParts(bucket: R2Bucket, at: OpenParts): Promise<void> {
  try {
    await resumed(bucket, at).abort()
  } catch (error) {
    if (!isUnknown(error) && !String(error).includes('(10001)')) throw error
  }
}
