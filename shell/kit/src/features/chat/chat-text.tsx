import { PREVIEW_CHARACTERS } from '@portal/contract/limits'
import type { ChatSender } from '@portal/contract/statuses'
import { characters } from '../../ui/text.tsx'

const MARKS: Record<ChatSender, string> = { bookkeeper: 'You: ', system: '🤖 ', client: '' }

/** What a preview is made of. */
export interface LastMessage {
  sender: ChatSender
  message: string
  /** Name of its first file. */
  attachment?: string | null | undefined
  is_deleted?: boolean | undefined
}

/**
 * The preview of a thread's last message: its text cut at 45 characters, with 'You: ' before a bookkeeper's and a robot before
 * the system's; 'No messages yet' where there is none (specification, sections 2 and 9).
 */
export function previewOf(last: LastMessage | null): string {
  if (!last) return 'No messages yet'
  const text = last.is_deleted ? 'Message deleted' : last.message.replace(/\s+/g, ' ').trim() || (last.attachment ?? '')
  const all = characters(text)
  const cut = all.length > PREVIEW_CHARACTERS ? `${all.slice(0, PREVIEW_CHARACTERS).join('')}...` : all.join('')
  return MARKS[last.sender] + cut
}
