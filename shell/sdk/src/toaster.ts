import type { toast } from 'sonner'
import { lazyCode } from './lazy-code.ts'

/** Loads the toast library after the page, or with the first toast. */

const listeners = new Set<() => void>()
let requested = false

/** Calls `listener` with each toast, and at once if there was one before. Returns a cleanup function. */
export function onMessage(listener: () => void): () => void {
  listeners.add(listener)
  if (requested) listener()
  return () => listeners.delete(listener)
}

/** The toast library. It is never given up: a message must not be lost. */
export const toastLibrary = lazyCode(() => import(/* webpackChunkName: "toasts" */ 'sonner'), {
  tries: Number.POSITIVE_INFINITY,
})

/** Returns the toast library. If it cannot be loaded, waits for the connection. */
export async function toaster(): Promise<typeof toast> {
  requested = true
  for (const listener of listeners) listener()
  return (await toastLibrary.load()).toast
}
