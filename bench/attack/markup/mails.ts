import { portalUrl, unique } from '../../../worker/src/testing/portal.ts'
import { decide, delivered, newWork, submit } from '../../../worker/src/testing/sections.ts'
import { rows, send } from '../../../worker/src/testing/work.ts'
import { attack, type Trial } from '../lib/attack.ts'
import { addClient } from '../lib/people.ts'
import { drain, words } from '../lib/requests.ts'
import { bookkeeper, client } from './firm.ts'

/** Markup and line breaks in the texts of mails and their headers. */

/** Names that begin a header of their own, or an element. */
const NAMES = [
  'Bea\r\nBcc: victim@evil.example',
  'Bea\nSubject: x',
  'Bea\rX: y',
  'Bea\u2028Bcc: v@evil.example',
  'Bea\0',
  'Bea <script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'Bea" <evil@evil.example>, "x',
  '=?utf-8?q?=0d=0aBcc:_v@evil.example?=',
  '\u202eaeB',
  'javascript:alert(1)',
  '</title></style><script>alert(1)</script>',
]
const TAGS = words('!doctype html head meta title style body table tr td h1 p a br')
const ADDRESS = /^("(?:[^"\\]|\\.)*" <[^<>"]+@[^<>"]+>|[^<>"\s]+@[^<>"\s]+)$/

interface MailRow {
  to: string
  subject: string
  html: string
  from: string
  reply_to: string | null
  unsubscribe: string | null
}

/** Makes people with this name cause every kind of mail. @returns their addresses */
async function causeMails(t: Trial, name: string): Promise<string[]> {
  const fields = [
    { id: 'note', name, section: name },
    { id: 'b', name: 'B', section: 'B' },
  ]
  const { bookkeeper: sender, client: reader, first } = await newWork(fields)
  await drain(send(sender, 'PATCH', '/api/profile', { name, company: name, time_zone: 'UTC' }))
  await drain(send(sender, 'PUT', '/api/firm-mail/sender', { sender_name: name, reply_to: 'reply@example.com' }))
  const email = `${unique('mail')}@example.com`
  await t.accepts(`a client called ${JSON.stringify(name)}`, addClient(sender, { name, email, company: name }))
  await drain(submit(reader, first.id, { note: name }))
  await drain(decide(sender, 'reject', first.id, { version: 1, reason: name }))
  return [email, reader.email, sender.email]
}

attack('headers and markup in every mail', async (t) => {
  const people = [bookkeeper.email, client.email]
  for (const name of NAMES) people.push(...(await causeMails(t, name)))
  await delivered("kind = 'mail' AND dead_at IS NULL")
  const sent = await rows<MailRow>('SELECT "to", subject, html, "from", reply_to, unsubscribe FROM dev_mailbox')
  const mails = sent.filter(({ to }) => people.includes(to))
  t.check(mails.length >= NAMES.length, `only ${mails.length} mails`)
  for (const { to, subject, html, from, reply_to, unsubscribe } of mails) {
    for (const header of [to, subject, from, reply_to ?? '', unsubscribe ?? ''])
      t.check(!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(header), `a header of two lines: ${JSON.stringify(header)}`)
    t.check(ADDRESS.test(from), `from ${from}`)
    const tags = [...html.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, tag = '']) => tag.toLowerCase())
    const foreign = tags.filter((tag) => !TAGS.includes(tag))
    t.check(foreign.length === 0, `a mail has elements ${foreign.join(', ')}`)
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
      t.check(new URL(href).origin === new URL(portalUrl).origin, `a mail links to ${href}`)
    t.check(!/\son\w+=/i.test(html.replaceAll(/>[^<]*</g, '><')), 'a mail has an event handler')
  }
})
