import { known } from '@portal/contract/known'
import { PREVIEW_CHARACTERS } from '@portal/contract/limits'
import type { ChatSender } from '@portal/contract/statuses'
import { cleanLine, cutCharacters } from '@portal/contract/text'

const MARKS: Record<ChatSender, string> = { bookkeeper: 'You: ', system: '🤖 ', client: '' }

/** The last message of a thread. */
export interface LastMessage {
  sender: ChatSender
  message: string
  /** Name of the first attached file. */
  attachment?: string | null | undefined
  is_deleted?: boolean | undefined
}

/**
 * Returns the preview of a thread's last message: its text, cut at 45 characters, after 'You: ' for a bookkeeper's
 * message or a robot for a system message. 'No messages yet' without one.
 */
export function previewOf(last: LastMessage | null): string {
  if (!last) return 'No messages yet'
  const text = last.is_deleted ? 'Message deleted' : cleanLine(last.message) || (last.attachment ?? '')
  return (known(MARKS, last.sender) ?? '') + cutCharacters(text, PREVIEW_CHARACTERS, '...')
}
