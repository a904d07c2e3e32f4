import type { FileAnswer } from '@portal/contract/fields'
import { ApiError, isApiError } from '@portal/sdk'
import type { FileCheck } from './check-file.tsx'
import type { PendingUpload } from './pending-uploads.tsx'
import type { SendOptions } from './send-file.tsx'

/**
 * How far a file has come. `asking`: it may be sent once its sender has seen the warnings. `finishing`: all has arrived, and the portal looks
 * at the whole. `missing`: begun on an earlier visit, and to be chosen again. `refused`: not sent, and trying again would not help.
 */
export type UploadState = 'checking' | 'asking' | 'waiting' | 'sending' | 'finishing' | 'failed' | 'refused' | 'missing'

/** A file on its way to a place. */
export interface Upload<P> {
  key: string
  place: P
  name: string
  size: number
  /** Absent while it is `missing`. */
  file: File | undefined
  state: UploadState
  /** Share from 0 to 1. */
  progress: number
  error?: string | undefined
  warnings: readonly string[]
  sha256?: string | undefined
  uploadId?: string | undefined
}

export interface UploadHandlers<P> {
  /** Checks a file before it is sent. With `file` the check replaces it, such as by one of another name. */
  check: (upload: Upload<P>, file: File, others: readonly Upload<P>[]) => Promise<FileCheck & { file?: File }>
  /** Sends a file. Rejects with `ApiError`, or the signal's reason. */
  send: (upload: Upload<P>, file: File, how: SendOptions) => Promise<FileAnswer>
  onStored: (upload: Upload<P>, file: FileAnswer) => void
  onFailed: (upload: Upload<P>) => void
  /** All files that were added together have come to an end; `stored` of them well. */
  onBatch: (stored: number) => void
  /** An upload in parts is no longer wanted. */
  onCancelled: (uploadId: string) => void
  /** Keeps what is on its way on this device. */
  keep: (upload: Omit<PendingUpload<P>, 'userId' | 'at'>, file?: File) => void
  forget: (key: string) => void
}

/** A file in the queue. */
export interface Job<P> {
  upload: Upload<P>
  batch: Batch
  abort: AbortController
  /** Cut off by a lost connection: goes again by itself. */
  lost: boolean
  /** Lost connections so far. */
  losses: number
  checking: boolean
  timer?: ReturnType<typeof setTimeout>
  /** Gives up the request that is under way. */
  giveUp?: () => void
}
/** Files that were added together. */
export interface Batch {
  left: number
  stored: number
}

/** A job for a file that is not there yet. */
export function newJob<P>(
  { key, place, name, size }: Pick<Upload<P>, 'key' | 'place' | 'name' | 'size'>,
  batch: Batch,
): Job<P> {
  const upload: Upload<P> = { key, place, name, size, file: undefined, state: 'missing', progress: 0, warnings: [] }
  return { upload, batch, abort: new AbortController(), lost: false, losses: 0, checking: false }
}

/** Whether a file is still on its way by itself. */
export function isActive({ state }: Pick<Upload<unknown>, 'state'>): boolean {
  return state === 'checking' || state === 'waiting' || state === 'sending' || state === 'finishing'
}

/** Whether a file goes no further before its sender says what is to become of it. */
export function needsDecision({ state }: Pick<Upload<unknown>, 'state'>): boolean {
  return state === 'asking' || state === 'missing' || state === 'failed'
}

/** Whether this is the file that an earlier visit could not send to its end; its hash is compared when all has arrived. */
export function isMissing<P>({ state, name, size, place }: Upload<P>, to: P, file: File): boolean {
  return state === 'missing' && name === file.name && size === file.size && JSON.stringify(place) === JSON.stringify(to)
}

const FINAL = [
  'file_content',
  'file_type',
  'file_empty',
  'file_too_large',
  'file_damaged',
  'section_locked',
  'not_found',
  'invalid_input',
]

/** Whether the same file would fail in the same way again. */
export function isPermanent(error: unknown): boolean {
  return isApiError(error) && FINAL.includes(error.code)
}

/** A connection that has moved nothing for this long is taken for lost, in ms. */
export const STALLED_MS = 30_000
export const LOST = 'The connection was lost. It is sent again when you are back online.'

/** Makes an attempt that is given up when nothing moves: a request on a dead connection would hang for ever. `move` says that something did. */
export async function withStallTimeout<P, T>(
  job: Job<P>,
  attempt: (signal: AbortSignal, move: (within?: number) => void) => Promise<T>,
): Promise<T> {
  const stalled = new AbortController()
  let watch: ReturnType<typeof setTimeout> | undefined
  const giveUp = (): void =>
    stalled.abort(new ApiError({ code: 'network', title: 'Upload failed', detail: LOST, status: 0 }))
  const move = (within = STALLED_MS): void => {
    clearTimeout(watch)
    watch = setTimeout(giveUp, within)
  }
  job.giveUp = giveUp
  move()
  try {
    return await attempt(AbortSignal.any([job.abort.signal, stalled.signal]), move)
  } finally {
    clearTimeout(watch)
    delete job.giveUp
  }
}
