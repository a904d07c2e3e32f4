import { PREVIEW_CHARACTERS } from '@portal/contract/limits'
import type { ChatSender } from '@portal/contract/statuses'
import { characters } from './text.tsx'

const MARKS: Record<ChatSender, string> = { bookkeeper: 'You: ', system: '🤖 ', client: '' }

/**
 * The preview of a thread's last message: its text cut at 45 characters, with 'You: ' before a bookkeeper's and a robot before
 * the system's; 'No messages yet' where there is none (specification, sections 2 and 9).
 */
export function previewOf(last: { sender: ChatSender; message: string } | null): string {
  if (!last) return 'No messages yet'
  const all = characters(last.message.replace(/\s+/g, ' ').trim())
  const cut = all.length > PREVIEW_CHARACTERS ? `${all.slice(0, PREVIEW_CHARACTERS).join('')}...` : all.join('')
  return MARKS[last.sender] + cut
}
