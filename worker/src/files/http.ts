import type { Context } from 'hono'
import { drain, type Incoming } from '../storage/incoming.ts'

/** The length the sender announced, in bytes; undefined where there is none, or no number. */
function announcedLength(c: Context): number | undefined {
  const header = c.req.header('content-length')
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined
}

/**
 * Hands the body of the request to the work, which comes to its end, and cleans up, even when whoever asked has gone away. A body that
 * was refused is read to its end, so that the answer arrives.
 */
export function takingIn<T>(c: Context, work: (incoming: Incoming) => Promise<T>): Promise<T> {
  const incoming = { length: announcedLength(c), body: c.req.raw.body }
  const taken = work(incoming).catch(async (error: unknown) => {
    await drain(incoming)
    throw error
  })
  return outliving(c, taken)
}

/** Lets the work come to its end even when whoever asked has gone away. */
export function outliving<T>(c: Context, work: Promise<T>): Promise<T> {
  c.executionCtx.waitUntil(work.catch(() => undefined))
  return work
}

/** The bytes that a Range header asks for: `unsatisfiable` past the end, undefined where it asks for none, or in a way that is ignored. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { offset: number; length: number } | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '')
    return Number(to) === 0
      ? 'unsatisfiable'
      : { offset: Math.max(0, size - Number(to)), length: Math.min(size, Number(to)) }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < first) return undefined
  return first >= size ? 'unsatisfiable' : { offset: first, length: last - first + 1 }
}

/** The media type as it is sent: a text says in which characters, so that none is guessed. */
export const servedAs = (type: string): string => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)

/** A file name as ASCII without anything that a header or a file system takes for its own. */
const asciiName = (name: string): string => name.replace(/[^A-Za-z0-9 ._()-]/g, '_')

const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Content-Disposition that saves under `name` (RFC 6266 and 5987), whatever characters it holds. */
export function attachment(name: string): string {
  return `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encoded(name)}`
}
