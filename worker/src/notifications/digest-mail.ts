import type { MailContent } from '../mail/layout.ts'
import type { News } from './collect-mail.ts'

/** Messages that a mail shows; how many more there are it says. */
const SHOWN = 10
const CHARACTERS = 300

type Words = Pick<MailContent, 'subject' | 'heading' | 'lines' | 'action'>

/** News as one mail: a single one as it stands, several under what they have in common. `total` counts those that are not listed, too. */
export function newsMail(items: readonly News[], total: number): Words | undefined {
  const [first] = items
  if (!first) return undefined
  const same = (part: (news: News) => string): boolean => items.every((item) => part(item) === part(first))
  const alike = same((n) => n.heading)
  const several = same((n) => n.subject)
    ? `${first.subject} (${total})`
    : alike
      ? `${first.heading} (${total})`
      : `${total} updates in your portal`
  const more = total > items.length ? [`And ${total - items.length} more.`] : []
  const lines = [first.hello, ...items.flatMap((i) => i.lines), ...more, first.closing]
  return {
    subject: total === 1 ? first.subject : several,
    heading: total === 1 || alike ? first.heading : 'What is new',
    lines: lines.filter((line) => line !== undefined),
    action: first.action,
  }
}

/** A message that nobody has read. */
export interface UnreadMessage {
  thread_id: string
  message: string
  /** Name of its first file. */
  file: string | null
  client_name: string
  bookkeeper_name: string
}

const cut = (text: string): string => {
  const characters = Array.from(text)
  return characters.length > CHARACTERS ? `${characters.slice(0, CHARACTERS).join('').trimEnd()}…` : text
}

/** Unread messages as one mail, to the client or to the bookkeeper. */
export function messagesMail(messages: readonly UnreadMessage[], toClient: boolean, origin: string): Words | undefined {
  const [first] = messages
  if (!first) return undefined
  const name = (m: UnreadMessage): string => (toClient ? m.bookkeeper_name || 'your bookkeeper' : m.client_name)
  const threads = new Set(messages.map((m) => m.thread_id)).size
  const from = threads === 1 ? name(first) : `${threads} clients`
  const heading = messages.length === 1 ? `New message from ${from}` : `${messages.length} new messages from ${from}`
  const said = messages.slice(0, SHOWN).map((m) => `${threads === 1 ? '' : `${name(m)}: `}${cut(m.message) || `File: ${m.file ?? ''}`}`)
  const more = messages.length > SHOWN ? [`And ${messages.length - SHOWN} more.`] : []
  const path = toClient ? '/client-chat' : threads === 1 ? `/chat?thread=${first.thread_id}` : '/chat'
  return {
    subject: heading,
    heading,
    lines: [...(toClient ? [`Hello ${first.client_name},`] : []), ...said, ...more],
    action: { label: 'Open the conversation', url: origin + path },
  }
}
