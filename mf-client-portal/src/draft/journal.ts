/** A journal entry: a draft's text, or null once it is deleted. */
export interface Entry {
  at: number
  text: string | null
}

/** A store whose writes are on disk once they resolve. It never fails: where IndexedDB is refused, it is empty. */
export interface Journal {
  put(key: string, entry: Entry): void
  all(prefix: string): Promise<[string, Entry][]>
}

const NAME = 'portal.drafts'
const STORE = 'drafts'
/** Deletions are remembered for as long as a browser might restore local storage, in ms. */
const REMEMBER_MS = 86_400_000
/** A database that does not respond must not keep a form from opening, in ms. */
const TIMEOUT_MS = 2_000

let database: Promise<IDBDatabase> | undefined
let journal: Journal | undefined

function connect(): Promise<IDBDatabase> {
  database ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => {
      // Another version of the portal may want to upgrade it.
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

/** Runs a transaction; resolves when it is complete. */
async function transact(mode: IDBTransactionMode, operate: (store: IDBObjectStore) => void): Promise<void> {
  const db = await connect()
  await new Promise<void>((resolve, reject) => {
    const transaction = db.transaction(STORE, mode)
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
    operate(transaction.objectStore(STORE))
    // Commit now: a crash would lose the transaction.
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

/** The newest entries that are not written yet. */
const unwritten = new Map<string, Entry>()

function write(): void {
  const entries = [...unwritten]
  unwritten.clear()
  // If the store is full or forbidden, local storage and the server remain.
  transact('readwrite', (store) => entries.forEach(([key, entry]) => store.put(entry, key))).catch(() => undefined)
}

/** Returns the journal of this browser. */
export function openJournal(): Journal {
  journal ??= {
    put: (key, entry) => {
      if (unwritten.size === 0) queueMicrotask(write)
      unwritten.set(key, entry)
    },
    all: (prefix) =>
      Promise.race([readAll(prefix), new Promise<[]>((resolve) => setTimeout(() => resolve([]), TIMEOUT_MS))]).catch(
        () => [],
      ),
  }
  return journal
}
