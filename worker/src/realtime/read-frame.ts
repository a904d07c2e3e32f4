import type { RefusalReason, TokenMessage, TypingMessage } from '@portal/contract/events'

/** Characters of the longest frame that a tab may send. */
const FRAME_MAX = 1024

const has = (value: unknown, type: string, field: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  't' in value &&
  value.t === type &&
  typeof (value as Record<string, unknown>)[field] === 'string'
const isTyping = (value: unknown): value is TypingMessage => has(value, 'typing', 'grant')
const isToken = (value: unknown): value is TokenMessage => has(value, 'token', 'token')

/** Reads a frame that a tab sent, or says why it is none. */
export function readFrame(
  data: string | ArrayBuffer,
): TypingMessage | TokenMessage | { t: 'refused'; reason: RefusalReason } {
  if ((typeof data === 'string' ? data.length : data.byteLength) > FRAME_MAX)
    return { t: 'refused', reason: 'too_long' }
  try {
    const frame: unknown = JSON.parse(typeof data === 'string' ? data : '')
    if (isTyping(frame) || isToken(frame)) return frame
  } catch {
    // No JSON.
  }
  return { t: 'refused', reason: 'malformed' }
}
