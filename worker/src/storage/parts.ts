import { type Accepted, nextPiece, readHead } from './incoming.ts'
import { withTimeout } from './with-timeout.ts'
import { objectMetadata, pump } from './store.ts'

/** An upload in parts that R2 keeps open. */
export interface OpenParts {
  path: string
  /** R2's name for it. */
  upload_id: string
}

const resumed = (bucket: R2Bucket, { path, upload_id }: OpenParts): R2MultipartUpload =>
  bucket.resumeMultipartUpload(path, upload_id)

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

/** A part is looked at when the file is put together, but for the first one's beginning. */
const NOT_LOOKING = { see: () => undefined, end: () => undefined }

async function begin(part: Part, body: ReadableStream<Uint8Array>): Promise<Omit<Accepted, 'length'>> {
  if (part.number === 1) return readHead(part.name, body)
  const reader = body.getReader({ mode: 'byob' })
  return { head: await nextPiece(reader), reader }
}

/**
 * Streams a part into the bucket; sent twice, the later one holds.
 * @returns R2's ETag; undefined where R2 does not know the upload any more
 * @throws AppError `file_content` when the first part does not begin as the file's name says; Error when less or more came than announced,
 * or the bucket takes nothing
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
    await pump(begun, NOT_LOOKING, [fixed.writable], put)
    return (await withTimeout(put)).etag
  } catch (error) {
    if (isUnknown(error)) return undefined
    throw error
  }
}

/** What became of putting parts together. `gone`: R2 does not know the upload. `incomplete`: not all parts are as they were acknowledged. */
export type Joined = 'whole' | 'gone' | 'incomplete'

/** Puts the parts together to one object; one that is there already, from a try whose answer was lost, is as good. */
export async function joinParts(
  bucket: R2Bucket,
  at: OpenParts,
  etags: readonly string[],
  size: number,
): Promise<Joined> {
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
export async function abortParts(bucket: R2Bucket, at: OpenParts): Promise<void> {
  try {
    await resumed(bucket, at).abort()
  } catch (error) {
    if (!isUnknown(error) && !String(error).includes('(10001)')) throw error
  }
}
