import type { FileAnswer } from '@portal/contract/fields'
import { ApiError, isApiError } from '@portal/sdk'
import type { FileCheck } from './check-file.tsx'
import type { PendingUpload } from './pending-uploads.tsx'
import type { SendOptions } from './send-file.tsx'

/**
 * `asking`: waits until the sender confirms the warnings. `finishing`: everything is sent and the server checks the
 * file. `offline`: continues when the connection is back. `missing`: started on an earlier visit; the file must be
 * chosen again. `refused`: retrying would not help.
 */
export type UploadState =
  | 'checking'
  | 'asking'
  | 'waiting'
  | 'sending'
  | 'finishing'
  | 'offline'
  | 'failed'
  | 'refused'
  | 'missing'

/** A file being uploaded to a place. */
export interface Upload<P> {
  key: string
  place: P
  name: string
  size: number
  /** Undefined while `missing`. */
  file: File | undefined
  state: UploadState
  /** From 0 to 1. */
  progress: number
  error?: string | undefined
  warnings: readonly string[]
  sha256?: string | undefined
  uploadId?: string | undefined
}

export interface UploadHandlers<P> {
  /**
   * Checks a file before it is sent. `file` in the result replaces it, such as with another name. Rejects if the check
   * itself could not be loaded.
   */
  check: (upload: Upload<P>, file: File, others: readonly Upload<P>[]) => Promise<FileCheck & { file?: File }>
  /** Uploads a file. Rejects with `ApiError` or the signal's reason. */
  send: (upload: Upload<P>, file: File, how: SendOptions) => Promise<FileAnswer>
  onStored: (upload: Upload<P>, file: FileAnswer) => void
  onFailed: (upload: Upload<P>) => void
  /** Called when all files that were added together have ended; `stored` is how many succeeded. */
  onBatch: (stored: number) => void
  /** Called when an upload in parts is no longer wanted. */
  onCanceled: (uploadId: string) => void
  /** Stores a pending upload on this device. */
  save: (upload: Omit<PendingUpload<P>, 'userId' | 'at'>, file?: File) => void
  remove: (key: string) => void
}

/** A file in the queue. */
export interface Job<P> {
  upload: Upload<P>
  batch: Batch
  abort: AbortController
  /** The file was checked, or the check of an earlier visit was confirmed. */
  checked: boolean
  /** Interrupted because the connection was lost; retried automatically. */
  interrupted: boolean
  /** How often the connection was lost so far. */
  lostConnections: number
  checking: boolean
  timer?: ReturnType<typeof setTimeout>
  /** Aborts the current request as if the connection had been lost. */
  abandon?: () => void
}
/** Files that were added together. */
export interface Batch {
  left: number
  stored: number
}

/** Returns a job without a file. */
export function newJob<P>(
  { key, place, name, size }: Pick<Upload<P>, 'key' | 'place' | 'name' | 'size'>,
  batch: Batch,
): Job<P> {
  const upload: Upload<P> = { key, place, name, size, file: undefined, state: 'missing', progress: 0, warnings: [] }
  const abort = new AbortController()
  return { upload, batch, abort, checked: false, interrupted: false, lostConnections: 0, checking: false }
}

/** Returns what this device stores of an upload. */
export function toPending<P>(upload: Upload<P>): Omit<PendingUpload<P>, 'userId' | 'at'> {
  const { key, place, name, size, uploadId, sha256, state, file } = upload
  const checked = state !== 'checking' && state !== 'asking'
  return { key, place, name, size, modified: file?.lastModified ?? 0, checked, uploadId, sha256 }
}

/** Returns whether an upload is in progress. */
export function isActive({ state }: Pick<Upload<unknown>, 'state'>): boolean {
  return state === 'checking' || state === 'waiting' || state === 'sending' || state === 'finishing'
}

/** Returns whether an upload waits for a decision of the sender. */
export function needsDecision({ state }: Pick<Upload<unknown>, 'state'>): boolean {
  return state === 'asking' || state === 'missing' || state === 'failed'
}

/** Returns whether this is the file that an earlier visit did not finish. Its hash is compared by the server. */
export function isMissing<P>({ state, name, size, place }: Upload<P>, to: P, file: File): boolean {
  return state === 'missing' && name === file.name && size === file.size && JSON.stringify(place) === JSON.stringify(to)
}

const PERMANENT_ERRORS = [
  'file_content',
  'file_type',
  'file_empty',
  'file_too_large',
  'file_damaged',
  'section_locked',
  'not_found',
  'invalid_input',
]

/** Returns whether the same file would fail again. */
export function isPermanent(error: unknown): boolean {
  return isApiError(error) && PERMANENT_ERRORS.includes(error.code)
}

/** A connection without progress for this long counts as interrupted, in ms. */
export const STALLED_MS = 30_000
export const LOST_MESSAGE = 'The connection was lost. The upload resumes when you are back online.'

/**
 * Runs an attempt and aborts it when it makes no progress: a request on a dead connection would never end. `onActivity`
 * resets the timer.
 */
export async function withStallTimeout<P, T>(
  job: Job<P>,
  attempt: (signal: AbortSignal, onActivity: (within?: number) => void) => Promise<T>,
): Promise<T> {
  const stalled = new AbortController()
  let watch: ReturnType<typeof setTimeout> | undefined
  const abandon = (): void =>
    stalled.abort(new ApiError({ code: 'network', title: 'Upload failed', detail: LOST_MESSAGE, status: 0 }))
  const onActivity = (within = STALLED_MS): void => {
    clearTimeout(watch)
    watch = setTimeout(abandon, within)
  }
  job.abandon = abandon
  onActivity()
  try {
    return await attempt(AbortSignal.any([job.abort.signal, stalled.signal]), onActivity)
  } finally {
    clearTimeout(watch)
    delete job.abandon
  }
}
