import { waitFor } from '@portal/contract/testing/wait-for'
import type { AuditPage } from '@portal/contract/audit'
import type { ClientMail, MailDeliveriesPage, MailDeliveryCounts, MailSender } from '@portal/contract/mail'
import { Webhook } from 'standardwebhooks'
import { describe, expect, inject, it } from 'vitest'
import { uuidv7 } from '../../platform/ids.ts'
import { good, newRecord, post, refused, tokenIn } from '../../testing/accounts.ts'
import {
  insert,
  mailsTo,
  newBookkeeper,
  newClient,
  portalUrl,
  type TestBookkeeper,
  unique,
} from '../../testing/portal.ts'
import { change, createdClient, rows, send } from '../../testing/work.ts'

const sender = (bea: TestBookkeeper, sender_name: string, reply_to: string) =>
  send(bea, 'PUT', '/api/firm-mail/sender', { sender_name, reply_to })

const confirmReplyTo = (token: string) => post('/api/firm-mail/reply-to/confirm', { token })

/** Waits for a side effect: the outbox is delivered after the response. */
const eventually = <T>(look: () => Promise<T | undefined>): Promise<T> =>
  waitFor(async () => {
    const seen = await look()
    if (seen === undefined) throw new Error('not yet')
    return seen
  })
const mailTo = (address: string) => eventually(async () => (await mailsTo(address))[0])

interface ReportOptions {
  id?: string
  at?: number
  secret?: string
}
function report(
  body: unknown,
  { id = uuidv7(), at = Date.now(), secret = inject('mailReportSecret') }: ReportOptions = {},
): Promise<Response> {
  const text = JSON.stringify(body)
  const headers = {
    'svix-id': id,
    'svix-timestamp': String(Math.floor(at / 1000)),
    'svix-signature': `v1,AAAA ${new Webhook(secret).sign(id, new Date(at), text)}`,
    'content-type': 'application/json',
  }
  return fetch(new URL('/api/firm-mail/reports', portalUrl), { method: 'POST', headers, body: text })
}
const bounced = (to: string, type = 'Permanent') => ({
  type: 'email.bounced',
  data: { to: [to], bounce: { type, message: 'No such mailbox' } },
})

/** Inserts a failed mail of the bookkeeper. */
async function failedMail(bea: TestBookkeeper, to: string, firmId: string | undefined = bea.firmId): Promise<string> {
  const [id, at] = [uuidv7(), new Date().toISOString()]
  const payload = JSON.stringify({
    to,
    subject: 'Your verification code',
    text: 'code 123456',
    html: '<p>123456</p>',
    firmId,
  })
  await insert([
    {
      sql: `INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at, dead_at, tries, last_error,
        bookkeeper_id)
            VALUES (?, ?, 'mail', ?, ?, ?, ?, 1, 'The email provider refused it: 422', ?)`,
      args: [id, `mail:${to}`, payload, at, at, at, bea.userId],
    },
  ])
  return id
}
const failed = async (bea: TestBookkeeper) =>
  (await good<MailDeliveriesPage>(send(bea, 'GET', '/api/firm-mail/deliveries?state=failed'))).items

describe('the sender of a firm’s mails', () => {
  it('is the firm until the bookkeeper changes it, which is recorded in the audit log', async () => {
    const bea = await newBookkeeper()
    const first = `${unique('first')}@example.com`
    await createdClient(bea, { email: first })
    expect(await mailTo(first)).toMatchObject({
      from: expect.stringMatching(/^"Bea Bookkeeper & Co" <[^>]+>$/) as string,
      replyTo: bea.email,
    })
    const saved = await good<MailSender>(sender(bea, '  Torres "Books", LLC ', 'Maya@Torres.example'))
    expect(saved).toMatchObject({
      sender_name: 'Torres "Books", LLC',
      reply_to: null,
      reply_to_pending: 'maya@torres.example',
    })
    await good(confirmReplyTo(tokenIn(await mailTo('maya@torres.example'), 'reply-to')))
    const second = `${unique('second')}@example.com`
    await createdClient(bea, { email: second })
    expect(await mailTo(second)).toMatchObject({
      from: expect.stringMatching(/^"Torres \\"Books\\", LLC" <[^>]+>$/) as string,
      replyTo: 'maya@torres.example',
    })
    const { items } = await good<AuditPage>(send(bea, 'GET', '/api/audit?kind=mail'))
    expect(items).toMatchObject([
      { action: 'mail.reply_to_confirmed' },
      { action: 'mail.sender_changed', detail: { reply_to_pending: { from: null, to: 'maya@torres.example' } } },
    ])
  })

  it('uses a reply address only after its owner has confirmed it with the latest link', async () => {
    const bea = await newBookkeeper()
    const [first, second] = [`${unique('first')}@example.com`, `${unique('second')}@example.com`]
    await good(sender(bea, '', first))
    await good(sender(bea, '', second))
    const [old, latest] = [await mailTo(first), await mailTo(second)].map((mail) => tokenIn(mail, 'reply-to'))
    await refused(confirmReplyTo(old ?? ''), 'invalid_link')
    expect(await good<MailSender>(send(bea, 'GET', '/api/firm-mail/sender'))).toMatchObject({
      reply_to: null,
      reply_to_pending: second,
    })
    await good(confirmReplyTo(latest ?? ''))
    expect(await good<MailSender>(send(bea, 'GET', '/api/firm-mail/sender'))).toMatchObject({
      reply_to: second,
      reply_to_pending: null,
    })
    await refused(confirmReplyTo(latest ?? ''), 'invalid_link')
    // A bookkeeper's own address is already confirmed, and having none is always allowed.
    expect(await good<MailSender>(sender(bea, '', bea.email))).toMatchObject({
      reply_to: bea.email,
      reply_to_pending: null,
    })
    expect(await good<MailSender>(sender(bea, '', ''))).toMatchObject({ reply_to: null, reply_to_pending: null })
  })

  it('limits confirmation requests to strangers', async () => {
    const bea = await newBookkeeper()
    for (let i = 0; i < 5; i++) await good(sender(bea, '', `${unique('stranger')}@example.com`))
    await refused(sender(bea, '', `${unique('stranger')}@example.com`), 'too_many_requests')
  })

  it('limits confirmation requests to an address across firms', async () => {
    const address = `${unique('pestered')}@example.com`
    for (const bea of await Promise.all(Array.from({ length: 4 }, () => newBookkeeper())))
      for (let i = 0; i < 5; i++) await good(sender(bea, `Answer me ${i}`, address))
    await refused(sender(await newBookkeeper(), 'Answer me', address), 'too_many_requests')
  })

  it('refuses an address whose owner has reported the firm', async () => {
    const bea = await newBookkeeper()
    const address = `${unique('reported')}@example.com`
    await change('INSERT INTO firm_reports VALUES (?, ?, ?)', bea.firmId, address, new Date().toISOString())
    await refused(sender(bea, 'Answer me', address), 'client_refused')
    expect(await mailsTo(address)).toEqual([])
  })

  it('has a name on one line, without marks that change the direction of writing', async () => {
    const bea = await newBookkeeper()
    const saved = await good(sender(bea, 'A\r\nBcc: \u202ex', ''))
    expect(saved).toMatchObject({ sender_name: 'A Bcc: x' })
  })

  it('refuses names with an address, and invalid reply addresses', async () => {
    const bea = await newBookkeeper()
    for (const [name, reply] of [
      ['ceo@bank.example', ''],
      ['Bank <x', ''],
      ['x'.repeat(61), ''],
      ['Ok', 'nobody'],
      ['Ok', 'a@b.example, c@d.example'],
    ] as const) {
      expect((await sender(bea, name, reply)).status).toBe(400)
    }
  })
})

describe('a report of the mail provider', () => {
  it('holds back mail to an address that bounced until a bookkeeper retries', async () => {
    const bea = await newBookkeeper()
    const client = await newClient(bea)
    const problem = async () =>
      (await good<ClientMail>(send(bea, 'GET', `/api/firm-mail/clients/${client.clientId}`))).problem
    expect((await report(bounced(client.email, 'Transient'))).status).toBe(200)
    expect(await problem()).toBeNull()
    const id = uuidv7()
    expect((await report(bounced(`Cleo <${client.email.toUpperCase()}>`), { id })).status).toBe(200)
    expect(await problem()).toMatchObject({ kind: 'bounced', reason: 'No such mailbox', held: 0 })
    const mail = await failedMail(bea, client.email)
    expect(await problem()).toMatchObject({ held: 1 })
    expect((await send(bea, 'POST', `/api/firm-mail/clients/${client.clientId}/try-again`)).status).toBe(200)
    expect(await problem()).toBeNull()
    await eventually(
      async () =>
        (await rows<{ done_at: string | null }>('SELECT done_at FROM outbox WHERE id = ?', mail))[0]?.done_at ??
        undefined,
    )
    // A repeated report changes nothing.
    expect((await report(bounced(client.email), { id })).status).toBe(200)
    expect(await problem()).toBeNull()
  })

  it('shows a complaint only to the firm that it concerns, which can clear it', async () => {
    const [bea, other] = [await newBookkeeper(), await newBookkeeper()]
    const client = await newClient(bea)
    const copy = await newRecord(other, client.email)
    const problem = async (who: TestBookkeeper, id: string) =>
      (await good<ClientMail>(send(who, 'GET', `/api/firm-mail/clients/${id}`))).problem
    const complained = { type: 'email.complained', data: { to: [client.email], tags: { firm: bea.firmId } } }
    expect((await report(complained)).status).toBe(200)
    expect(await problem(bea, client.clientId)).toMatchObject({ kind: 'complained' })
    expect(await problem(other, copy.id)).toBeNull()
    const mail = await failedMail(other, client.email)
    await good(send(other, 'POST', `/api/firm-mail/clients/${copy.id}/try-again`))
    await eventually(
      async () =>
        (await rows<{ done_at: string | null }>('SELECT done_at FROM outbox WHERE id = ?', mail))[0]?.done_at ??
        undefined,
    )
    expect(await problem(bea, client.clientId)).toMatchObject({ kind: 'complained' })
    await good(send(bea, 'POST', `/api/firm-mail/clients/${client.clientId}/try-again`))
    expect(await problem(bea, client.clientId)).toBeNull()
  })

  it('is refused without a recent signature with the portal’s secret', async () => {
    const client = await newClient(await newBookkeeper())
    const other = `whsec_${Buffer.from('another secret').toString('base64')}`
    expect((await report(bounced(client.email), { secret: other })).status).toBe(401)
    expect((await report(bounced(client.email), { at: Date.now() - 6 * 60_000 })).status).toBe(401)
    expect((await post('/api/firm-mail/reports', bounced(client.email))).status).toBe(401)
    expect(await rows('SELECT 1 FROM mail_problems WHERE email = ?', client.email)).toEqual([])
  })
})

describe('the list of deliveries', () => {
  it('shows failed mail without its content and sends it again', async () => {
    const [bea, other] = [await newBookkeeper(), await newBookkeeper()]
    const to = `${unique('failed')}@example.com`
    const mine = await failedMail(bea, to)
    await failedMail(other, `${unique('other')}@example.com`)
    const items = await failed(bea)
    expect(items).toMatchObject([
      { id: mine, to, kind: 'firm', tries: 1, error: 'The email provider refused it: 422', next_at: null },
    ])
    expect(JSON.stringify(items)).not.toContain('123456')
    expect(await good<MailDeliveryCounts>(send(bea, 'GET', '/api/firm-mail/deliveries/counts'))).toEqual({
      waiting: 0,
      oldest: null,
      failed: 1,
    })
    expect(await good(send(bea, 'POST', `/api/firm-mail/deliveries/${mine}/send-again`))).toEqual({ ok: true })
    expect(await mailTo(to)).toMatchObject({ id: mine })
    expect(await failed(bea)).toEqual([])
    expect(await failed(other)).toHaveLength(1)
  })

  it('sends all failed mail again, except to addresses that bounce', async () => {
    const bea = await newBookkeeper()
    const [good1, good2, bad] = [1, 2, 3].map((n) => `${unique(`all${n}`)}@example.com`) as [string, string, string]
    for (const to of [good1, good2, bad]) await failedMail(bea, to)
    await report(bounced(bad))
    expect(await good(send(bea, 'POST', '/api/firm-mail/deliveries/send-again'))).toEqual({ count: 2 })
    await Promise.all([mailTo(good1), mailTo(good2)])
    expect((await failed(bea)).map((d) => d.to)).toEqual([bad])
  })
})
