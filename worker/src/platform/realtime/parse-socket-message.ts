import type { RefusalReason, RunningMessage, TokenMessage, TypingMessage } from '@portal/contract/events'
import { RemoteName, Semver } from '@portal/contract/remotes'
import * as z from 'zod'

/** Longest message that a tab may send, in characters. */
const MESSAGE_MAX = 1024
/** Most remotes that a tab may run. */
const REMOTES_MAX = 30

const has = (value: unknown, type: string, field: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  't' in value &&
  value.t === type &&
  typeof (value as Record<string, unknown>)[field] === 'string'
const isTyping = (value: unknown): value is TypingMessage => has(value, 'typing', 'grant')
const isToken = (value: unknown): value is TokenMessage => has(value, 'token', 'token')
const Versions = z.record(RemoteName, Semver.max(100)).refine((versions) => Object.keys(versions).length <= REMOTES_MAX)
const Running = z.object({ t: z.literal('running'), versions: Versions })
const isRunning = (value: unknown): value is RunningMessage => Running.safeParse(value).success

/** Parses a message from a tab. @returns the message, or a refusal with the reason */
export function parseSocketMessage(
  data: string | ArrayBuffer,
): TypingMessage | TokenMessage | RunningMessage | { t: 'refused'; reason: RefusalReason } {
  if ((typeof data === 'string' ? data.length : data.byteLength) > MESSAGE_MAX)
    return { t: 'refused', reason: 'too_long' }
  try {
    const message: unknown = JSON.parse(typeof data === 'string' ? data : '')
    if (isTyping(message) || isToken(message) || isRunning(message)) return message
  } catch {
    // Not JSON.
  }
  return { t: 'refused', reason: 'malformed' }
}
