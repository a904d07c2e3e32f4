import type { FileAnswer } from '@portal/contract/fields'
import { UPLOAD_PART_BYTES } from '@portal/contract/limits'
import type { OpenUpload } from '@portal/contract/uploads'
import { api, call, isApiError, uploadedShare, uploadFile } from '@portal/sdk'

/** Where to send files: answers, templates and attachments differ only in this. */
export interface Destination {
  /** Returns the path for uploading a small file in one request. */
  whole: (file: File) => string
  /** Starts an upload in parts. `key` makes it idempotent. */
  begin: (file: File, key: string) => Promise<OpenUpload>
}

export interface SendOptions {
  /** Idempotency key. */
  key: string
  signal: AbortSignal
  /** Called with the number of bytes sent so far. */
  onProgress: (sent: number) => void
  /** Id of an earlier upload in parts to resume. */
  uploadId?: string | undefined
  /** Called when an upload in parts has started, or with undefined when it must start over. */
  onOpened: (uploadId: string | undefined) => void
  /** Called when everything is sent and the server checks the file. */
  onArrived: () => void
  /** SHA-256 of the file, if known; the server compares it. */
  sha256?: string | undefined
}

/** Attempts before missing parts or a forgotten upload count as a failure. */
const MAX_ATTEMPTS = 3

async function findUpload(uploadId: string, signal: AbortSignal): Promise<OpenUpload | undefined> {
  try {
    return await call(api.uploads[':id'].$get({ param: { id: uploadId } }, { init: { signal } }))
  } catch (error) {
    // It may be complete already: completing it again returns the result.
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

async function complete(id: string, { signal, sha256, onArrived }: SendOptions): Promise<FileAnswer> {
  onArrived()
  const json = sha256 === undefined ? {} : { sha256 }
  return call(api.uploads[':id'].complete.$post({ param: { id }, json }, { init: { signal } }))
}

async function sendInParts(file: File, destination: Destination, options: SendOptions): Promise<FileAnswer> {
  let id = options.uploadId
  for (let attempt = 1; ; attempt++) {
    try {
      const known = id === undefined ? undefined : await findUpload(id, options.signal)
      if (id === undefined || known) {
        const upload = known ?? (await destination.begin(file, `${options.key}-${attempt}`))
        id = upload.id
        if (!known) options.onOpened(id)
        await sendParts(file, upload, options)
      }
      return await complete(id, options)
    } catch (error) {
      const retryable = isApiError(error, 'not_found') || isApiError(error, 'upload_incomplete')
      if (!retryable || attempt === MAX_ATTEMPTS) throw error
      if (isApiError(error, 'upload_incomplete')) continue
      // The upload was canceled or its section is gone: starting over shows which.
      if (id === undefined) throw error
      id = undefined
      options.onOpened(undefined)
    }
  }
}

/**
 * Uploads a file: a small file in one request, a large file in parts, skipping parts that have arrived. Throws
 * `ApiError` or the signal's reason.
 */
export function sendFile(file: File, destination: Destination, options: SendOptions): Promise<FileAnswer> {
  if (file.size > UPLOAD_PART_BYTES) return sendInParts(file, destination, options)
  return uploadFile<FileAnswer>(destination.whole(file), file, {
    idempotencyKey: options.key,
    signal: options.signal,
    onProgress: ({ sent, total }) => options.onProgress(uploadedShare(sent, total) * file.size),
  })
}

/**
 * Cancels an upload in parts, so that it uses no quota. If the request fails, the server's cleanup removes the upload
 * later.
 */
export async function cancelUpload(uploadId: string): Promise<void> {
  await call(api.uploads[':id'].$delete({ param: { id: uploadId } })).catch(() => undefined)
}
