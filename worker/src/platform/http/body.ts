import { AppError } from '../../errors.ts'
import { withTimeout } from '../storage/with-timeout.ts'

/** Time within which a body must arrive. */
const BODY_TIMEOUT_MS = 15_000

/**
 * Returns the text of a body. Never reads more than `maxBytes`, whether or not there is a Content-Length.
 * @throws AppError `too_large`, `request_timeout`
 */
export const readTextUpTo = (request: Request, maxBytes: number, timeoutMs = BODY_TIMEOUT_MS): Promise<string> =>
  withTimeout(readText(request, maxBytes), timeoutMs, () => new AppError('request_timeout'))

async function readText(request: Request, maxBytes: number): Promise<string> {
  const contentLength = request.headers.get('content-length')
  if (Number(contentLength ?? 0) > maxBytes) throw new AppError('too_large')
  if (contentLength !== null || !request.body) return request.text()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of request.body) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the body.
    if (bytes > maxBytes) throw new AppError('too_large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const LONE_SURROGATE_CANDIDATE = /\\u[dD][89a-fA-F]/
const ESCAPE = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|[^])/g

/** Returns JSON text with escaped lone surrogates replaced by U+FFFD, as decoding does for unescaped ones. */
export function replaceLoneSurrogates(json: string): string {
  return LONE_SURROGATE_CANDIDATE.test(json)
    ? json.replace(ESCAPE, (escape, lone?: string) => (lone === undefined ? escape : '\\ufffd'))
    : json
}

/** Returns whether a JSON value has more than `max` entries in its arrays and objects, at any depth. */
export function hasMoreEntriesThan(value: unknown, max: number): boolean {
  const stack: unknown[] = [value]
  let entries = 0
  while (stack.length > 0) {
    const next = stack.pop()
    if (typeof next !== 'object' || next === null) continue
    const children: unknown[] = Array.isArray(next) ? next : Object.values(next)
    entries += children.length
    if (entries > max) return true
    for (const child of children) if (typeof child === 'object' && child !== null) stack.push(child)
  }
  return false
}
