import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Place } from '../upload/uploads.ts'
import type { PageVersion, ScanPage } from './scan-page.ts'

/** A page as it is stored: without its photo, which is stored once, and without changes to undo. */
interface StoredPage {
  id: string
  /** Key of the photo. */
  photo: string
  width: number
  height: number
  found: PageVersion['found']
  settings: PageVersion['settings']
}

interface StoredScan {
  /** Last change, in ms since 1970. */
  at: number
  pages: StoredPage[]
}

interface Stores extends DBSchema {
  scans: { key: string; value: StoredScan }
  photos: { key: string; value: Blob }
}

const DATABASE = 'portal-scans'
/** As long as an upload that was not finished. */
const EXPIRES_AFTER_MS = 24 * 60 * 60_000

let opened: Promise<IDBPDatabase<Stores>> | undefined

function open(): Promise<IDBPDatabase<Stores>> {
  opened ??= openDB<Stores>(DATABASE, 1, {
    upgrade: (database) => {
      database.createObjectStore('scans')
      database.createObjectStore('photos')
    },
  })
  return opened
}

const keyOf = (userId: string, { assignmentId, fieldId }: Place): string => `${userId} ${assignmentId} ${fieldId}`
/** Photos are stored under the key of their scan and their own. */
const photosOf = (key: string): IDBKeyRange => IDBKeyRange.bound(`${key} `, `${key} \uffff`)

/**
 * Stores the pages of one question in IndexedDB, because a phone may end the browser while the camera is open. Best
 * effort: without storage, pages live in the dialog only.
 */
export class ScanStore {
  readonly #key: string
  #photos = new WeakMap<Blob, string>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(userId: string, place: Place) {
    this.#key = keyOf(userId, place)
  }

  /** Runs changes in order: pages that are still being saved do not come back after they were removed. */
  #inOrder<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#last.then(change)
    this.#last = done
    return done
  }

  /** Stores the pages. Returns whether they are on the device. */
  save(pages: readonly ScanPage[]): Promise<boolean> {
    return this.#inOrder(() => this.#save(pages))
  }

  async #save(pages: readonly ScanPage[]): Promise<boolean> {
    try {
      const database = await open()
      const stored: StoredPage[] = []
      for (const { id, version } of pages) {
        const { photo, found, settings } = version
        const { blob, width, height } = photo
        stored.push({ id, photo: await this.#savePhoto(blob), width, height, found, settings })
      }
      await database.put('scans', { at: Date.now(), pages: stored }, this.#key)
      return true
    } catch {
      return false
    }
  }

  async #savePhoto(blob: Blob): Promise<string> {
    const known = this.#photos.get(blob)
    if (known) return known
    const key = `${this.#key} ${crypto.randomUUID()}`
    await (await open()).put('photos', blob, key)
    this.#photos.set(blob, key)
    return key
  }

  /** Returns the pages of an earlier visit. Pages whose photo is missing are left out. */
  async restore(): Promise<ScanPage[]> {
    try {
      const database = await open()
      const scan = await database.get('scans', this.#key)
      const pages: ScanPage[] = []
      for (const { id, photo, width, height, found, settings } of scan?.pages ?? []) {
        const blob = await database.get('photos', photo)
        if (!blob) continue
        this.#photos.set(blob, photo)
        pages.push({ id, version: { photo: { blob, width, height }, found, settings }, earlier: [] })
      }
      return pages
    } catch {
      return []
    }
  }

  /** Removes the pages: they were uploaded or discarded. */
  clear(): Promise<void> {
    return this.#inOrder(async () => {
      // A page that comes back is stored again with its photo.
      this.#photos = new WeakMap()
      await remove(this.#key).catch(() => undefined)
    })
  }
}

async function remove(key: string): Promise<void> {
  const database = await open()
  await Promise.all([database.delete('scans', key), database.delete('photos', photosOf(key))])
}

/** Returns how many pages of a question wait on this device. Removes expired scans. */
export async function countStoredPages(userId: string, place: Place): Promise<number> {
  try {
    const database = await open()
    for (const key of await database.getAllKeys('scans')) {
      const scan = await database.get('scans', key)
      if (scan && Date.now() - scan.at > EXPIRES_AFTER_MS) await remove(key)
    }
    return (await database.get('scans', keyOf(userId, place)))?.pages.length ?? 0
  } catch {
    return 0
  }
}

/** Removes all scans from this device, such as when their owner signs out. */
export async function forgetScans(): Promise<void> {
  try {
    const database = await open()
    await Promise.all([database.clear('scans'), database.clear('photos')])
  } catch {
    // Nothing was stored.
  }
}
