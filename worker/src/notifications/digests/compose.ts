import type { MailContent } from '../../mail/layout.ts'
import type { DigestEntry } from './digest-entry.ts'

/** Messages shown in a mail; further ones are counted. */
const MESSAGES_SHOWN = 10
/** Characters shown of each message. */
const MESSAGE_MAX = 300

type MailText = Pick<MailContent, 'subject' | 'heading' | 'lines' | 'action'>

const withoutQuery = (url: string): string => url.split('?')[0] ?? url

/**
 * Composes a digest. A single entry is used as it is; several entries get a subject and heading that fits all.
 * @param unlisted number of entries that are only counted
 */
export function composeDigest(entries: readonly DigestEntry[], unlisted: number): MailText | undefined {
  const [first] = entries
  if (!first) return undefined
  const total = entries.length + unlisted
  const same = (text: (entry: DigestEntry) => string): boolean => entries.every((entry) => text(entry) === text(first))
  const sameHeading = same((e) => e.heading)
  const several = same((e) => e.subject)
    ? `${first.subject} (${total})`
    : sameHeading
      ? `${first.heading} (${total})`
      : `${total} updates in your portal`
  const more = unlisted > 0 ? [`And ${unlisted} more.`] : []
  const lines = [first.hello, ...entries.map((e) => e.line), ...more, first.closing]
  return {
    subject: total === 1 ? first.subject : several,
    heading: total === 1 || sameHeading ? first.heading : 'What’s new',
    lines: lines.filter((line) => line !== undefined),
    // Entries with different links share only the page that lists them.
    action: same((e) => e.action.url)
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
  return characters.length > MESSAGE_MAX ? `${characters.slice(0, MESSAGE_MAX).join('').trimEnd()}…` : text
}

/** Composes a mail with unread messages, to the client or to the bookkeeper. */
export function composeMessagesDigest(
  messages: readonly UnreadMessage[],
  toClient: boolean,
  origin: string,
): MailText | undefined {
  const [first] = messages
  if (!first) return undefined
  const name = (m: UnreadMessage): string => (toClient ? m.bookkeeper_name || 'your bookkeeper' : m.client_name)
  const threads = new Set(messages.map((m) => m.thread_id)).size
  const from = threads === 1 ? name(first) : `${threads} clients`
  const heading = messages.length === 1 ? `New message from ${from}` : `${messages.length} new messages from ${from}`
  const texts = messages
    .slice(0, MESSAGES_SHOWN)
    .map((m) => `${threads === 1 ? '' : `${name(m)}: `}${cut(m.message) || `File: ${m.file ?? ''}`}`)
  const more = messages.length > MESSAGES_SHOWN ? [`And ${messages.length - MESSAGES_SHOWN} more.`] : []
  const path = toClient ? '/client-chat' : threads === 1 ? `/chat?thread=${first.thread_id}` : '/chat'
  return {
    subject: heading,
    heading,
    lines: [...(toClient ? [`Hello ${first.client_name},`] : []), ...texts, ...more],
    action: { label: 'Open the conversation', url: origin + path },
  }
}
