/** Data that is kept for convenience: chat drafts and unsaved forms. */
const LOCAL = ['chat_draft_', 'portal.form.', 'portal.realtime.', 'portal.session.repeat']
const IN_TAB = ['portal.realtime.']

function forget(storage: Storage, prefixes: readonly string[]): void {
  const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
  for (const key of keys) if (prefixes.some((prefix) => key.startsWith(prefix))) storage.removeItem(key)
}

/**
 * Removes the data of the user who signs out. Data that the server does not have yet stays for its
 * owner: unsent answers and messages, and unsaved workforms. Settings stay, too.
 */
export function forgetUserData(): void {
  try {
    forget(localStorage, LOCAL)
    forget(sessionStorage, IN_TAB)
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}
