import type { FileAnswer } from '@portal/contract/fields'
import { isApiError, newIdempotencyKey } from '@portal/sdk'
import type { RestoredUpload } from './pending-uploads.tsx'
import {
  isActive,
  isPermanent,
  isMissing,
  type Job,
  LOST,
  newJob,
  type Upload,
  type UploadHandlers,
  withStallTimeout,
} from './upload-job.tsx'

const AT_ONCE = 2
/** The portal needs a moment to look at the whole of a large file, in ms. */
const FINISHING_MS = 120_000
const RETRY_FIRST_MS = 3_000
/** Times a lost connection is tried again without being asked. */
const TRIES = 5
/** Checks files one at a time and sends them two at a time. It lives on while what they belong to is folded. */
export class UploadQueue<P> {
  readonly #outlet: UploadHandlers<P>
  readonly #listeners = new Set<() => void>()
  #jobs: readonly Job<P>[] = []
  #uploads: readonly Upload<P>[] = []

  constructor(outlet: UploadHandlers<P>) {
    this.#outlet = outlet
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly uploads = (): readonly Upload<P>[] => this.#uploads

  /** Whether any file is still on its way. */
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

  #keep({ upload }: Job<P>, file?: File): void {
    const { key, place, name, size, uploadId, sha256 } = upload
    const modified = upload.file?.lastModified ?? 0
    this.#outlet.keep(
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

  /** Takes files for a place, looks at them and sends them. One that is missing from an earlier visit is gone on with. */
  add(place: P, files: readonly File[]): void {
    const batch = { left: files.length, stored: 0 }
    for (const file of files) {
      const missing = this.#jobs.find(({ upload }) => isMissing(upload, place, file))
      const job = missing ?? newJob<P>({ key: newIdempotencyKey(), place, name: file.name, size: file.size }, batch)
      job.batch = batch
      job.upload = { ...job.upload, file, state: 'checking' }
      if (!missing) this.#jobs = [...this.#jobs, job]
      this.#keep(job, file)
    }
    this.#set([...this.#jobs])
    this.#next()
  }

  /** Goes on with what earlier visits left. */
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

  /** Sends a file although something may be wrong with it. */
  confirm(key: string): void {
    const job = this.#find(key)
    if (job?.upload.state !== 'asking') return
    job.batch = { left: 1, stored: 0 }
    this.#update(job, { state: 'waiting', warnings: [] })
    this.#keep(job)
    this.#next()
  }

  /** Stops a file on its way, or drops one that failed. */
  cancel(key: string): void {
    const job = this.#find(key)
    if (!job) return
    const { state, uploadId } = job.upload
    this.#drop(job)
    clearTimeout(job.timer)
    job.abort.abort()
    if (uploadId) this.#outlet.onCancelled(uploadId)
    if (isActive({ state })) this.#end(job, false)
    this.#next()
  }

  /** Stops all without giving anything up: what is kept on this device goes on with the next visit. */
  stop(): void {
    for (const job of this.#jobs) {
      clearTimeout(job.timer)
      job.abort.abort()
    }
    this.#set([])
  }

  /** Sends a failed file again. */
  retry(key: string): void {
    const job = this.#find(key)
    if (job) this.#again(job)
  }

  /** The connection is gone: what is being sent waits for it to come back. */
  interrupt(): void {
    for (const job of this.#jobs) job.giveUp?.()
  }

  /** Sends again what a lost connection cut off. */
  resume(): void {
    for (const job of this.#jobs) if (job.lost) this.#again(job)
  }

  readonly #find = (key: string): Job<P> | undefined => this.#jobs.find((j) => j.upload.key === key)

  #drop(job: Job<P>): void {
    this.#set(this.#jobs.filter((j) => j !== job))
    this.#outlet.forget(job.upload.key)
  }

  #again(job: Job<P>): void {
    if (job.upload.state !== 'failed') return
    clearTimeout(job.timer)
    job.lost = false
    job.batch = { left: 1, stored: 0 }
    this.#update(job, { state: 'waiting', progress: 0, error: undefined })
    this.#next()
  }

  #next(): void {
    const checking = this.#jobs.some((j) => j.checking)
    const unchecked = this.#jobs.find((j) => j.upload.state === 'checking' && !j.checking)
    if (!checking && unchecked) void this.#check(unchecked)
    const sending = this.#jobs.filter(({ upload: { state } }) => state === 'sending' || state === 'finishing').length
    const waiting = this.#jobs.filter((j) => j.upload.state === 'waiting').slice(0, Math.max(0, AT_ONCE - sending))
    for (const job of waiting) void this.#run(job)
  }

  async #check(job: Job<P>): Promise<void> {
    const { file } = job.upload
    if (!file) return
    job.checking = true
    const others = this.#uploads.filter((u) => u.key !== job.upload.key)
    const { problem, warnings, sha256, file: checked = file } = await this.#outlet.check(job.upload, file, others)
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
        this.#keep(job, checked === file ? undefined : checked)
        // The others do not wait for the answer.
        if (warnings.length > 0) this.#end(job, false)
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
      this.#outlet.onStored(job.upload, stored)
      this.#drop(job)
      this.#end(job, true)
    } catch (error) {
      if (signal.aborted) return
      if (isApiError(error, 'network')) this.#lose(job)
      else this.#failed(job, error)
    } finally {
      this.#next()
    }
  }

  #send(job: Job<P>, file: File): Promise<FileAnswer> {
    return withStallTimeout(job, (signal, move) =>
      this.#outlet.send(job.upload, file, {
        key: job.upload.key,
        signal,
        uploadId: job.upload.uploadId,
        sha256: job.upload.sha256,
        onProgress: (sent) => {
          move()
          this.#update(job, { progress: file.size > 0 ? Math.min(1, sent / file.size) : 0 })
        },
        onOpened: (uploadId) => {
          move()
          this.#update(job, { uploadId })
          this.#keep(job)
        },
        onArrived: () => {
          move(FINISHING_MS)
          this.#update(job, { state: 'finishing' })
        },
      }),
    )
  }

  #lose(job: Job<P>): void {
    job.lost = true
    job.losses += 1
    if (job.losses === 1) this.#fail(job, 'failed', LOST)
    else {
      this.#update(job, { state: 'failed', error: LOST })
      this.#end(job, false)
    }
    if (job.losses <= TRIES) job.timer = setTimeout(() => this.#again(job), RETRY_FIRST_MS * 2 ** (job.losses - 1))
  }

  #failed(job: Job<P>, error: unknown): void {
    this.#fail(job, isPermanent(error) ? 'refused' : 'failed', isApiError(error) ? error.detail : 'Please try again')
  }

  #fail(job: Job<P>, state: 'failed' | 'refused', error: string): void {
    this.#update(job, { state, error })
    if (state === 'refused') {
      this.#outlet.forget(job.upload.key)
      if (job.upload.uploadId) this.#outlet.onCancelled(job.upload.uploadId)
    }
    this.#outlet.onFailed(job.upload)
    this.#end(job, false)
  }

  #end({ batch }: Job<P>, stored: boolean): void {
    batch.left -= 1
    if (stored) batch.stored += 1
    if (batch.left === 0) this.#outlet.onBatch(batch.stored)
  }
}
