import { afterPaint } from '@portal/kit/ui/after-paint'

/** A draft as the journal has it: its text, or that it is gone. */
export interface Entry {
  at: number
  text: string | null
}

/** A store that is on disk as soon as it says so. It never fails: where a browser has none, nothing is kept and nothing found. */
export interface Journal {
  put(key: string, entry: Entry): void
  all(prefix: string): Promise<[string, Entry][]>
}

const NAME = 'portal.drafts'
const STORE = 'drafts'
/** What is gone is remembered for as long as a browser might bring it back, in ms. */
const REMEMBER_MS = 86_400_000
/** A database that does not answer must not keep a form from opening, in ms. */
const PATIENCE_MS = 2_000

let database: Promise<IDBDatabase> | undefined
let journal: Journal | undefined

function connect(): Promise<IDBDatabase> {
  database ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => {
      // Another version of the portal may want to change it.
      request.result.onversionchange = () => request.result.close()
      request.result.onclose = () => {
        database = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('no database'))
  })
  return database
}

/** Runs one transaction; settles when it is done. */
async function transact(mode: IDBTransactionMode, act: (store: IDBObjectStore) => void): Promise<void> {
  const db = await connect()
  await new Promise<void>((resolve, reject) => {
    const transaction = db.transaction(STORE, mode)
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
    act(transaction.objectStore(STORE))
    // At once: a page that crashes now would take it along.
    transaction.commit()
  })
}

async function readAll(prefix: string): Promise<[string, Entry][]> {
  const found: [string, Entry][] = []
  await transact('readwrite', (store) => {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
    const keys = store.getAllKeys(range)
    const entries = store.getAll(range)
    entries.onsuccess = () => {
      keys.result.forEach((key, i) => {
        if (typeof key === 'string') found.push([key, entries.result[i] as Entry])
      })
    }
  })
  const old = found.filter(([, { at, text }]) => text === null && at < Date.now() - REMEMBER_MS)
  if (old.length > 0) await transact('readwrite', (store) => old.forEach(([key]) => store.delete(key)))
  return found
}

/** The newest entries that are not in the store yet. */
const waiting = new Map<string, Entry>()

function write(): void {
  const entries = [...waiting]
  waiting.clear()
  // A full or forbidden store: local storage and the server are left.
  transact('readwrite', (store) => entries.forEach(([key, entry]) => store.put(entry, key))).catch(() => undefined)
}

/** The journal of this browser. It is written behind the paint: a letter that was typed does not wait for it. */
export function openJournal(): Journal {
  if (typeof indexedDB === 'undefined') return { put: () => undefined, all: () => Promise.resolve([]) }
  journal ??= {
    put: (key, entry) => {
      if (waiting.size === 0) afterPaint(write)
      waiting.set(key, entry)
    },
    all: (prefix) =>
      Promise.race([readAll(prefix), new Promise<[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS))]).catch(
        () => [],
      ),
  }
  return journal
}
