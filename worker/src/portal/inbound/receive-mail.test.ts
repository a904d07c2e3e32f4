import type { ChatMessage, ChatMessagesPage, ChatThread } from '@portal/contract/chat'
import { beforeAll, describe, expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import { at, newAssignment, reminders, runAt, timeline } from '../../testing/follow-ups.ts'
import { deliverMail, deliverRaw, type MailInput, replyAddress } from '../../testing/incoming-mail.ts'
import {
  mailsTo,
  newBookkeeper,
  newClient,
  portalUrl,
  type TestBookkeeper,
  type TestClient,
  unique,
} from '../../testing/portal.ts'
import { change, get, rows, send } from '../../testing/work.ts'

let b: TestBookkeeper
let c: TestClient
let address: string

beforeAll(async () => {
  b = await newBookkeeper()
  c = await newClient(b, 'Ada Client')
  address = await replyAddress(c)
})

/** Delivers a mail from the client to their reply address, and returns why it was refused. */
const deliver = ({ from = c.email, to = address, ...mail }: Partial<MailInput>): Promise<string | null> =>
  deliverMail({ from, to, ...mail })

async function messages(who: TestBookkeeper | TestClient = b, clientId = c.clientId): Promise<ChatMessage[]> {
  const { items } = await get<{ items: ChatThread[] }>(who, `/api/chat/threads?client=${clientId}`)
  return (await get<ChatMessagesPage>(who, `/api/chat/threads/${items[0]?.id}/messages`)).items
}
const last = async (): Promise<ChatMessage | undefined> => (await messages()).at(-1)

const PDF = '%PDF-1.7\n% a mail\n%%EOF\n'

describe('a reply by mail', () => {
  it('becomes a message of the client with its new part, its whole text and its files, for both sides', async () => {
    const whole =
      'I will send it on Friday.\n\nOn Mon, Nov 23, 2026 at 9:12 AM Torres Books <x@y.example> wrote:\n> Hi Ada'
    expect(await deliver({ text: whole, files: [{ name: 'statement.pdf', bytes: PDF }] })).toBeNull()
    for (const who of [b, c]) {
      expect((await messages(who)).at(-1)).toMatchObject({
        sender: 'client',
        message: 'I will send it on Friday.',
        mail: { text: whole, refused: [] },
        attachments: [{ name: 'statement.pdf', size: PDF.length, type: 'application/pdf' }],
      })
    }
    expect((await get<{ messages: number }>(b, '/api/chat/unread')).messages).toBeGreaterThan(0)
    const [file] = (await last())?.attachments ?? []
    expect(
      await rows('SELECT 1 FROM files WHERE id = ? AND message_id IS NOT NULL AND state = ?', file?.id ?? '', 'stored'),
    ).toHaveLength(1)
  })

  it('has one effect when it is delivered again, also at the same time', async () => {
    const before = (await messages()).length
    const mail = { id: unique('again'), text: 'Only once', files: [{ name: 'a.pdf', bytes: PDF }] }
    expect(await Promise.all([deliver(mail), deliver(mail), deliver(mail)])).toEqual([null, null, null])
    expect(await deliver(mail)).toBeNull()
    expect(await messages()).toHaveLength(before + 1)
    expect(await rows("SELECT 1 FROM files WHERE client_id = ? AND name = 'a.pdf'", c.clientId)).toHaveLength(1)
    const other = await newClient(b)
    expect(await deliver({ ...mail, from: other.email, to: await replyAddress(other) })).toBeNull()
    expect(await messages(b, other.clientId)).toHaveLength(1)
  })

  it('can consist of HTML only', async () => {
    const html = `<div>Yes &amp; no.<br>See you</div><div class="gmail_quote">On Mon, Nov 23, 2026 at 9:12 AM Torres
      &lt;x@y.example&gt; wrote:<blockquote>Hi Ada, <b>reminder</b></blockquote></div><script>alert(1)</script>`
    expect(await deliver({ html })).toBeNull()
    const message = await last()
    expect(message?.message).toBe('Yes & no.\nSee you')
    expect(message?.mail?.text).toContain('reminder')
    expect(message?.mail?.text).not.toMatch(/<b|<div|alert/)
  })

  it('does not hand the links of a quoted mail to the bookkeeper, also when a filter has rewritten them', async () => {
    const token = 'a-B_9'.repeat(8) + 'xyz'
    const links = [
      `client-link#${token}/client-chat`,
      `client-link%23${token}%2Fclient-chat`,
      `client-setup?token=${token}`,
      `client-setup%3Ftoken%3D${token}`,
      `client-link*${token}/client-chat__;Iw!!AbC!x$`,
      `client-2Dlink-23${token}_client-2Dchat`,
      `client-link#\n> ${token}/client-chat`,
      `client-link#\u200b${token}/client-chat`,
      `mail-off?token=eyJhIjoxfQ.${token}`,
      `mail-off%3Ftoken%3DeyJhIjoxfQ.${token}`,
      `client-email?token=${token}&change=1`,
    ].map((path) => `https://portal.example/${path}`)
    const html = `<p>See ${links[0]}</p><blockquote><a href="${links[0]}">${links[0]}</a></blockquote>`
    for (const reply of [{ text: `Yes\n\n> ${links.join('\n> ')}` }, { text: `Look: ${links[0]}` }, { html }]) {
      expect(await deliver(reply)).toBeNull()
      const { message, mail } = (await last()) ?? {}
      expect(`${message} ${mail?.text}`).toContain('https://portal.example/client-link')
      expect(`${message} ${mail?.text}`).not.toContain(token)
    }
  })

  it('checks files like any upload, and says which were not accepted', async () => {
    const files = [
      { name: 'invoice.pdf', bytes: 'MZ this is a program' },
      { name: 'run.exe', bytes: 'MZ' },
      { name: 'empty.pdf', bytes: '' },
      {
        name: '../../etc/photo.png',
        bytes: Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      },
    ]
    expect(await deliver({ text: 'Here you are', files })).toBeNull()
    const message = await last()
    expect(message?.attachments.map((f) => f.name)).toEqual(['.._.._etc_photo.png'])
    expect(message?.mail?.refused.map((f) => f.name)).toEqual(['invoice.pdf', 'run.exe', 'empty.pdf'])
    const told = async () =>
      (await mailsTo(c.email)).find((m) => m.subject === '3 files in your email were not accepted')
    await expect.poll(told).toBeDefined()
    expect((await told())?.text).toContain('• run.exe: ')
  })

  it('looks at few of very many files, and says so once', async () => {
    const other = await newClient(b)
    const files = Array.from({ length: 500 }, (_, i) => ({ name: `${i}.exe`, bytes: 'MZ' }))
    const mail = { from: other.email, to: await replyAddress(other), text: 'Many', files }
    expect(await deliver(mail)).toBeNull()
    const refused = (await messages(b, other.clientId)).at(-1)?.mail?.refused ?? []
    expect(refused).toHaveLength(31)
    expect(refused.at(-1)).toEqual({ name: '470 more', reason: 'A message can have 10 files.' })
  })

  it('never cuts a character in half', async () => {
    expect(await deliver({ text: `a${'😀'.repeat(30_000)}` })).toBeNull()
    const message = await last()
    expect(message?.message.isWellFormed() && message.mail?.text.isWellFormed()).toBe(true)
  })

  it('holds reminders until the bookkeeper has read it', async () => {
    const other = await newAssignment()
    const to = await replyAddress(other.c)
    expect(await deliver({ from: other.c.email, to, text: 'I am in hospital.' })).toBeNull()
    expect((await timeline(other.b, other.c.clientId)).held_since).not.toBeNull()
    await runAt(other.b, at(-7))
    expect(await reminders(other.c.clientId)).toEqual([])
  })

  it('can be written on the mailbox page', async () => {
    const other = await newAssignment()
    await runAt(other.b, at(-7))
    const reminder = async () => (await mailsTo(other.c.email)).find((m) => m.subject.includes('Payroll'))
    await expect.poll(reminder).toBeDefined()
    const form = new FormData()
    form.set('text', 'On Friday!')
    form.set('file', new File([PDF], 'März 1.pdf'))
    const path = `/dev/mailbox/${(await reminder())?.id}/reply`
    const response = await fetch(new URL(path, portalUrl), { method: 'POST', body: form })
    expect(await response.text()).toContain('The reply has arrived.')
    const [, reply] = await messages(other.b, other.c.clientId)
    expect(reply).toMatchObject({ sender: 'client', message: 'On Friday!', attachments: [{ name: 'März 1.pdf' }] })
    expect(reply?.mail?.text).toContain('> ')
  })
})

describe('a mail is refused', () => {
  const UNKNOWN = /^This address does not accept email/
  const SENDER = /^This address accepts email only from/

  it('to an address that does not exist', async () => {
    for (const to of [
      'reply-x@replies.localhost',
      'hello@replies.localhost',
      `${address}.example`,
      address.replace('@', '+x@'),
      'x',
      '',
    ])
      expect(await deliver({ to, text: 'Hello' })).toMatch(UNKNOWN)
  })

  it('from another address, in the envelope or the header, or without passing the checks', async () => {
    const before = (await messages()).length
    const stranger = 'eve@example.com'
    expect(await deliver({ from: stranger, text: 'Hello' })).toMatch(SENDER)
    expect(await deliver({ header: stranger, text: 'Hello' })).toMatch(SENDER)
    expect(await deliver({ from: stranger, header: c.email, text: 'Hello' })).toMatch(SENDER)
    expect(await deliver({ headers: ['From: eve@example.com'], text: 'Hello' })).toMatch(SENDER)
    const passed = 'Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=example.com'
    const named = `${passed}\r\nFrom: "${c.email}" <eve@evil.example>\r\n\r\nHello`
    expect(await deliverRaw(c.email, address, named)).toMatch(SENDER)
    expect(await messages()).toHaveLength(before)
  })

  it('from a client of another firm', async () => {
    const other = await newClient(await newBookkeeper())
    expect(await deliver({ from: other.email, text: 'Hello' })).toMatch(SENDER)
    expect(await deliver({ to: await replyAddress(other), text: 'Hello' })).toMatch(SENDER)
  })

  it('when it is empty or too large', async () => {
    expect(await deliver({ text: ' \r\n' })).toMatch(/^This email has neither/)
    const bytes = Buffer.alloc(20 * 1024 * 1024)
    expect(await deliver({ text: 'Big', files: [{ name: 'big.pdf', bytes }] })).toMatch(/^This email is too large/)
  })

  it('when the client was deleted, has not signed up, or the firm is not approved', async () => {
    const bookkeeper = await newBookkeeper()
    const client = await newClient(bookkeeper)
    const to = await replyAddress(client)
    const mail = { from: client.email, to, text: 'Hello' }
    const firm = (since: string | null) =>
      change('UPDATE firms SET awaiting_approval_since = ? WHERE id = ?', since, bookkeeper.firmId)
    await firm('2026-01-01T00:00:00.000Z')
    expect(await deliver(mail)).toMatch(UNKNOWN)
    await firm(null)
    await change('UPDATE book_client_auth SET password_set = 0 WHERE client_id = ?', client.clientId)
    expect(await deliver(mail)).toMatch(UNKNOWN)
    await change('UPDATE book_client_auth SET password_set = 1 WHERE client_id = ?', client.clientId)
    expect(await deliver(mail)).toBeNull()
    await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`))
    expect(await deliver(mail)).toMatch(UNKNOWN)
    expect(await rows('SELECT 1 FROM reply_addresses WHERE client_id = ?', client.clientId)).toEqual([])
  })

  it('when the firm has no storage left for its text', async () => {
    const full = await newBookkeeper()
    const client = await newClient(full, 'Flo Full')
    const to = await replyAddress(client)
    await change('UPDATE firm_storage SET bytes = bytes + 50000000000 WHERE firm_id = ?', full.firmId)
    expect(await deliver({ from: client.email, to, text: 'x'.repeat(9000) })).toMatch(/^There is no storage left/)
    expect(await deliver({ from: client.email, to, text: 'short' })).toBeNull()
  })

  it('when there are too many', async () => {
    const client = await newClient(b)
    const to = await replyAddress(client)
    const refusals: (string | null)[] = []
    for (let i = 0; i < 22; i++) refusals.push(await deliver({ from: client.email, to, text: `Mail ${i}` }))
    expect(refusals.filter((r) => r === null)).toHaveLength(20)
    expect(refusals.at(-1)).toMatch(/^Too many emails/)
  })

  it('without keeping the client from writing, when strangers know the address', async () => {
    const client = await newClient(b)
    const to = await replyAddress(client)
    for (let i = 0; i < 30; i++)
      expect(await deliver({ from: 'eve@example.com', header: client.email, to, text: 'Hello' })).toMatch(SENDER)
    expect(await deliver({ from: client.email, to, text: 'Hello' })).toBeNull()
  })
})

it('drops automatic replies without an answer', async () => {
  const before = (await messages()).length
  for (const headers of [['Auto-Submitted: auto-replied'], ['Precedence: bulk']])
    expect(await deliver({ headers, text: 'I am away until December 10.' })).toBeNull()
  expect(await deliver({ from: '', header: 'mailer-daemon@example.com', text: 'Failed' })).toBeNull()
  expect(await messages()).toHaveLength(before)
})

it('stores only a hash of the reply address', async () => {
  const token = address.slice('reply-'.length, address.indexOf('@'))
  expect(await rows('SELECT 1 FROM reply_addresses WHERE instr(token_hash, ?) > 0', token)).toEqual([])
})
