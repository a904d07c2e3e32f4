import { tailBytes, wholeFileMatches } from '@portal/contract/file-content'
import { AppError } from '../errors.ts'
import type { Accepted } from './incoming.ts'
import { patiently } from './patience.ts'
import { hex, objectMetadata } from './store.ts'

/** A file of at most this many bytes is held whole: one write instead of many is what a small upload costs least with. */
export const HELD_BYTES = 2 * 1024 * 1024

/** A small file, whole in memory and found good, with its SHA-256. */
export interface Held {
  bytes: Uint8Array<ArrayBuffer>
  sha256: string
}

/** Reads a small file to its end. @throws AppError `file_content`; Error when the sender went away */
export async function hold(name: string, { head, reader, length }: Accepted): Promise<Held> {
  let bytes = new Uint8Array(length)
  bytes.set(head)
  const rest = length - head.length
  if (rest > 0) {
    // Behind the head in the same memory, which goes to the reader and comes back.
    const { value } = await reader.readAtLeast(rest, bytes.subarray(head.length))
    if (value?.length !== rest) throw new Error('the sender went away')
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

/** Puts a held file under a path. False where the path is taken: nothing was changed then. */
export async function putHeld(bucket: R2Bucket, path: string, type: string, { bytes }: Held): Promise<boolean> {
  const put = bucket.put(path, bytes, { httpMetadata: objectMetadata(type), onlyIf: { etagDoesNotMatch: '*' } })
  return (await patiently(put)) !== null
}
