import type { TypingFrame } from '@portal/contract/events'
import { readGrant } from '../chat/grants.ts'

/** Characters of the longest frame that a tab may send. */
const FRAME_MAX = 1024

const isTyping = (value: unknown): value is TypingFrame =>
  typeof value === 'object' && value !== null && 't' in value && value.t === 'typing' && 'grant' in value && typeof value.grant === 'string'

/** Whom to tell that somebody types: undefined where the grant has run out, null where the frame is none at all. */
export function readTyping(secret: string, data: string | ArrayBuffer, now: number): { to: string; threadId: string } | undefined | null {
  if (typeof data !== 'string' || data.length > FRAME_MAX) return null
  try {
    const frame: unknown = JSON.parse(data)
    return isTyping(frame) ? readGrant(secret, frame.grant, now) : null
  } catch {
    return null
  }
}
