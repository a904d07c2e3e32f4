import type { Context } from 'hono'
import { drain, type Incoming } from '../storage/incoming.ts'
import { surviveDisconnect } from './survive-disconnect.ts'

/** Returns the Content-Length in bytes, or undefined when it is missing or not a number. */
function contentLength(c: Context): number | undefined {
  const header = c.req.header('content-length')
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined
}

/**
 * Passes the request body to the work, which finishes and cleans up even when the client disconnects. A refused body is
 * read to its end so that the response arrives.
 */
export function withUploadBody<T>(c: Context, work: (incoming: Incoming) => Promise<T>): Promise<T> {
  const incoming = { length: contentLength(c), body: c.req.raw.body }
  const result = work(incoming).catch(async (error: unknown) => {
    await drain(incoming)
    throw error
  })
  return surviveDisconnect(c, result)
}
