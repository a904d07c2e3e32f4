import type { FileAnswer } from '@portal/contract/fields'
import { errorMessage, isApiError, newIdempotencyKey, retryDelay, uploadedShare } from '@portal/sdk'
import type { RestoredUpload } from './pending-uploads.tsx'
import {
  isActive,
  isPermanent,
  isMissing,
  type Job,
  LOST_MESSAGE,
  newJob,
  type Upload,
  type UploadHandlers,
  withStallTimeout,
} from './upload-job.tsx'

const MAX_CONCURRENT = 2
/** The server needs time to check a large file, in ms. */
const FINISHING_MS = 120_000
const RETRY = { firstMs: 3_000, maxMs: 60_000 }
/** Automatic retries after lost connections. */
const MAX_RETRIES = 5

/** Checks files one at a time and uploads two at a time. It outlives the form that shows them. */
export class UploadQueue<P> {
  readonly #handlers: UploadHandlers<P>
  readonly #listeners = new Set<() => void>()
  #jobs: readonly Job<P>[] = []
  #uploads: readonly Upload<P>[] = []

  constructor(handlers: UploadHandlers<P>) {
    this.#handlers = handlers
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly uploads = (): readonly Upload<P>[] => this.#uploads

  /** Whether any upload continues without the user. */
  get active(): boolean {
    return this.#uploads.some(isActive)
  }

  #set(jobs: readonly Job<P>[]): void {
    this.#jobs = jobs
    this.#uploads = jobs.map((j) => j.upload)
    for (const listener of this.#listeners) listener()
  }

  #update(job: Job<P>, change: Partial<Upload<P>>): void {
    job.upload = { ...job.upload, ...change }
    this.#set([...this.#jobs])
  }

  #save({ upload }: Job<P>, file?: File): void {
    const { key, place, name, size, uploadId, sha256 } = upload
    const modified = upload.file?.lastModified ?? 0
    this.#handlers.save(
      {
        key,
        place,
        name,
        size,
        modified,
        checked: upload.state !== 'checking' && upload.state !== 'asking',
        uploadId,
        sha256,
      },
      file,
    )
  }

  /** Adds files for a place, checks and uploads them. A file that is missing from an earlier visit is resumed. */
  add(place: P, files: readonly File[]): void {
    const batch = { left: files.length, stored: 0 }
    for (const file of files) {
      const missing = this.#jobs.find(({ upload }) => isMissing(upload, place, file))
      const job = missing ?? newJob<P>({ key: newIdempotencyKey(), place, name: file.name, size: file.size }, batch)
      job.batch = batch
      job.upload = { ...job.upload, file, state: 'checking' }
      if (!missing) this.#jobs = [...this.#jobs, job]
      this.#save(job, file)
    }
    this.#set([...this.#jobs])
    this.#next()
  }

  /** Resumes uploads of earlier visits. */
  restore(kept: readonly RestoredUpload<P>[]): void {
    const batch = { left: kept.length, stored: 0 }
    const jobs = kept.map((left) => {
      const job = newJob(left, batch)
      const state = left.file ? (left.checked ? 'waiting' : 'checking') : 'missing'
      job.upload = { ...job.upload, file: left.file, state, uploadId: left.uploadId, sha256: left.sha256 }
      if (state === 'missing') batch.left -= 1
      return job
    })
    this.#set([...this.#jobs, ...jobs])
    this.#next()
  }

  /** Uploads a file despite its warnings. */
  confirm(key: string): void {
    const job = this.#find(key)
    if (job?.upload.state !== 'asking') return
    job.batch = { left: 1, stored: 0 }
    this.#update(job, { state: 'waiting', warnings: [] })
    this.#save(job)
    this.#next()
  }

  /** Cancels an upload, or removes one that failed. */
  cancel(key: string): void {
    const job = this.#find(key)
    if (!job) return
    const { state, uploadId } = job.upload
    this.#drop(job)
    clearTimeout(job.timer)
    job.abort.abort()
    if (uploadId) this.#handlers.onCanceled(uploadId)
    if (isActive({ state })) this.#finish(job, false)
    this.#next()
  }

  /** Stops all uploads without canceling them: they resume on the next visit. */
  stop(): void {
    for (const job of this.#jobs) {
      clearTimeout(job.timer)
      job.abort.abort()
    }
    this.#set([])
  }

  /** Retries a failed upload. */
  retry(key: string): void {
    const job = this.#find(key)
    if (job) this.#retry(job)
  }

  /** Interrupts all requests: the connection is gone. */
  interrupt(): void {
    for (const job of this.#jobs) job.abandon?.()
  }

  /** Retries the uploads that a lost connection interrupted. */
  resume(): void {
    for (const job of this.#jobs) if (job.interrupted) this.#retry(job)
  }

  readonly #find = (key: string): Job<P> | undefined => this.#jobs.find((j) => j.upload.key === key)

  #drop(job: Job<P>): void {
    this.#set(this.#jobs.filter((j) => j !== job))
    this.#handlers.remove(job.upload.key)
  }

  #retry(job: Job<P>): void {
    if (job.upload.state !== 'failed') return
    clearTimeout(job.timer)
    job.interrupted = false
    job.batch = { left: 1, stored: 0 }
    this.#update(job, { state: 'waiting', progress: 0, error: undefined })
    this.#next()
  }

  #next(): void {
    const checking = this.#jobs.some((j) => j.checking)
    const unchecked = this.#jobs.find((j) => j.upload.state === 'checking' && !j.checking)
    if (!checking && unchecked) void this.#check(unchecked)
    const sending = this.#jobs.filter(({ upload: { state } }) => state === 'sending' || state === 'finishing').length
    const waiting = this.#jobs
      .filter((j) => j.upload.state === 'waiting')
      .slice(0, Math.max(0, MAX_CONCURRENT - sending))
    for (const job of waiting) void this.#run(job)
  }

  async #check(job: Job<P>): Promise<void> {
    const { file } = job.upload
    if (!file) return
    job.checking = true
    const others = this.#uploads.filter((u) => u.key !== job.upload.key)
    const { problem, warnings, sha256, file: checked = file } = await this.#handlers.check(job.upload, file, others)
    job.checking = false
    if (!job.abort.signal.aborted) {
      if (problem) this.#fail(job, 'refused', problem)
      else {
        this.#update(job, {
          state: warnings.length > 0 ? 'asking' : 'waiting',
          warnings,
          sha256,
          file: checked,
          name: checked.name,
        })
        this.#save(job, checked === file ? undefined : checked)
        // The other files do not wait for the answer.
        if (warnings.length > 0) this.#finish(job, false)
      }
    }
    this.#next()
  }

  async #run(job: Job<P>): Promise<void> {
    const { signal } = job.abort
    const { file } = job.upload
    if (!file) return
    this.#update(job, { state: 'sending' })
    try {
      const stored = await this.#send(job, file)
      if (signal.aborted) return
      this.#handlers.onStored(job.upload, stored)
      this.#drop(job)
      this.#finish(job, true)
    } catch (error) {
      if (signal.aborted) return
      if (isApiError(error, 'network')) this.#onConnectionLost(job)
      else this.#reject(job, error)
    } finally {
      this.#next()
    }
  }

  #send(job: Job<P>, file: File): Promise<FileAnswer> {
    return withStallTimeout(job, (signal, onActivity) =>
      this.#handlers.send(job.upload, file, {
        key: job.upload.key,
        signal,
        uploadId: job.upload.uploadId,
        sha256: job.upload.sha256,
        onProgress: (sent) => {
          onActivity()
          this.#update(job, { progress: uploadedShare(sent, file.size) })
        },
        onOpened: (uploadId) => {
          onActivity()
          this.#update(job, { uploadId })
          this.#save(job)
        },
        onArrived: () => {
          onActivity(FINISHING_MS)
          this.#update(job, { state: 'finishing' })
        },
      }),
    )
  }

  #onConnectionLost(job: Job<P>): void {
    job.interrupted = true
    job.lostConnections += 1
    if (job.lostConnections === 1) this.#fail(job, 'failed', LOST_MESSAGE)
    else {
      this.#update(job, { state: 'failed', error: LOST_MESSAGE })
      this.#finish(job, false)
    }
    if (job.lostConnections > MAX_RETRIES) return
    job.timer = setTimeout(() => this.#retry(job), retryDelay(job.lostConnections - 1, undefined, RETRY))
  }

  #reject(job: Job<P>, error: unknown): void {
    this.#fail(job, isPermanent(error) ? 'refused' : 'failed', errorMessage(error, 'Please try again'))
  }

  #fail(job: Job<P>, state: 'failed' | 'refused', error: string): void {
    this.#update(job, { state, error })
    if (state === 'refused') {
      this.#handlers.remove(job.upload.key)
      if (job.upload.uploadId) this.#handlers.onCanceled(job.upload.uploadId)
    }
    this.#handlers.onFailed(job.upload)
    this.#finish(job, false)
  }

  #finish({ batch }: Job<P>, stored: boolean): void {
    batch.left -= 1
    if (stored) batch.stored += 1
    if (batch.left === 0) this.#handlers.onBatch(batch.stored)
  }
}
