import { contentMatches, extensionOf, SNIFF_BYTES } from '@portal/contract/files'
import { MAX_FILE_BYTES } from '@portal/contract/limits'
import { AppError } from '../errors.ts'

/** A file on its way in: how long it says it is, and its bytes as they arrive. */
export interface Incoming {
  /** Bytes announced; undefined where the sender did not say. */
  length: number | undefined
  body: ReadableStream<Uint8Array> | null
}

/** A file whose announced size, name and first bytes were found good. */
export interface Accepted {
  readonly length: number
  readonly head: Uint8Array
  readonly reader: ReadableStreamBYOBReader
}

/** Bytes read at once: few turns of the loop for a large file, and little memory. */
const CHUNK_BYTES = 64 * 1024

/** The next piece of the body; empty at its end. */
export async function nextPiece(reader: ReadableStreamBYOBReader): Promise<Uint8Array> {
  const { value } = await reader.readAtLeast(CHUNK_BYTES, new Uint8Array(CHUNK_BYTES))
  return value ?? new Uint8Array()
}

/**
 * Judges a file by its announced length, its extension and its first bytes; no more of it is read.
 * @throws AppError `file_empty`, `file_too_large`, `file_type`, `file_content`, or `invalid_input` where no length was announced
 */
export async function accept(incoming: Incoming, name: string, extensions: readonly string[]): Promise<Accepted> {
  const { length, body } = incoming
  if (!extensions.includes(extensionOf(name))) {
    throw new AppError('file_type', { detail: `This type of file is not accepted here. Accepted: ${extensions.join(', ')}` })
  }
  if (length === 0) throw new AppError('file_empty')
  if (length !== undefined && length > MAX_FILE_BYTES) throw new AppError('file_too_large')
  if (length === undefined || !Number.isInteger(length) || length < 0) {
    const message = 'The size of the file must be announced (Content-Length).'
    throw new AppError('invalid_input', { detail: message, errors: [{ path: 'content-length', message }] })
  }
  if (!body) throw new AppError('file_empty')
  const reader = body.getReader({ mode: 'byob' })
  const head = await nextPiece(reader)
  if (head.length === 0) throw new AppError('file_empty')
  if (!contentMatches(extensionOf(name), head.subarray(0, SNIFF_BYTES))) throw new AppError('file_content')
  return { length, head, reader }
}
