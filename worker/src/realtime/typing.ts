import type { RefusedFrame, TypingFrame } from '@portal/contract/events'
import { readGrant } from '../chat/grants.ts'

/** Characters of the longest frame that a tab may send. */
const FRAME_MAX = 1024

const isTyping = (value: unknown): value is TypingFrame =>
  typeof value === 'object' && value !== null && 't' in value && value.t === 'typing' && 'grant' in value && typeof value.grant === 'string'

/** Whom to tell that somebody types (nobody where the grant has run out), or why the frame is none at all. */
export function readTyping(
  secret: string,
  data: string | ArrayBuffer,
  now: number,
): { to?: string; threadId?: string } | { refused: RefusedFrame } {
  if ((typeof data === 'string' ? data.length : data.byteLength) > FRAME_MAX) return { refused: 'too_long' }
  try {
    const frame: unknown = JSON.parse(typeof data === 'string' ? data : '')
    return isTyping(frame) ? (readGrant(secret, frame.grant, now) ?? {}) : { refused: 'malformed' }
  } catch {
    return { refused: 'malformed' }
  }
}
