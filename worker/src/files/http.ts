import type { Context } from 'hono'

/** The length the sender announced, in bytes; undefined where there is none, or no number. */
export function announcedLength(c: Context): number | undefined {
  const header = c.req.header('content-length')
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined
}

/** Lets the work come to its end, and clean up, even when whoever asked has gone away. */
export function outliving<T>(c: Context, work: Promise<T>): Promise<T> {
  c.executionCtx.waitUntil(work.catch(() => undefined))
  return work
}

/** A file name as ASCII without anything that a header or a file system takes for its own. */
const asciiName = (name: string): string => name.replace(/[^A-Za-z0-9 ._()-]/g, '_')

const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Content-Disposition that saves under `name` (RFC 6266 and 5987), whatever characters it holds. */
export function attachment(name: string): string {
  return `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encoded(name)}`
}
