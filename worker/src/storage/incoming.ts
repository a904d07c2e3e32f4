import { contentMatches, extensionOf, SNIFF_BYTES } from '@portal/contract/files'
import { FILE_TYPE_REFUSED } from '@portal/contract/limit-messages'
import { MAX_FILE_BYTES } from '@portal/contract/limits'
import { AppError } from '../errors.ts'

/** A file, or a part of one, on its way in: how long it says it is, and its bytes as they arrive. */
export interface Incoming {
  /** Bytes announced; undefined where the sender did not say. */
  length: number | undefined
  body: ReadableStream<Uint8Array> | null
}

/** A file whose announced size, name and first bytes were found good. */
export interface Accepted {
  readonly length: number
  readonly head: Uint8Array<ArrayBuffer>
  readonly reader: ReadableStreamBYOBReader
}

/** Bytes read at once: few turns of the loop for a large file, and little memory. */
const CHUNK_BYTES = 64 * 1024

/** The next piece of a stream; empty at its end. */
export async function nextPiece(reader: ReadableStreamBYOBReader): Promise<Uint8Array<ArrayBuffer>> {
  const { value } = await reader.readAtLeast(CHUNK_BYTES, new Uint8Array(CHUNK_BYTES))
  return value ?? new Uint8Array()
}

/**
 * Judges a file by its name and the size it is announced with.
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

/** The announced length. @throws AppError `invalid_input` where there is none */
export function lengthOf({ length }: Incoming): number {
  if (length !== undefined && Number.isInteger(length) && length >= 0) return length
  const message = 'The size of the file must be announced (Content-Length).'
  throw new AppError('invalid_input', { detail: message, errors: [{ path: 'content-length', message }] })
}

/** Judges the first bytes of a file. @throws AppError `file_empty`, `file_content` */
export function checkHead(name: string, head: Uint8Array): void {
  if (head.length === 0) throw new AppError('file_empty')
  if (!contentMatches(extensionOf(name), head.subarray(0, SNIFF_BYTES))) throw new AppError('file_content')
}

/** The first piece of a body, which is then left to go on with; nobody holds it when the piece is not good. */
export async function readHead(name: string, body: ReadableStream<Uint8Array>): Promise<Omit<Accepted, 'length'>> {
  const reader = body.getReader({ mode: 'byob' })
  try {
    const head = await nextPiece(reader)
    checkHead(name, head)
    return { head, reader }
  } catch (error) {
    reader.releaseLock()
    throw error
  }
}

/**
 * Judges a file by its announced length, its extension and its first bytes; no more of it is read.
 * @throws AppError `file_empty`, `file_too_large`, `file_type`, `file_content`, `busy` where its beginning does not arrive, or
 * `invalid_input` where no length was announced
 */
export async function accept(incoming: Incoming, name: string, extensions: readonly string[]): Promise<Accepted> {
  checkAnnounced(name, incoming.length, extensions)
  const length = lengthOf(incoming)
  if (!incoming.body) throw new AppError('file_empty')
  try {
    return { length, ...(await readHead(name, incoming.body)) }
  } catch (error) {
    if (error instanceof AppError) throw error
    // The sender went away before much of it was there: no fault of the portal's.
    throw new AppError('busy', { title: 'Upload failed', detail: 'Please try again.', retryAfter: 1 })
  }
}

/** Bytes that are worth reading to the end although they were refused. */
const WORTH_READING = 8 * 1024 * 1024

/**
 * Reads what is left of a refused body, when it is not much: an answer to a body that nobody reads resets the connection, and the
 * browser would see a failure and try again instead of showing why.
 */
export async function drain({ length, body }: Incoming, all = false): Promise<void> {
  if (!body || body.locked || (!all && (length === undefined || length > WORTH_READING))) return
  await body.pipeTo(new WritableStream()).catch(() => undefined)
}
