/** A file on its way, as it is kept on this device until it has arrived: so that it goes on after a reload, a crash or a dead battery. */
export interface PendingUpload<P> {
  key: string
  userId: string
  place: P
  name: string
  size: number
  /** When the file was changed last, in ms since 1970: with name and size what it is recognized by when it is chosen again. */
  modified: number
  /** When it was taken, in ms since 1970. */
  at: number
  /** The sender has seen what may be wrong with it. */
  checked: boolean
  uploadId?: string | undefined
  sha256?: string | undefined
}

/** A kept upload with its file; without, where the device had no room for it, and it has to be chosen again. */
export type RestoredUpload<P> = PendingUpload<P> & { file: File | undefined }

const DATABASE = 'portal-uploads'
const KEPT_MS = 24 * 60 * 60_000
const lockOf = (key: string): string => `portal.upload.${key}`

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('storage failed'))
  })
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('uploads', { keyPath: 'key' })
    request.result.createObjectStore('files')
  }
  return settled(request)
}

/**
 * Keeps files on their way in IndexedDB. Every tab holds a lock on its own, so that another one takes up only what nobody is sending. All of
 * it is best effort: a browser that keeps nothing sends all the same.
 */
export class PendingUploads<P> {
  #database: Promise<IDBDatabase> | undefined
  readonly #release = new Map<string, () => void>()

  async #run<T>(
    mode: IDBTransactionMode,
    act: (uploads: IDBObjectStore, files: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> {
    try {
      this.#database ??= open()
      const transaction = (await this.#database).transaction(['uploads', 'files'], mode)
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error ?? new Error('storage failed'))
      })
      const [result] = await Promise.all([
        settled(act(transaction.objectStore('uploads'), transaction.objectStore('files'))),
        done,
      ])
      return result
    } catch {
      return undefined
    }
  }

  /** Holds the lock on an upload as long as this tab lives, or until it is forgotten. False where another tab has it. */
  #hold(key: string): Promise<boolean> {
    if (!navigator.locks) return Promise.resolve(false)
    return new Promise((resolve) => {
      void navigator.locks.request(lockOf(key), { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock === null ? undefined : new Promise<void>((release) => this.#release.set(key, release))
      })
    })
  }

  /** Keeps a file that was taken, or what is new about it. The file itself is written once, where the device has room. */
  async keep(upload: PendingUpload<P>, file?: File): Promise<void> {
    if (file) await this.#hold(upload.key)
    await this.#run('readwrite', (uploads) => uploads.put(upload))
    if (file) await this.#run('readwrite', (_, files) => files.put(file, upload.key))
  }

  /** Forgets a file that has arrived, or is not to be sent. */
  async forget(key: string): Promise<void> {
    await this.#run('readwrite', (uploads, files) => {
      files.delete(key)
      return uploads.delete(key)
    })
    this.#release.get(key)?.()
    this.#release.delete(key)
  }

  /** Takes up what earlier visits of the user left and no other tab is sending, oldest first. What is too old is forgotten. */
  async restore(userId: string): Promise<RestoredUpload<P>[]> {
    const all = (await this.#run<PendingUpload<P>[]>('readonly', (uploads) => uploads.getAll())) ?? []
    const taken: RestoredUpload<P>[] = []
    for (const upload of all.toSorted((a, b) => a.at - b.at)) {
      if (Date.now() - upload.at > KEPT_MS) await this.forget(upload.key)
      else if (upload.userId === userId && !this.#release.has(upload.key) && (await this.#hold(upload.key))) {
        const blob = await this.#run<Blob | undefined>('readonly', (_, files) => files.get(upload.key))
        const file = blob && new File([blob], upload.name, { type: blob.type, lastModified: upload.modified })
        taken.push({ ...upload, file })
      }
    }
    return taken
  }
}
