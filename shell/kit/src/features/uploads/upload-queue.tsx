import type { FileAnswer } from '@portal/contract/fields'
import { errorMessage, isApiError, newIdempotencyKey, retryDelay, uploadedShare } from '@portal/sdk'
import type { FileCheck } from './check-file.tsx'
import type { RestoredUpload } from './pending-uploads.tsx'
import {
  isActive,
  isPermanent,
  isMissing,
  type Job,
  LOST_MESSAGE,
  newJob,
  toPending,
  type UploadHandlers,
  withStallTimeout,
} from './upload-job.tsx'
import { UploadJobs } from './upload-jobs.ts'

const MAX_CONCURRENT = 2
/** The server needs time to check a large file, in ms. */
const FINISHING_MS = 120_000
const RETRY = { firstMs: 3_000, maxMs: 60_000 }
/** Automatic retries after lost connections. */
const MAX_RETRIES = 5

/** Checks files one at a time and uploads two at a time. It outlives the form that shows them. */
export class UploadQueue<P> {
  readonly #handlers: UploadHandlers<P>
  readonly #jobs = new UploadJobs<P>()
  readonly subscribe = this.#jobs.subscribe
  readonly uploads = this.#jobs.uploads

  constructor(handlers: UploadHandlers<P>) {
    this.#handlers = handlers
  }

  /** Whether any upload is in progress. */
  get active(): boolean {
    return this.uploads().some(isActive)
  }

  /** Adds files for a place, checks and uploads them. A file that is missing from an earlier visit is resumed. */
  add(place: P, files: readonly File[]): void {
    const batch = { left: files.length, stored: 0 }
    const added: Job<P>[] = []
    for (const file of files) {
      const missing = this.#jobs.all.find(({ upload }) => isMissing(upload, place, file))
      const job = missing ?? newJob<P>({ key: newIdempotencyKey(), place, name: file.name, size: file.size }, batch)
      job.batch = batch
      job.checked = false
      job.upload = { ...job.upload, file, state: 'checking' }
      if (!missing) added.push(job)
      this.#handlers.save(toPending(job.upload), file)
    }
    this.#jobs.set([...this.#jobs.all, ...added])
    this.#next()
  }

  /** Resumes uploads of earlier visits. */
  restore(kept: readonly RestoredUpload<P>[]): void {
    const batch = { left: kept.length, stored: 0 }
    const jobs = kept.map((left) => {
      const job = newJob(left, batch)
      job.checked = left.checked
      const state = left.file ? (left.checked ? 'waiting' : 'checking') : 'missing'
      job.upload = { ...job.upload, file: left.file, state, uploadId: left.uploadId, sha256: left.sha256 }
      if (state === 'missing') batch.left -= 1
      return job
    })
    this.#jobs.set([...this.#jobs.all, ...jobs])
    this.#next()
  }

  /** Uploads a file despite its warnings. */
  confirm(key: string): void {
    const job = this.#jobs.find(key)
    if (job?.upload.state !== 'asking') return
    job.batch = { left: 1, stored: 0 }
    this.#jobs.update(job, { state: 'waiting', warnings: [] })
    this.#handlers.save(toPending(job.upload))
    this.#next()
  }

  /** Cancels an upload, or removes one that failed. */
  cancel(key: string): void {
    const job = this.#jobs.find(key)
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
    for (const job of this.#jobs.all) {
      clearTimeout(job.timer)
      job.abort.abort()
    }
    this.#jobs.set([])
  }

  /** Retries a failed upload. */
  retry(key: string): void {
    const job = this.#jobs.find(key)
    if (job) this.#retry(job)
  }

  /** Interrupts all requests: the connection is gone. */
  interrupt(): void {
    for (const job of this.#jobs.all) job.abandon?.()
  }

  /** Retries the uploads that a lost connection interrupted. */
  resume(): void {
    for (const job of this.#jobs.all) if (job.interrupted) this.#retry(job)
  }

  #drop(job: Job<P>): void {
    this.#jobs.remove(job)
    this.#handlers.remove(job.upload.key)
  }

  #retry(job: Job<P>): void {
    if (job.upload.state !== 'failed' && job.upload.state !== 'offline') return
    clearTimeout(job.timer)
    job.interrupted = false
    job.batch = { left: 1, stored: 0 }
    this.#jobs.update(job, { state: job.checked ? 'waiting' : 'checking', progress: 0, error: undefined })
    this.#next()
  }

  #next(): void {
    const checking = this.#jobs.all.some((j) => j.checking)
    const unchecked = this.#jobs.all.find((j) => j.upload.state === 'checking' && !j.checking)
    if (!checking && unchecked) void this.#check(unchecked)
    const sending = this.#jobs.all.filter(
      ({ upload: { state } }) => state === 'sending' || state === 'finishing',
    ).length
    const waiting = this.#jobs.all
      .filter((j) => j.upload.state === 'waiting')
      .slice(0, Math.max(0, MAX_CONCURRENT - sending))
    for (const job of waiting) void this.#run(job)
  }

  async #check(job: Job<P>): Promise<void> {
    const { file } = job.upload
    if (!file) return
    job.checking = true
    const others = this.uploads().filter((u) => u.key !== job.upload.key)
    const result = await this.#handlers.check(job.upload, file, others).catch(() => undefined)
    job.checking = false
    if (!job.abort.signal.aborted) {
      if (!result) this.#onConnectionLost(job)
      else if (result.problem) this.#fail(job, 'refused', result.problem)
      else this.#accept(job, file, result)
    }
    this.#next()
  }

  /** Sends a checked file, or asks about its warnings. */
  #accept(job: Job<P>, file: File, { warnings, sha256, file: checked = file }: FileCheck & { file?: File }): void {
    job.checked = true
    const state = warnings.length > 0 ? 'asking' : 'waiting'
    this.#jobs.update(job, { state, warnings, sha256, file: checked, name: checked.name })
    this.#handlers.save(toPending(job.upload), checked === file ? undefined : checked)
    // The other files do not wait for the answer.
    if (warnings.length > 0) this.#finish(job, false)
  }

  async #run(job: Job<P>): Promise<void> {
    const { signal } = job.abort
    const { file } = job.upload
    if (!file) return
    this.#jobs.update(job, { state: 'sending' })
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
          this.#jobs.update(job, { progress: uploadedShare(sent, file.size) })
        },
        onOpened: (uploadId) => {
          onActivity()
          this.#jobs.update(job, { uploadId })
          this.#handlers.save(toPending(job.upload))
        },
        onArrived: () => {
          onActivity(FINISHING_MS)
          this.#jobs.update(job, { state: 'finishing' })
        },
      }),
    )
  }

  /** Waits for the connection. If the browser seems to have one, the upload fails after some retries. */
  #onConnectionLost(job: Job<P>): void {
    job.interrupted = true
    if (navigator.onLine) job.lostConnections += 1
    if (job.lostConnections > MAX_RETRIES) return this.#fail(job, 'failed', LOST_MESSAGE)
    this.#jobs.update(job, { state: 'offline' })
    this.#finish(job, false)
    if (navigator.onLine)
      job.timer = setTimeout(() => this.#retry(job), retryDelay(job.lostConnections - 1, undefined, RETRY))
  }

  #reject(job: Job<P>, error: unknown): void {
    this.#fail(job, isPermanent(error) ? 'refused' : 'failed', errorMessage(error, 'Please try again'))
  }

  #fail(job: Job<P>, state: 'failed' | 'refused', error: string): void {
    this.#jobs.update(job, { state, error })
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
