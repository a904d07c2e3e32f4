/** What is kept of a person for comfort alone: what they were writing to somebody, and forms they had not saved. */
const LOCAL = ['chat_draft_', 'portal.form.', 'portal.realtime.', 'portal.session.repeat']
const IN_TAB = ['portal.realtime.']

function forget(storage: Storage, prefixes: readonly string[]): void {
  const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
  for (const key of keys) if (prefixes.some((prefix) => key.startsWith(prefix))) storage.removeItem(key)
}

/**
 * Forgets on this device what belongs to who signs out. What the server does not have yet stays, under its owner: answers and messages that
 * were written without a connection, and workforms that were not saved; so do settings that say nothing about anybody.
 */
export function forgetUserData(): void {
  try {
    forget(localStorage, LOCAL)
    forget(sessionStorage, IN_TAB)
  } catch {
    // Storage is forbidden: nothing is kept there.
  }
}
