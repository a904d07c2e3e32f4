import type { Mail } from '../outbox/enqueue.ts'

/** A mail address with the name in front of it. */
export interface Mailbox {
  name: string
  email: string
}

const NAME_MAX = 70
/** The sender on a machine that names none. */
export const DEV_FROM = 'Client Portal <portal@localhost>'

/** A header is one line: what a person typed must not begin another. Direction marks could make a name read backwards. */
const oneLine = (text: string): string =>
  Array.from(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())
    .slice(0, NAME_MAX)
    .join('')
    .trim()

/** Reads `Portal <portal@example.com>`, `"Portal, Inc." <portal@example.com>`, or a bare address. */
export function parseMailbox(text: string): Mailbox {
  const match = /^(.*)<([^<>]+)>\s*$/s.exec(text)
  if (!match) return { name: '', email: text.trim() }
  const [, name = '', email = ''] = match
  const quoted = /^\s*"(.*)"\s*$/s.exec(name)
  return { name: oneLine(quoted ? (quoted[1] ?? '').replace(/\\(.)/gs, '$1') : name), email: email.trim() }
}

/** A mailbox as a header has it: the name is a quoted string (RFC 5322, 3.2.4), so no character of it has a meaning. */
export function formatMailbox({ name, email }: Mailbox): string {
  return name ? `"${name.replace(/["\\]/g, '\\$&')}" <${email}>` : email
}

/** Who a mail is from: the portal's own address, under the name of who speaks. */
export function senderOf(mail: Pick<Mail, 'fromName'>, portal: string): Mailbox {
  const own = parseMailbox(portal)
  const name = oneLine(mail.fromName ?? '')
  return name ? { name, email: own.email } : own
}

/** The address that an answer goes to, where the mail names a plain one. */
export function replyToOf({ replyTo }: Pick<Mail, 'replyTo'>): string | undefined {
  const address = replyTo?.trim()
  return address && /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/.test(address) ? address : undefined
}

/** The headers that let a mail program unsubscribe with one POST (RFC 8058); none where the mail is of no such kind. */
export function unsubscribeHeaders({ unsubscribe }: Pick<Mail, 'unsubscribe'>): Record<string, string> {
  if (!unsubscribe || !URL.canParse(unsubscribe)) return {}
  const { href, protocol } = new URL(unsubscribe)
  if (protocol !== 'https:' && protocol !== 'http:') return {}
  return {
    'List-Unsubscribe': `<${href.replace(/[<>\s]/g, encodeURIComponent)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
