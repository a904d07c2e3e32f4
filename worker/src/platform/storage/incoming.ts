import { contentRefusal } from '@portal/contract/file-content'
import { contentMatches, extensionOf, SNIFF_BYTES } from '@portal/contract/files'
import { FILE_TYPE_REFUSED } from '@portal/contract/limit-messages'
import { MAX_FILE_BYTES } from '@portal/contract/limits'
import { AppError } from '../../errors.ts'

/** The body of an upload, a whole file or an upload part. */
export interface Incoming {
  /** Content-Length in bytes; undefined if missing. */
  length: number | undefined
  body: ReadableStream<Uint8Array> | null
}

/** An upload whose announced size, name and first bytes are acceptable. */
export interface Accepted {
  readonly length: number
  readonly head: Uint8Array<ArrayBuffer>
  readonly reader: ReadableStreamBYOBReader
}

/** Bytes per read: few iterations for a large file, and little memory. */
const CHUNK_BYTES = 64 * 1024

/** Returns the next chunk of a stream; empty at its end. */
export async function nextChunk(reader: ReadableStreamBYOBReader): Promise<Uint8Array<ArrayBuffer>> {
  const { value } = await reader.readAtLeast(CHUNK_BYTES, new Uint8Array(CHUNK_BYTES))
  return value ?? new Uint8Array()
}

/**
 * Checks a file's name and announced size.
 * @throws AppError `file_type`, `file_empty`, `file_too_large`
 */
export function checkAnnounced(name: string, size: number | undefined, extensions: readonly string[]): void {
  if (!extensions.includes(extensionOf(name))) {
    throw new AppError('file_type', {
      detail: `${FILE_TYPE_REFUSED} Accepted: ${extensions.join(', ')}`,
    })
  }
  if (size === 0) throw new AppError('file_empty')
  if (size !== undefined && size > MAX_FILE_BYTES) throw new AppError('file_too_large')
}

/** Returns the announced length. @throws AppError `invalid_input` when it is missing */
export function lengthOf({ length }: Incoming): number {
  if (length !== undefined && Number.isInteger(length) && length >= 0) return length
  const message = 'The size of the file must be announced (Content-Length).'
  throw new AppError('invalid_input', { detail: message, errors: [{ path: 'content-length', message }] })
}

/** Checks the first bytes of a file. @throws AppError `file_empty`, `file_content` */
export function checkHead(name: string, head: Uint8Array): void {
  if (head.length === 0) throw new AppError('file_empty')
  if (!contentMatches(extensionOf(name), head.subarray(0, SNIFF_BYTES)))
    throw new AppError('file_content', { detail: contentRefusal(name, head) })
}

/** Reads and checks the first chunk of a body. Releases the reader if the chunk is not acceptable. */
export async function readHead(name: string, body: ReadableStream<Uint8Array>): Promise<Omit<Accepted, 'length'>> {
  const reader = body.getReader({ mode: 'byob' })
  try {
    const head = await nextChunk(reader)
    checkHead(name, head)
    return { head, reader }
  } catch (error) {
    reader.releaseLock()
    throw error
  }
}

/**
 * Checks a file's announced length, extension and first bytes, without reading the rest.
 * @throws AppError `file_empty`, `file_too_large`, `file_type`, `file_content`, `busy` when the first bytes do not
 * arrive, or `invalid_input` when there is no Content-Length
 */
export async function accept(incoming: Incoming, name: string, extensions: readonly string[]): Promise<Accepted> {
  checkAnnounced(name, incoming.length, extensions)
  const length = lengthOf(incoming)
  if (!incoming.body) throw new AppError('file_empty')
  try {
    return { length, ...(await readHead(name, incoming.body)) }
  } catch (error) {
    if (error instanceof AppError) throw error
    // The sender disconnected early, which is not an error of the portal.
    throw new AppError('busy', { title: 'Upload failed', detail: 'Please try again.', retryAfter: 1 })
  }
}

/** Largest refused body that is read to its end. */
const DRAIN_MAX_BYTES = 8 * 1024 * 1024

/**
 * Reads the rest of a refused body if it is short. Otherwise the connection would be reset, and the browser would
 * retry instead of showing the error.
 */
export async function drain({ length, body }: Incoming, all = false): Promise<void> {
  if (!body || body.locked || (!all && (length === undefined || length > DRAIN_MAX_BYTES))) return
  await body.pipeTo(new WritableStream()).catch(() => undefined)
}
