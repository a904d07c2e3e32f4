import type { FileAnswer } from '@portal/contract/fields'
import { isApiError, newIdempotencyKey } from '@portal/sdk'
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

interface Job {
  upload: Upload
  batch: Batch
  abort: AbortController
  /** Waits for the connection to come back. */
  offline: boolean
}
interface Batch {
  left: number
  stored: number
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

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
      return { upload, batch, abort: new AbortController(), offline: false }
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
    job.abort.abort()
    if (wasActive) this.#end(job, false)
    this.#next()
  }

  /** Sends a failed file again. */
  retry(key: string): void {
    const job = this.#jobs.find((j) => j.upload.key === key)
    if (job?.upload.state !== 'failed') return
    job.batch = { left: 1, stored: 0 }
    this.#again(job)
    this.#next()
  }

  /** Sends again what a lost connection cut off. */
  resume(): void {
    for (const job of this.#jobs) {
      if (job.upload.state !== 'failed' || !job.offline) continue
      job.batch = { left: 1, stored: 0 }
      this.#again(job)
    }
    this.#next()
  }

  #again(job: Job): void {
    job.offline = false
    job.abort = new AbortController()
    const { error: _, ...upload } = job.upload
    job.upload = { ...upload, state: 'waiting', progress: 0 }
    this.#set([...this.#jobs])
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
      const onProgress = (progress: number): void => this.#update(job, { progress })
      const stored = await this.#outlet.send(job.upload, { key: job.upload.key, signal, onProgress })
      if (signal.aborted) return
      this.#outlet.onStored(job.upload, stored)
      this.#set(this.#jobs.filter((j) => j !== job))
      this.#end(job, true)
    } catch (error) {
      if (signal.aborted || isAbort(error)) return
      job.offline = isApiError(error, 'network')
      const lost = 'The connection was lost. It is sent again when you are back online.'
      this.#fail(job, { state: 'failed', error: job.offline ? lost : isApiError(error) ? error.detail : 'Please try again' })
    } finally {
      this.#next()
    }
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
