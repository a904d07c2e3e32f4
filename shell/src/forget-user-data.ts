import { type BrowserStore, localStore, tabStore } from '@portal/sdk'

/** Data that is kept for convenience, such as chat drafts, unsaved forms and recent items. */
const LOCAL = ['chat_draft_', 'portal.form.', 'portal.recent.', 'portal.realtime.', 'portal.subscribed']
const IN_TAB = ['portal.realtime.', 'portal.clients.']

function forget(store: BrowserStore, prefixes: readonly string[]): void {
  for (const key of prefixes.flatMap(store.keys)) store.remove(key)
}

/** Databases with files on their way to the server, and with scanned pages. */
const DATABASES = ['portal-uploads', 'portal-scans']

/** Empties a database of this origin. Opening one that does not exist would create it. */
async function clearDatabase(name: string): Promise<void> {
  const known = await indexedDB.databases()
  if (!known.some((database) => database.name === name)) return
  const opening = indexedDB.open(name)
  opening.onsuccess = () => {
    const database = opening.result
    const stores = [...database.objectStoreNames]
    if (stores.length === 0) return database.close()
    const transaction = database.transaction(stores, 'readwrite')
    for (const store of stores) transaction.objectStore(store).clear()
    transaction.oncomplete = transaction.onabort = () => database.close()
  }
}

/**
 * Removes the data of the user who signs out, also files that have not been uploaded. Text that the
 * server does not have yet stays for its owner: unsent answers and messages, and unsaved workforms.
 * Settings stay, too.
 */
export function forgetUserData(): void {
  forget(localStore, LOCAL)
  forget(tabStore, IN_TAB)
  // The remote that stores files may not be loaded.
  for (const name of DATABASES) void clearDatabase(name).catch(() => undefined)
}
