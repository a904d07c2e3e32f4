import type { FileAnswer } from '@portal/contract/fields'
import { UPLOAD_PART_BYTES } from '@portal/contract/limits'
import type { OpenUpload } from '@portal/contract/uploads'
import { api, call, isApiError, uploadFile } from '@portal/sdk'

/** Where files of one kind go: the same for answers, templates and attachments but for these two. */
export interface Destination {
  /** The path to which a small file is sent whole. */
  whole: (file: File) => string
  /** Announces a large file, which then comes in parts. `key` makes a repeat harmless. */
  begin: (file: File, key: string) => Promise<OpenUpload>
}

export interface SendOptions {
  /** Makes it safe to send again what may have arrived. */
  key: string
  signal: AbortSignal
  /** Called with the bytes that have arrived so far. */
  onProgress: (sent: number) => void
  /** An upload in parts of an earlier try, to go on with. */
  uploadId?: string | undefined
  /** Called when an upload in parts is announced, or (undefined) has to begin anew. */
  onOpened: (uploadId: string | undefined) => void
  /** Called when all has been sent and the portal looks at the whole. */
  onArrived: () => void
  /** SHA-256 of the file, where it is known: what arrives must have it. */
  sha256?: string | undefined
}

/** Times that the portal may ask for missing parts, or have forgotten an upload, before it is taken for a failure. */
const ROUNDS = 3

async function resumed(uploadId: string, signal: AbortSignal): Promise<OpenUpload | undefined> {
  try {
    return await call(api.uploads[':id'].$get({ param: { id: uploadId } }, { init: { signal } }))
  } catch (error) {
    // It may also be a file already: then completing it gives the answer.
    if (isApiError(error, 'not_found')) return undefined
    throw error
  }
}

async function sendParts(file: File, upload: OpenUpload, { signal, onProgress }: SendOptions): Promise<void> {
  const count = Math.ceil(file.size / upload.part_size)
  const sizeOf = (part: number): number => Math.min(upload.part_size, file.size - (part - 1) * upload.part_size)
  let arrived = upload.parts.reduce((sum, part) => sum + sizeOf(part), 0)
  onProgress(arrived)
  for (let part = 1; part <= count; part++) {
    if (upload.parts.includes(part)) continue
    const from = (part - 1) * upload.part_size
    const before = arrived
    await uploadFile(`/api/uploads/${upload.id}/parts/${part}`, file.slice(from, from + sizeOf(part)), {
      method: 'PUT',
      signal,
      onProgress: ({ sent }) => onProgress(before + Math.min(sent, sizeOf(part))),
    })
    arrived += sizeOf(part)
    onProgress(arrived)
  }
}

async function completed(id: string, { signal, sha256, onArrived }: SendOptions): Promise<FileAnswer> {
  onArrived()
  const json = sha256 === undefined ? {} : { sha256 }
  return call(api.uploads[':id'].complete.$post({ param: { id }, json }, { init: { signal } }))
}

async function sendInParts(file: File, destination: Destination, options: SendOptions): Promise<FileAnswer> {
  let id = options.uploadId
  for (let round = 1; ; round++) {
    try {
      const known = id === undefined ? undefined : await resumed(id, options.signal)
      if (id === undefined || known) {
        const upload = known ?? (await destination.begin(file, `${options.key}-${round}`))
        id = upload.id
        if (!known) options.onOpened(id)
        await sendParts(file, upload, options)
      }
      return await completed(id, options)
    } catch (error) {
      const again = isApiError(error, 'not_found') || isApiError(error, 'upload_incomplete')
      if (!again || round === ROUNDS) throw error
      if (isApiError(error, 'upload_incomplete')) continue
      // Given up meanwhile, or its section is gone: beginning anew tells which.
      if (id === undefined) throw error
      id = undefined
      options.onOpened(undefined)
    }
  }
}

/** Sends a file: a small one whole, a large one in parts, of which those that arrived are not sent again. Throws `ApiError`, or the signal's reason. */
export function sendFile(file: File, destination: Destination, options: SendOptions): Promise<FileAnswer> {
  if (file.size > UPLOAD_PART_BYTES) return sendInParts(file, destination, options)
  return uploadFile<FileAnswer>(destination.whole(file), file, {
    idempotencyKey: options.key,
    signal: options.signal,
    onProgress: ({ sent, total }) => options.onProgress(total > 0 ? (sent / total) * file.size : 0),
  })
}

/** Gives an upload in parts up, so that it holds no place any more. What cannot be told now, the portal's sweep finds. */
export async function cancelUpload(uploadId: string): Promise<void> {
  await call(api.uploads[':id'].$delete({ param: { id: uploadId } })).catch(() => undefined)
}
