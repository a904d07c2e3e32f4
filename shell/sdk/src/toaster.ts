import type { toast } from 'sonner'

/** Loads the toast library after the page, or with the first toast. */

const listeners = new Set<() => void>()
let requested = false

/** Calls `listener` with each toast, and at once if there was one before. Returns a cleanup function. */
export function onMessage(listener: () => void): () => void {
  listeners.add(listener)
  if (requested) listener()
  return () => listeners.delete(listener)
}

const backOnline = (): Promise<unknown> =>
  new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))

/** Returns the toast library. If it cannot be loaded, waits for the connection. */
export async function toaster(): Promise<typeof toast> {
  requested = true
  for (const listener of listeners) listener()
  for (;;) {
    try {
      return (await import(/* webpackChunkName: "toasts" */ 'sonner')).toast
    } catch {
      await backOnline()
    }
  }
}
