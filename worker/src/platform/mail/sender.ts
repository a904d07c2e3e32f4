import { asciiEmail } from '@portal/contract/emails'
import { cleanLine, cutText } from '@portal/contract/text'
import type { Mail } from '../outbox/enqueue.ts'
import { withoutLinks } from './without-links.ts'

/** A mail address with a display name. */
export interface Mailbox {
  name: string
  email: string
}

const NAME_MAX = 70
/** The sender in development if none is configured. */
export const DEV_FROM = 'Client Portal <portal@localhost>'

/** Removes line breaks, which could start a new header, and direction marks, which could make a name read backwards. */
const oneLine = (text: string): string => cutText(cleanLine(text), NAME_MAX)

/** Parses `Portal <portal@example.com>`, `"Portal, Inc." <portal@example.com>`, or a bare address. */
export function parseMailbox(text: string): Mailbox {
  const match = /^(.*)<([^<>]+)>\s*$/s.exec(text)
  if (!match) return { name: '', email: text.trim() }
  const [, name = '', email = ''] = match
  const quoted = /^\s*"(.*)"\s*$/s.exec(name)
  return { name: oneLine(quoted ? (quoted[1] ?? '').replace(/\\(.)/gs, '$1') : name), email: email.trim() }
}

/** Formats a mailbox for a header. The name is a quoted string (RFC 5322, 3.2.4). */
export function formatMailbox({ name, email }: Mailbox): string {
  return name ? `"${name.replace(/["\\]/g, '\\$&')}" <${email}>` : email
}

/** Returns the sender of a mail: the portal's address with the mail's own name, if it has one. */
export function senderOf(mail: Pick<Mail, 'fromName'>, portal: string): Mailbox {
  const own = parseMailbox(portal)
  const name = withoutLinks(oneLine(mail.fromName ?? ''))
  return name ? { name, email: own.email } : own
}

/** Returns the Reply-To address if it is a single plain address. */
export function replyToOf({ replyTo }: Pick<Mail, 'replyTo'>): string | undefined {
  const address = replyTo?.trim()
  return address && /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/.test(address) ? asciiEmail(address) : undefined
}

/** Returns the headers for one-click unsubscribe (RFC 8058); none for mail without an unsubscribe link. */
export function unsubscribeHeaders({ unsubscribe }: Pick<Mail, 'unsubscribe'>): Record<string, string> {
  if (!unsubscribe || !URL.canParse(unsubscribe)) return {}
  const { href, protocol } = new URL(unsubscribe)
  if (protocol !== 'https:' && protocol !== 'http:') return {}
  return {
    'List-Unsubscribe': `<${href.replace(/[<>\s]/g, encodeURIComponent)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/**
 * Returns the headers of a mail beyond its addresses and subject. They say that a program has sent it (RFC 3834), so
 * that out-of-office programs do not answer.
 */
export const headersOf = (mail: Pick<Mail, 'unsubscribe'>): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...unsubscribeHeaders(mail),
})
