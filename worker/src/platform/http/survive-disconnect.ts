import type { Context } from 'hono'

/** Lets the work finish even when the client disconnects. */
export function surviveDisconnect<T>(c: Context, work: Promise<T>): Promise<T> {
  c.executionCtx.waitUntil(work.catch(() => undefined))
  return work
}
