import type { ChatMessage } from '@portal/contract/chat'
import { deliverMail, deliverRaw, type MailInput, replyAddress } from '../../worker/src/testing/incoming-mail.ts'
import { newBookkeeper, newClient, stranger, type TestClient, unique } from '../../worker/src/testing/portal.ts'
import { get, send } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { countRows, threadOf } from './lib/database.ts'
import { atOnce } from './lib/requests.ts'

/** Mails to reply addresses: of other senders, forged, repeated, and made to keep the portal busy. */

const bookkeeper = await newBookkeeper()

/** Returns a client with their reply address and a mail that is accepted. */
async function correspondent() {
  const client = await newClient(bookkeeper, 'Ada Client')
  const to = await replyAddress(client)
  return { client, to, mail: { from: client.email, to, text: 'Hello' } satisfies MailInput }
}
const count = ({ clientId }: TestClient): Promise<number> =>
  countRows('chat_messages m JOIN chat_threads t ON t.id = m.thread_id WHERE t.client_id = ?', clientId)
const messages = async (client: TestClient): Promise<ChatMessage[]> =>
  (await get<{ items: ChatMessage[] }>(client, `/api/chat/threads/${await threadOf(client.clientId)}/messages`)).items

attack('forged senders and checks', async (t) => {
  const { client, to, mail } = await correspondent()
  const other = await newClient(await newBookkeeper(), 'Eve Client')
  const domain = client.email.slice(client.email.indexOf('@') + 1)
  const forged = (...headers: string[]) =>
    [...headers, `From: <${client.email}>`, 'Message-ID: <f@x>', '', 'Hello'].join('\r\n')
  const results = (value: string) => `Authentication-Results: ${value}`
  const passed = results(`mx.cloudflare.net; dmarc=pass header.from=${domain}`)
  const hostile = {
    'no results': forged(),
    'results of another server': forged(results(`mx.evil.example; dmarc=pass header.from=${domain}`)),
    'results of a server of a similar name': forged(
      results(`mx.cloudflare.net.evil.example; dmarc=pass header.from=${domain}`),
    ),
    'own results below the real ones': forged(results('mx.cloudflare.net; dmarc=fail header.from=x.example'), passed),
    'a pass for another domain': forged(results('mx.cloudflare.net; dmarc=pass header.from=evil.example')),
    'a pass in a comment': forged(results(`mx.cloudflare.net; spf=none (x; dmarc=pass header.from=${domain}; y)`)),
    'a pass in a quoted text': forged(
      results(`mx.cloudflare.net; dkim=pass header.i="\\"; dmarc=pass header.from=${domain} "`),
    ),
    'a second pass': forged(
      results(`mx.cloudflare.net; dmarc=pass header.from=${domain}; dmarc=fail header.from=x.example`),
    ),
    'SPF of another domain': forged(results('mx.cloudflare.net; dmarc=none; spf=pass smtp.mailfrom=a@evil.example')),
    'SPF of a similar domain': forged(results(`mx.cloudflare.net; spf=pass smtp.mailfrom=a@not-${domain}`)),
    'two senders': forged(passed, 'From: <eve@evil.example>'),
    'a sender as a name': forged(passed).replace(
      `From: <${client.email}>`,
      `From: "${client.email}" <eve@evil.example>`,
    ),
    'results in the text': `From: <${client.email}>\r\n\r\n${passed}\r\n\r\nHello`,
    'results after the header': `From: <${client.email}>\n\n${passed}\n\nHello`,
  }
  for (const [what, raw] of Object.entries(hostile))
    t.check((await deliverRaw(client.email, to, raw)) !== null, `${what}: accepted`)
  const senders: [string, Partial<MailInput>][] = [
    ["another firm's client", { from: other.email }],
    ["another firm's client in the header", { header: other.email }],
    ['the bookkeeper', { from: bookkeeper.email }],
    ['a longer address', { from: `x${client.email}` }],
    ['a tagged address', { from: client.email.replace('@', '+1@') }],
    ['two addresses', { from: `${client.email},eve@evil.example` }],
  ]
  for (const [who, change] of senders) t.check((await deliverMail({ ...mail, ...change })) !== null, `${who}: accepted`)
  const [local = '', host = ''] = to.split('@')
  for (const address of [
    `${local}@${host}.evil.example`,
    `${local}+x@${host}`,
    `x@${host}`,
    `reply-@${host}`,
    `${local}@${host}@${host}`,
  ])
    t.check((await deliverMail({ ...mail, to: address })) !== null, `a mail to ${address}: accepted`)
  t.check((await count(client)) === 0, 'a forged mail is a message')
  t.check((await deliverMail(mail)) === null, 'the own mail is refused')
  t.check((await count(client)) === 1, 'the own mail is no message')
})

attack('the same mail many times, and to other addresses', async (t) => {
  const { client, mail } = await correspondent()
  const other = await correspondent()
  const id = unique('again')
  await atOnce(12, () => deliverMail({ ...mail, id }))
  t.check((await count(client)) === 1, `${await count(client)} messages of one mail`)
  t.check(
    (await deliverMail({ ...mail, id, to: other.to })) !== null,
    "a replay to another client's address is accepted",
  )
  await deliverMail({ ...other.mail, id })
  t.check((await count(other.client)) === 1, 'the id of a mail of another client hides a mail')
})

attack('programs that answer each other', async (t) => {
  const { client, mail } = await correspondent()
  const automatic = ['Auto-Submitted: auto-replied', 'X-Autoreply: yes', 'Precedence: bulk', 'List-Id: <x>']
  for (const header of automatic)
    t.check((await deliverMail({ ...mail, headers: [header] })) === null, `${header}: refused, which programs answer`)
  for (const from of ['', '<>', 'mailer-daemon@example.com'])
    t.check((await deliverMail({ ...mail, from })) === null, `a mail from "${from}" is answered`)
  t.check((await count(client)) === 0, 'an automatic mail is a message')
})

const MEGABYTE = 1024 * 1024
const filled = (unit: string, bytes = 3 * MEGABYTE): string => unit.repeat(Math.ceil(bytes / unit.length))
/** How long one mail may keep the portal busy. */
const MAX_MS = 15_000

attack('mails that are slow to read', async (t) => {
  const parts = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'
  const html = 'Content-Type: text/html\r\n\r\n'
  const bodies = {
    'unclosed links': `${html}${filled('<a href="x')}`,
    'unclosed links beside text': `${parts}--b\r\n\r\nHi\r\n--b\r\n${html}${filled('<a href="x')}`,
    'protected spaces': `Content-Type: text/html\r\n\r\nx${filled('&nbsp;')}y`,
    'empty lines': `Content-Type: text/html\r\n\r\n${filled('\r\n')}`,
    'a million parts': parts + filled('--b\r\n\r\nx\r\n'),
    'flowed lines': `Content-Type: text/plain; format=flowed\r\n\r\n${filled('a \r\n')}`,
    'nested parts': Array.from(
      { length: 500 },
      (_, i) => `Content-Type: multipart/mixed; boundary=${i}\r\n\r\n--${i}\r\n`,
    ).join(''),
    'nested mails': 'Content-Type: message/rfc822\r\n\r\n'.repeat(2000),
    'a long header': `Subject: ${filled('a\r\n ')}\r\n\r\nx`,
    'quoted lines': `\r\n${filled('On Mon, Nov 23, 2026 Maya\r\n> ')}`,
    'an endless word': `\r\n${filled('envoyé de mon ')}`,
  }
  for (const [what, body] of Object.entries(bodies)) {
    const { client, to } = await correspondent()
    const domain = client.email.slice(client.email.indexOf('@') + 1)
    const passed = `Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=${domain}`
    const header = `${passed}\r\nFrom: <${client.email}>\r\n`
    const start = performance.now()
    await deliverRaw(client.email, to, header + body)
    const ms = performance.now() - start
    t.check(ms < MAX_MS, `${what}: ${Math.round(ms / 1000)} s`)
    t.check((await stranger.fetch('/api/health')).ok, `${what}: the portal does not answer`)
  }
})

attack('names, types and markup of attached files', async (t) => {
  const { client, mail } = await correspondent()
  const names = [
    '../../x.pdf',
    'a\\b.pdf',
    'x.pdf.exe',
    'x.html',
    'x.svg',
    '=1+1.pdf',
    '"><script>.pdf',
    '\u202efdp.exe',
    'con.pdf',
  ]
  const bytes = '<html><script>alert(1)</script>'
  const files = names.map((name) => ({ name: name.replaceAll('"', ''), type: 'application/pdf', bytes }))
  t.check(
    (await deliverMail({ ...mail, files: [...files, ...files, ...files, ...files] })) === null,
    'refused as a whole',
  )
  const [message] = await messages(client)
  t.check(message?.attachments.length === 0, `kept ${message?.attachments.map((file) => file.name).join()}`)
  t.check((message?.mail?.refused.length ?? 0) <= 31, `${message?.mail?.refused.length} refused files are listed`)
  const html = `<img src="http://evil.example/x"><a href="javascript:alert(1)">Click</a><script>canary()</script>`
  t.check((await deliverMail({ from: mail.from, to: mail.to, html })) === null, 'HTML is refused')
  const text = (await messages(client)).at(-1)?.mail?.text ?? ''
  t.check(!/<\w|canary/.test(text), `the text of HTML is ${text}`)
})

attack('strangers who use up what the client may send', async (t) => {
  const { client, mail } = await correspondent()
  await atOnce(40, () => deliverMail({ ...mail, from: 'eve@evil.example', header: client.email }))
  t.check((await deliverMail(mail)) === null, 'the client cannot write any more')
  const outcomes = await atOnce(40, (i) => deliverMail({ ...mail, text: `Mail ${i}` }))
  t.check(
    outcomes.some((outcome) => outcome !== null),
    '40 mails of one client at once are accepted',
  )
})

attack('clients who are gone', async (t) => {
  const { client, mail } = await correspondent()
  await t.accepts('deleting the client', send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`))
  t.check((await deliverMail(mail)) !== null, 'a deleted client writes')
  t.check((await countRows('reply_addresses WHERE client_id = ?', client.clientId)) === 0, 'the reply address is kept')
})
