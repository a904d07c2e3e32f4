import type { toast } from 'sonner'

/** What shows messages comes behind the page, or with the first message: no page waits for it. */

const listeners = new Set<() => void>()
let asked = false

/** Calls `listener` with each message, and now if there was one before. Returns the function that stops it. */
export function onMessage(listener: () => void): () => void {
  listeners.add(listener)
  if (asked) listener()
  return () => listeners.delete(listener)
}

const backOnline = (): Promise<unknown> =>
  new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))

/** What a message is handed to. Where it cannot be had, the message waits for the connection. */
export async function toaster(): Promise<typeof toast> {
  asked = true
  for (const listener of listeners) listener()
  for (;;) {
    try {
      return (await import(/* webpackChunkName: "toasts" */ 'sonner')).toast
    } catch {
      await backOnline()
    }
  }
}
