import type { FileAnswer } from '@portal/contract/fields'
import { ApiError, isApiError, newIdempotencyKey } from '@portal/sdk'
import { contentProblem } from './check-file.ts'

/** A file on its way. `refused`: the browser did not send it, and trying again would not help. */
export interface Upload {
  key: string
  assignmentId: string
  fieldId: string
  file: File
  state: 'waiting' | 'sending' | 'failed' | 'refused'
  /** Share from 0 to 1. */
  progress: number
  error?: string
}

/** Where a file goes. */
export type Place = Pick<Upload, 'assignmentId' | 'fieldId'>

export interface UploadOutlet {
  /** Sends a file. `key` makes it safe to send again. Rejects with `ApiError`, or the signal's reason. */
  send(upload: Upload, how: { key: string; signal: AbortSignal; onProgress: (share: number) => void }): Promise<FileAnswer>
  onStored(upload: Upload, file: FileAnswer): void
  onFailed(upload: Upload): void
  /** All files that were added together have come to an end; `stored` of them well. */
  onBatch(stored: number): void
}

const AT_ONCE = 2
/** A connection that has moved nothing for this long is taken for lost, in ms. */
export const STALLED_MS = 30_000
const RETRY_FIRST_MS = 3_000
/** Times a lost connection is tried again without being asked. */
const TRIES = 5
const LOST = 'The connection was lost. It is sent again when you are back online.'

interface Job {
  upload: Upload
  batch: Batch
  abort: AbortController
  /** Cut off by a lost connection: goes again by itself. */
  lost: boolean
  /** Lost connections so far. */
  losses: number
  timer?: ReturnType<typeof setTimeout>
  /** Gives up the request that is under way. */
  giveUp?: () => void
}
interface Batch {
  left: number
  stored: number
}

const networkError = (): ApiError => new ApiError({ code: 'network', title: 'Upload failed', detail: LOST, status: 0 })

/** Sends files, two at a time. It lives on while the section they belong to is folded. */
export class UploadQueue {
  readonly #outlet: UploadOutlet
  readonly #listeners = new Set<() => void>()
  #jobs: readonly Job[] = []
  #uploads: readonly Upload[] = []

  constructor(outlet: UploadOutlet) {
    this.#outlet = outlet
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly uploads = (): readonly Upload[] => this.#uploads

  /** Whether any file is still on its way. */
  get active(): boolean {
    return this.#uploads.some(isActive)
  }

  #set(jobs: readonly Job[]): void {
    this.#jobs = jobs
    this.#uploads = jobs.map((j) => j.upload)
    for (const listener of this.#listeners) listener()
  }

  #update(job: Job, change: Partial<Upload>): void {
    job.upload = { ...job.upload, ...change }
    this.#set([...this.#jobs])
  }

  /** Takes files for a field, checks their content and sends them. */
  add(place: Place, files: readonly File[]): void {
    const batch = { left: files.length, stored: 0 }
    const jobs = files.map((file): Job => {
      const upload: Upload = { ...place, key: newIdempotencyKey(), file, state: 'waiting', progress: 0 }
      return { upload, batch, abort: new AbortController(), lost: false, losses: 0 }
    })
    this.#set([...this.#jobs, ...jobs])
    this.#next()
  }

  /** Stops a file on its way, or drops one that failed. */
  cancel(key: string): void {
    const job = this.#jobs.find((j) => j.upload.key === key)
    if (!job) return
    const wasActive = isActive(job.upload)
    this.#set(this.#jobs.filter((j) => j !== job))
    clearTimeout(job.timer)
    job.abort.abort()
    if (wasActive) this.#end(job, false)
    this.#next()
  }

  /** Sends a failed file again. */
  retry(key: string): void {
    const job = this.#jobs.find((j) => j.upload.key === key)
    if (job) this.#again(job)
  }

  /** The connection is gone: what is being sent waits for it to come back. */
  interrupt(): void {
    for (const job of this.#jobs) if (job.upload.state === 'sending') job.giveUp?.()
  }

  /** Sends again what a lost connection cut off. */
  resume(): void {
    for (const job of this.#jobs) if (job.lost) this.#again(job)
  }

  #again(job: Job): void {
    if (job.upload.state !== 'failed') return
    clearTimeout(job.timer)
    job.lost = false
    job.batch = { left: 1, stored: 0 }
    const { error: _, ...upload } = job.upload
    job.upload = { ...upload, state: 'waiting', progress: 0 }
    this.#set([...this.#jobs])
    this.#next()
  }

  #next(): void {
    const sending = this.#jobs.filter((j) => j.upload.state === 'sending').length
    const waiting = this.#jobs.filter((j) => j.upload.state === 'waiting').slice(0, Math.max(0, AT_ONCE - sending))
    for (const job of waiting) void this.#run(job)
  }

  async #run(job: Job): Promise<void> {
    const { signal } = job.abort
    this.#update(job, { state: 'sending' })
    try {
      const problem = await contentProblem(job.upload.file)
      if (signal.aborted) return
      if (problem) {
        this.#fail(job, { state: 'refused', error: problem })
        return
      }
      const stored = await this.#send(job)
      if (signal.aborted) return
      this.#outlet.onStored(job.upload, stored)
      this.#set(this.#jobs.filter((j) => j !== job))
      this.#end(job, true)
    } catch (error) {
      if (signal.aborted) return
      if (isApiError(error, 'network')) this.#lose(job)
      else this.#fail(job, { state: 'failed', error: isApiError(error) ? error.detail : 'Please try again' })
    } finally {
      this.#next()
    }
  }

  /** A request that hangs on a dead connection would hang for ever: it is given up when nothing moves. */
  async #send(job: Job): Promise<FileAnswer> {
    const stalled = new AbortController()
    let watch: ReturnType<typeof setTimeout> | undefined
    const giveUp = (): void => stalled.abort(networkError())
    const move = (): void => {
      clearTimeout(watch)
      watch = setTimeout(giveUp, STALLED_MS)
    }
    job.giveUp = giveUp
    const onProgress = (progress: number): void => {
      move()
      this.#update(job, { progress })
    }
    move()
    try {
      const signal = AbortSignal.any([job.abort.signal, stalled.signal])
      return await this.#outlet.send(job.upload, { key: job.upload.key, signal, onProgress })
    } finally {
      clearTimeout(watch)
    }
  }

  #lose(job: Job): void {
    job.lost = true
    job.losses += 1
    if (job.losses === 1) this.#fail(job, { state: 'failed', error: LOST })
    else {
      this.#update(job, { state: 'failed', error: LOST })
      this.#end(job, false)
    }
    if (job.losses <= TRIES) job.timer = setTimeout(() => this.#again(job), RETRY_FIRST_MS * 2 ** (job.losses - 1))
  }

  #fail(job: Job, change: Pick<Upload, 'state'> & { error: string }): void {
    this.#update(job, change)
    this.#outlet.onFailed(job.upload)
    this.#end(job, false)
  }

  #end({ batch }: Job, stored: boolean): void {
    batch.left -= 1
    if (stored) batch.stored += 1
    if (batch.left === 0) this.#outlet.onBatch(batch.stored)
  }
}

/** Whether a file is still on its way. */
export function isActive({ state }: Pick<Upload, 'state'>): boolean {
  return state === 'waiting' || state === 'sending'
}
