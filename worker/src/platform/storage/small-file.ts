import { tailBytes, wholeFileMatches } from '@portal/contract/file-content'
import { AppError } from '../../errors.ts'
import type { Accepted } from './incoming.ts'
import { withTimeout } from './with-timeout.ts'
import { hex, objectMetadata } from './store.ts'

/** Files up to this size are read into memory and written in one piece, which is cheapest for small uploads. */
export const SMALL_FILE_BYTES = 2 * 1024 * 1024

/** A small file in memory whose content was checked, with its SHA-256. */
export interface SmallFile {
  bytes: Uint8Array<ArrayBuffer>
  sha256: string
}

/** Reads a small file into memory. @throws AppError `file_content`; Error when the sender disconnected */
export async function readSmallFile(name: string, { head, reader, length }: Accepted): Promise<SmallFile> {
  let bytes = new Uint8Array(length)
  bytes.set(head)
  const rest = length - head.length
  if (rest > 0) {
    // Reads into the same memory, after the head: readAtLeast transfers the buffer and returns it.
    const { value } = await reader.readAtLeast(rest, bytes.subarray(head.length))
    if (value?.length !== rest) throw new Error('the sender disconnected')
    bytes = new Uint8Array(value.buffer)
  }
  const isText = name.toLowerCase().endsWith('.txt')
  const good = wholeFileMatches(name, {
    size: length,
    head: isText ? bytes : head,
    tail: bytes.subarray(-tailBytes(name)),
  })
  if (!good) throw new AppError('file_content')
  return { bytes, sha256: hex(await crypto.subtle.digest('SHA-256', bytes)) }
}

/** Stores a small file. @returns false when the path is taken; nothing was changed then */
export async function putSmallFile(
  bucket: R2Bucket,
  path: string,
  type: string,
  { bytes }: SmallFile,
): Promise<boolean> {
  const put = bucket.put(path, bytes, { httpMetadata: objectMetadata(type), onlyIf: { etagDoesNotMatch: '*' } })
  return (await withTimeout(put)) !== null
}
