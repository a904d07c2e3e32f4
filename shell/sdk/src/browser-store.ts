/** Text by key, as in `Storage`, but nothing throws: what the browser refuses to keep lives in this tab only. */
export interface BrowserStore {
  get: (key: string) => string | null
  /** Returns a value that is stored as JSON; undefined if there is none, or if it is damaged. */
  getJson: (key: string) => unknown
  /** Returns whether the browser keeps it. If not, it keeps the older text, which counts after a reload. */
  set: (key: string, text: string) => boolean
  remove: (key: string) => void
  /** Returns all keys with a prefix. */
  keys: (prefix: string) => string[]
  /** Calls `listener` when another tab has changed a key with this prefix. Returns a cleanup function. */
  onChange: (prefix: string, listener: (event: StorageEvent) => void) => () => void
}

function openStore(area: 'localStorage' | 'sessionStorage'): BrowserStore {
  /** What the browser has refused to store, or to remove (null). */
  const refused = new Map<string, string | null>()
  // Even reading throws where site data is blocked, writing throws when storage is full, and some apps have none.
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(globalThis[area])
    } catch {
      return undefined
    }
  }
  const succeeds = (use: (storage: Storage) => void): boolean =>
    attempt((storage) => {
      use(storage)
      return true
    }) ?? false
  const get = (key: string): string | null => {
    const own = refused.get(key)
    return own === undefined ? (attempt((storage) => storage.getItem(key)) ?? null) : own
  }
  const remove = (key: string): void => {
    if (succeeds((storage) => storage.removeItem(key))) refused.delete(key)
    else refused.set(key, null)
  }
  const onChange = (prefix: string, listener: (event: StorageEvent) => void): (() => void) => {
    const hear = (event: StorageEvent): void => {
      // The other storage of the browser may have the same key.
      if (event.storageArea !== attempt((storage) => storage)) return
      if (event.key === null || event.key.startsWith(prefix)) listener(event)
    }
    window.addEventListener('storage', hear)
    return () => window.removeEventListener('storage', hear)
  }
  // What another tab has stored is newer. This listener is the first.
  onChange('', ({ key }) => (key === null ? refused.clear() : refused.delete(key)))
  return {
    get,
    getJson: (key) => {
      try {
        return JSON.parse(get(key) ?? '')
      } catch {
        return undefined
      }
    },
    set: (key, text) => {
      const isKept = succeeds((storage) => storage.setItem(key, text))
      if (isKept) refused.delete(key)
      else refused.set(key, text)
      return isKept
    },
    remove,
    keys: (prefix) =>
      [...new Set([...(attempt(Object.keys) ?? []), ...refused.keys()])].filter(
        (key) => key.startsWith(prefix) && get(key) !== null,
      ),
    onChange,
  }
}

/** What this browser keeps for all tabs. */
export const localStore = openStore('localStorage')
/** What this tab keeps across reloads. */
export const tabStore = openStore('sessionStorage')
