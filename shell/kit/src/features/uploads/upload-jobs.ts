import type { Job, Upload } from './upload-job.tsx'

/** The jobs of a queue. Notifies subscribers of each change, with a new array of uploads. */
export class UploadJobs<P> {
  readonly #listeners = new Set<() => void>()
  #jobs: readonly Job<P>[] = []
  #uploads: readonly Upload<P>[] = []

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly uploads = (): readonly Upload<P>[] => this.#uploads

  get all(): readonly Job<P>[] {
    return this.#jobs
  }

  find(key: string): Job<P> | undefined {
    return this.#jobs.find((j) => j.upload.key === key)
  }

  set(jobs: readonly Job<P>[]): void {
    this.#jobs = jobs
    this.#uploads = jobs.map((j) => j.upload)
    for (const listener of this.#listeners) listener()
  }

  remove(job: Job<P>): void {
    this.set(this.#jobs.filter((j) => j !== job))
  }

  update(job: Job<P>, change: Partial<Upload<P>>): void {
    job.upload = { ...job.upload, ...change }
    this.set([...this.#jobs])
  }
}
