import type { MailContent } from '../../mail/layout.ts'
import type { DigestEntry } from './digest-entry.ts'

/** Messages that a mail shows; how many more there are it says. */
const SHOWN = 10
const CHARACTERS = 300

type Words = Pick<MailContent, 'subject' | 'heading' | 'lines' | 'action'>

const withoutQuery = (url: string): string => url.split('?')[0] ?? url

/** Composes one mail of news: a single one as it stands, several under what they have in common. `unlisted` is how many are not listed. */
export function composeDigest(news: readonly DigestEntry[], unlisted: number): Words | undefined {
  const [first] = news
  if (!first) return undefined
  const total = news.length + unlisted
  const same = (part: (item: DigestEntry) => string): boolean => news.every((item) => part(item) === part(first))
  const alike = same((n) => n.heading)
  const several = same((n) => n.subject)
    ? `${first.subject} (${total})`
    : alike
      ? `${first.heading} (${total})`
      : `${total} updates in your portal`
  const more = unlisted > 0 ? [`And ${unlisted} more.`] : []
  const lines = [first.hello, ...news.map((n) => n.line), ...more, first.closing]
  return {
    subject: total === 1 ? first.subject : several,
    heading: total === 1 || alike ? first.heading : 'What is new',
    lines: lines.filter((line) => line !== undefined),
    // Several things have no place in common but the page that lists them.
    action: same((n) => n.action.url)
      ? first.action
      : { label: 'Open the portal', url: withoutQuery(first.action.url) },
  }
}

/** An unread message. */
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
export function composeMessagesDigest(
  messages: readonly UnreadMessage[],
  toClient: boolean,
  origin: string,
): Words | undefined {
  const [first] = messages
  if (!first) return undefined
  const name = (m: UnreadMessage): string => (toClient ? m.bookkeeper_name || 'your bookkeeper' : m.client_name)
  const threads = new Set(messages.map((m) => m.thread_id)).size
  const from = threads === 1 ? name(first) : `${threads} clients`
  const heading = messages.length === 1 ? `New message from ${from}` : `${messages.length} new messages from ${from}`
  const said = messages
    .slice(0, SHOWN)
    .map((m) => `${threads === 1 ? '' : `${name(m)}: `}${cut(m.message) || `File: ${m.file ?? ''}`}`)
  const more = messages.length > SHOWN ? [`And ${messages.length - SHOWN} more.`] : []
  const path = toClient ? '/client-chat' : threads === 1 ? `/chat?thread=${first.thread_id}` : '/chat'
  return {
    subject: heading,
    heading,
    lines: [...(toClient ? [`Hello ${first.client_name},`] : []), ...said, ...more],
    action: { label: 'Open the conversation', url: origin + path },
  }
}
