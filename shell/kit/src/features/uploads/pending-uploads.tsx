import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/**
 * An upload that is stored on this device until it has finished, so that it survives a reload, a crash or an empty
 * battery.
 */
export interface PendingUpload<P> {
  key: string
  userId: string
  place: P
  name: string
  size: number
  /** Last modification of the file, in ms since 1970. Identifies a file that is chosen again, with name and size. */
  modified: number
  /** When it was added, in ms since 1970. */
  at: number
  /** The sender has confirmed the warnings. */
  checked: boolean
  uploadId?: string | undefined
  sha256?: string | undefined
}

/** A pending upload with its file, or without if the device had no room for it: it must be chosen again. */
export type RestoredUpload<P> = PendingUpload<P> & { file: File | undefined }

const DATABASE = 'portal-uploads'
const EXPIRES_AFTER_MS = 24 * 60 * 60_000
const lockOf = (key: string): string => `portal.upload.${key}`

interface Stores<P> extends DBSchema {
  uploads: { key: string; value: PendingUpload<P> }
  files: { key: string; value: Blob }
}

const open = <P,>(): Promise<IDBPDatabase<Stores<P>>> =>
  openDB<Stores<P>>(DATABASE, 1, {
    upgrade: (database) => {
      database.createObjectStore('uploads', { keyPath: 'key' })
      database.createObjectStore('files')
    },
  })

/**
 * Stores pending uploads in IndexedDB. Each tab holds a lock on its uploads, so that other tabs restore only abandoned
 * ones. Best effort: without storage, files are still uploaded.
 */
export class PendingUploads<P> {
  #database: Promise<IDBPDatabase<Stores<P>>> | undefined
  readonly #release = new Map<string, () => void>()

  async #run<T>(operate: (database: IDBPDatabase<Stores<P>>) => Promise<T>): Promise<T | undefined> {
    try {
      this.#database ??= open<P>()
      return await operate(await this.#database)
    } catch {
      return undefined
    }
  }

  /**
   * Holds the lock on an upload until this tab closes or the upload is removed. Returns false if another tab has it.
   */
  #hold(key: string): Promise<boolean> {
    return new Promise((resolve) => {
      const hold = async (lock: Lock | null): Promise<void> => {
        resolve(lock !== null)
        if (lock) await new Promise<void>((release) => this.#release.set(key, release))
      }
      // The browser may have no locks, or refuse them.
      const request = async (): Promise<void> => navigator.locks.request(lockOf(key), { ifAvailable: true }, hold)
      void request().catch(() => resolve(false))
    })
  }

  /** Stores an upload or updates it. The file itself is written once, if the device has room. */
  async save(upload: PendingUpload<P>, file?: File): Promise<void> {
    if (file) await this.#hold(upload.key)
    await this.#run((database) => database.put('uploads', upload))
    if (file) await this.#run((database) => database.put('files', file, upload.key))
  }

  /** Removes an upload that has finished or was canceled. */
  async remove(key: string): Promise<void> {
    await this.#run((database) => Promise.all([database.delete('uploads', key), database.delete('files', key)]))
    this.#release.get(key)?.()
    this.#release.delete(key)
  }

  /** Returns the user's uploads that no tab is sending, oldest first. Removes expired ones. */
  async restore(userId: string): Promise<RestoredUpload<P>[]> {
    const all = (await this.#run((database) => database.getAll('uploads'))) ?? []
    const restored: RestoredUpload<P>[] = []
    for (const upload of all.toSorted((a, b) => a.at - b.at)) {
      if (Date.now() - upload.at > EXPIRES_AFTER_MS) await this.remove(upload.key)
      else if (upload.userId === userId && !this.#release.has(upload.key) && (await this.#hold(upload.key))) {
        const blob = await this.#run((database) => database.get('files', upload.key))
        const file = blob && new File([blob], upload.name, { type: blob.type, lastModified: upload.modified })
        restored.push({ ...upload, file })
      }
    }
    return restored
  }
}
