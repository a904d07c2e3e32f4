import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WEBHOOK_BODIES } from '@portal/contract/webhook-bodies'
import { WEBHOOK_EVENTS, type WebhookEvent } from '@portal/contract/webhook-events'
import type {
  WebhookDeliveriesPage,
  WebhookDelivery,
  WebhookDeliveryDetail,
  OnboardingOutcome,
  WebhookSecret,
  Webhooks,
} from '@portal/contract/webhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { mailsTo, newBookkeeper, newClient, type TestBookkeeper, unique } from '../../testing/portal.ts'
import { type Receiver, startReceiver } from '../../testing/receiver.ts'
import { decided, flag, sendBack, submit } from '../../testing/sections.ts'
import {
  assigned,
  change,
  createdClient,
  day,
  expectAudit,
  get,
  newWorkform,
  rows,
  sectionsOf,
  send,
  textField,
  trips,
} from '../../testing/work.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.stop())

const ALL = [...WEBHOOK_EVENTS]
const add = (bookkeeper: TestBookkeeper, events: readonly string[] = ALL, url = receiver.url): Promise<WebhookSecret> =>
  good<WebhookSecret>(send(bookkeeper, 'POST', '/api/webhooks', { url, events }))
const logOf = async (bookkeeper: TestBookkeeper, query = ''): Promise<WebhookDelivery[]> =>
  (await get<WebhookDeliveriesPage>(bookkeeper, `/api/webhooks/deliveries${query}`)).items
const again = (bookkeeper: TestBookkeeper, id: string): Promise<Response> =>
  send(bookkeeper, 'POST', `/api/webhooks/deliveries/${id}/resend`)
const receivedEvents = (): string[] => receiver.requests.map((r) => (JSON.parse(r.body) as { event: string }).event)
const until = <T>(read: () => T | Promise<T>) => expect.poll(read, { interval: 25 })
/** Makes waiting deliveries due now. */
const nudge = (bookkeeper: TestBookkeeper, id: string): Promise<unknown> =>
  good(send(bookkeeper, 'PATCH', `/api/webhooks/${id}`, { url: receiver.url }))

describe('webhook events', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8')
  const examples = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text = '']) => JSON.parse(text) as { event: string },
  )

  /** Replaces ids, dates and addresses in a body with placeholders, keeping the order of its keys. */
  const plain = (body: unknown): string =>
    JSON.stringify(body)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY')
      .replaceAll(/[\w.-]+@[\w.]+/g, 'EMAIL')
      .replaceAll(/https?:\/\/[^/"]+/g, 'ORIGIN')

  /** Triggers every event once. */
  async function triggerAllEvents(): Promise<{ bookkeeper: TestBookkeeper; secret: string }> {
    const bookkeeper = await newBookkeeper(undefined, 'Maya Torres')
    const { id, secret } = await add(bookkeeper)
    const workform = await newWorkform(bookkeeper, { name: 'Tax onboarding', fields: [textField('a', 'Business')] })
    const assignment = { workform_id: workform.id, due_date: day(7) }
    await createdClient(bookkeeper, { name: 'Jane Miller', phone: '555 0100', company: 'Bluebird Bakery', assignment })
    const client = await newClient(bookkeeper, 'Jane Miller')
    await assigned(bookkeeper, workform, [client.clientId])
    const [section] = await sectionsOf(client.clientId, workform.id)
    const sectionId = section?.id ?? ''
    await good(submit(client, sectionId, { a: 'first' }))
    await decided(bookkeeper, 'reject', sectionId, { version: 1, reason: 'The statement of March is missing.' })
    await good(submit(client, sectionId, { a: 'second' }))
    await decided(bookkeeper, 'approve', sectionId, { version: 3 })
    await decided(bookkeeper, 'undo', sectionId, { version: 4 })
    await until(() => receiver.requests.length).toBe(13)
    await good(send(bookkeeper, 'POST', `/api/webhooks/${id}/test`))
    return { bookkeeper, secret }
  }

  it('name the answers that were sent back', async () => {
    const bookkeeper = await newBookkeeper()
    await add(bookkeeper)
    const workform = await newWorkform(bookkeeper, { fields: [textField('a', 'Tax'), textField('b', 'Tax')] })
    const client = await newClient(bookkeeper)
    await assigned(bookkeeper, workform, [client.clientId])
    const [section] = await sectionsOf(client.clientId, workform.id)
    await good(submit(client, section?.id ?? '', { a: 'first', b: 'second' }))
    await good(sendBack(bookkeeper, section?.id ?? '', 1, [flag('b', 'other', 'Which year?')]))
    const isRejection = (body: string): boolean => body.includes('"event":"reject"')
    await until(() => receiver.requests.some((r) => isRejection(r.body))).toBe(true)
    const sent: unknown = JSON.parse(receiver.requests.find((r) => isRejection(r.body))?.body ?? '{}')
    expect(WEBHOOK_BODIES.reject.parse(sent)).toMatchObject({
      rejectionReason: '1 answer needs to be fixed.\n"b": Which year?',
      flaggedAnswers: [{ fieldId: 'b', question: 'b', reason: 'other', note: 'Which year?' }],
    })
  })

  it('match the examples of the guide and pass its verification snippet', async () => {
    const { bookkeeper, secret } = await triggerAllEvents()
    const assigning = ['created', 'doc_required', 'deadline_set']
    const deciding = ['submit', 'reject', 'doc_rejected', 'submit', 'approved', 'doc_approved']
    expect(receivedEvents()).toEqual(['client_onboarding', ...assigning, ...assigning, ...deciding, 'test'])

    const bodies = receiver.requests.map((r) => JSON.parse(r.body) as { event: WebhookEvent | 'test' })
    for (const body of bodies) {
      expect(examples.filter((e) => e.event === body.event).map(plain)).toEqual([plain(body)])
      if (body.event !== 'test') WEBHOOK_BODIES[body.event].parse(body)
    }
    const [section] = await rows<{ id: string }>(
      `SELECT id FROM book_client_workforms WHERE assigned_by = ? AND status = 'completed'`,
      bookkeeper.userId,
    )
    const about = bodies.slice(4, 13) as { assignment_id?: string; assignment_ids?: string[] }[]
    expect(about.map((b) => b.assignment_id ?? b.assignment_ids?.join())).toEqual(about.map(() => section?.id))
    expect(new Set(examples.map((e) => e.event))).toEqual(new Set(receivedEvents()))
    expect(bodies[0]).toMatchObject({
      client: { deadline: day(7) },
      bookkeeper: { id: bookkeeper.userId, email: bookkeeper.email },
    })

    const file = join(mkdtempSync(join(tmpdir(), 'webhook-')), 'verify.mjs')
    writeFileSync(file, /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? '')
    const { verify } = (await import(file)) as {
      verify: (headers: unknown, body: string, secret: string, now?: number) => boolean
    }
    for (const { headers, body } of receiver.requests) expect(verify(headers, body, secret)).toBe(true)
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.requests
    expect(verify(headers, `${body} `, secret)).toBe(false)
    expect(verify({ ...headers, 'webhook-id': receiver.requests[1]?.id }, body, secret)).toBe(false)
    expect(verify(headers, body, secret, Date.now() + 301_000)).toBe(false)
    expect(verify(headers, body, secret.replace(/.{5}$/, 'AAAA='))).toBe(false)
    expect(new Set(receiver.requests.map((r) => r.id)).size).toBe(receiver.requests.length)
  })

  it('are sent only to webhooks of the same bookkeeper that subscribe to them', async () => {
    const [bookkeeper, colleague] = [await newBookkeeper(), await newBookkeeper()]
    await add(bookkeeper, ['client_onboarding'])
    await createdClient(colleague)
    expect(await rows('SELECT 1 FROM webhook_deliveries WHERE bookkeeper_id = ?', colleague.userId)).toEqual([])
    const workform = await newWorkform(bookkeeper)
    const body = {
      name: 'Nora',
      email: `${unique('n')}@example.com`,
      phone: '1',
      assignment: { workform_id: workform.id, due_date: day(1) },
    }
    const response = await send(bookkeeper, 'POST', '/api/clients', body)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    const sheet = {
      rows: ['a', 'b'].map((n) => ({ name: n, email: `${unique(n)}@example.com`, phone: '', company: '', status: '' })),
      invite: false,
    }
    await good(send(bookkeeper, 'POST', '/api/clients/import', sheet))
    await until(receivedEvents).toEqual(['client_onboarding', 'client_onboarding', 'client_onboarding'])
    const [first, second] = receiver.requests.map((r) => JSON.parse(r.body) as { client: Record<string, unknown> })
    expect(first?.client['deadline']).toBe(day(1))
    expect(second?.client).toMatchObject({ name: 'a', phone: null, company: null, deadline: null })
  })

  it('are sent in the order of the form when a workform is assigned', async () => {
    const bookkeeper = await newBookkeeper()
    const fields = ['Zeta', 'Alpha', 'Mu'].map((section) => textField(section, section))
    const workform = await newWorkform(bookkeeper, { fields })
    const client = await createdClient(bookkeeper)
    await add(bookkeeper, ['doc_required', 'deadline_set'])
    await assigned(bookkeeper, workform, [client.id])
    const received = () =>
      receiver.requests.map((r) => {
        const { event, section_name } = JSON.parse(r.body) as { event: string; section_name: string }
        return `${section_name} ${event}`
      })
    await until(received).toEqual(
      ['Zeta', 'Alpha', 'Mu'].flatMap((name) => [`${name} doc_required`, `${name} deadline_set`]),
    )
  })

  it('are sent when an edit adds sections and when a due date changes', async () => {
    const bookkeeper = await newBookkeeper()
    const workform = await newWorkform(bookkeeper, { fields: [textField('a', 'First')] })
    const client = await createdClient(bookkeeper)
    await assigned(bookkeeper, workform, [client.id], day(3))
    await add(bookkeeper, ['doc_required', 'deadline_set'])
    const fields = [textField('a', 'First'), textField('b', 'Added')]
    await good(
      send(bookkeeper, 'PATCH', `/api/workforms/${workform.id}`, {
        name: workform.name,
        fields,
        version: workform.version,
      }),
    )
    await until(receivedEvents).toEqual(['doc_required', 'deadline_set'])
    expect(JSON.parse(receiver.requests[1]?.body ?? '')).toMatchObject({
      client_id: client.id,
      section_name: 'Added',
      deadline: day(3),
    })
    const [, added] = await sectionsOf(client.id, workform.id)
    for (const { body } of receiver.requests) expect(JSON.parse(body)).toMatchObject({ assignment_id: added?.id })
    await good(send(bookkeeper, 'PATCH', `/api/clients/${client.id}/workforms/${workform.id}`, { due_date: day(9) }))
    await until(receivedEvents).toEqual(['doc_required', 'deadline_set', 'deadline_set', 'deadline_set'])
    expect(JSON.parse(receiver.requests[3]?.body ?? '')).toMatchObject({ section_name: 'Added', deadline: day(9) })
  })
})

describe('a failing receiver', () => {
  it('gets other events while a refused one is retried with the same id', async () => {
    const bookkeeper = await newBookkeeper()
    const { id } = await add(bookkeeper, ['client_onboarding'])
    receiver.answer = (body) => (body.includes('Refused') ? { status: 500, text: 'x'.repeat(5000) } : { status: 204 })
    const [one, two] = [
      await createdClient(bookkeeper, { name: 'Refused' }),
      await createdClient(bookkeeper, { name: 'Taken' }),
    ]
    await until(async () => (await logOf(bookkeeper)).map((d) => d.state)).toEqual(['delivered', 'waiting'])
    const [taken, failing] = await logOf(bookkeeper)
    expect(failing).toMatchObject({ state: 'waiting', status: 500, error: 'The address answered 500.' })
    expect(Date.parse(failing?.next_at ?? '')).toBeGreaterThan(Date.parse(failing?.tried_at ?? ''))
    const outcome = await get<OnboardingOutcome>(bookkeeper, `/api/clients/${one.id}/webhook`)
    expect(outcome).toEqual({ state: 'failed', reason: 'The address answered 500.', retried: true })
    expect((await get<WebhookDeliveryDetail>(bookkeeper, `/api/webhooks/deliveries/${failing?.id}`)).answer).toBe(
      'x'.repeat(2048),
    )

    // A delivery that fails for a day does not switch the webhook off while others succeed.
    await change(
      `UPDATE outbox SET created_at = ? WHERE id = ?`,
      new Date(Date.now() - 86_400_000).toISOString(),
      failing?.id ?? '',
    )
    await nudge(bookkeeper, id)
    await until(async () => (await logOf(bookkeeper, '?state=failed')).length).toBe(1)
    expect((await get<Webhooks>(bookkeeper, '/api/webhooks')).items).toMatchObject([{ id, is_on: true }])

    receiver.answer = { status: 204 }
    await good(again(bookkeeper, failing?.id ?? ''))
    await until(async () => (await logOf(bookkeeper, '?state=delivered')).length).toBe(2)
    expect(new Set(receiver.requests.map((r) => r.id))).toEqual(new Set([failing?.id, taken?.id]))
    for (const client of [one, two]) {
      expect(await get(bookkeeper, `/api/clients/${client.id}/webhook`)).toEqual({
        state: 'delivered',
        reason: null,
        retried: false,
      })
    }
    const { items } = await get<Webhooks>(bookkeeper, '/api/webhooks')
    expect(items).toMatchObject([{ id, waiting: 0, last: { state: 'delivered', status: 204 } }])
    // Successful deliveries can be resent, too.
    await good(again(bookkeeper, failing?.id ?? ''))
    await until(() => receiver.requests.at(-1)?.id).toBe(failing?.id)
  })

  it('gets no other events while it is unreachable, and is switched off with a mail after a day', async () => {
    const bookkeeper = await newBookkeeper()
    const { id } = await add(bookkeeper, ['client_onboarding'])
    receiver.answer = 'hang up'
    for (let i = 0; i < 3; i++) await createdClient(bookkeeper)
    await until(async () => (await logOf(bookkeeper)).at(-1)?.error).toBe('The address could not be reached.')
    await change(
      `UPDATE outbox SET created_at = ? WHERE recipient = ?`,
      new Date(Date.now() - 86_400_000).toISOString(),
      `webhook:${id}`,
    )
    await nudge(bookkeeper, id)
    await until(async () => (await logOf(bookkeeper, '?state=failed')).length).toBe(1)
    expect((await logOf(bookkeeper, '?state=stopped')).length).toBe(2)
    expect((await get<Webhooks>(bookkeeper, '/api/webhooks')).items).toMatchObject([{ id, is_on: false, waiting: 0 }])
    await expectAudit('webhook.disabled', id)
    await until(async () => (await mailsTo(bookkeeper.email)).map((m) => m.subject)).toEqual([
      `Webhook switched off: ${new URL(receiver.url).host}`,
    ])
    const [mail] = await mailsTo(bookkeeper.email)
    expect(mail?.text).toContain('The address could not be reached.')
    expect(mail?.text).toContain('/profile/webhooks')
    const open = () =>
      rows('SELECT id FROM outbox WHERE recipient = ? AND dead_at IS NULL AND done_at IS NULL', `webhook:${id}`)
    expect(await open()).toEqual([])
    receiver.answer = { status: 200 }
    await good(send(bookkeeper, 'PATCH', `/api/webhooks/${id}`, { is_on: true }))
    for (const { id: delivery } of await logOf(bookkeeper)) await good(again(bookkeeper, delivery))
    await until(async () => (await logOf(bookkeeper, '?state=delivered')).length).toBe(3)
    await until(open).toEqual([])
  })

  it('causes an error when it redirects, because redirects are not followed', async () => {
    const bookkeeper = await newBookkeeper()
    const { id } = await add(bookkeeper)
    receiver.answer = { status: 302, headers: { location: receiver.url } }
    const outcome = await good<WebhookDeliveryDetail>(send(bookkeeper, 'POST', `/api/webhooks/${id}/test`))
    expect(outcome).toMatchObject({
      event: 'test',
      state: 'failed',
      status: 302,
      error: expect.stringContaining('redirect') as string,
    })
    expect(receiver.requests).toHaveLength(1)
    expect(await rows('SELECT 1 FROM outbox WHERE recipient = ?', `webhook:${id}`)).toEqual([])
  })

  it('gets no waiting events when it was switched off or removed', async () => {
    const bookkeeper = await newBookkeeper()
    const [off, gone] = [await add(bookkeeper, ['client_onboarding']), await add(bookkeeper, ['client_onboarding'])]
    receiver.answer = { status: 503 }
    await createdClient(bookkeeper)
    await until(async () => (await logOf(bookkeeper)).filter((d) => d.tries > 0).length).toBe(2)
    await good(send(bookkeeper, 'PATCH', `/api/webhooks/${off.id}`, { is_on: false }))
    await good(send(bookkeeper, 'DELETE', `/api/webhooks/${gone.id}`))
    const calls = receiver.requests.length
    receiver.answer = { status: 200 }
    await createdClient(bookkeeper)
    await nudge(bookkeeper, off.id)
    expect(
      await rows(
        'SELECT 1 FROM outbox WHERE recipient IN (?, ?) AND done_at IS NULL',
        `webhook:${off.id}`,
        `webhook:${gone.id}`,
      ),
    ).toEqual([])
    const [stopped, ...more] = await logOf(bookkeeper)
    expect(more).toEqual([])
    expect(stopped?.state).toBe('stopped')
    await refused(again(bookkeeper, stopped?.id ?? ''), 'webhook_off')
    expect(receiver.requests.length).toBe(calls)
    await good(send(bookkeeper, 'PATCH', `/api/webhooks/${off.id}`, { is_on: true }))
    await good(again(bookkeeper, stopped?.id ?? ''))
    await until(async () => (await logOf(bookkeeper))[0]?.state).toBe('delivered')
  })
})

describe('webhooks', () => {
  it('sign with the old secret as well for a day after a rotation, and store secrets encrypted', async () => {
    const bookkeeper = await newBookkeeper()
    const { id, secret } = await add(bookkeeper)
    const { secret: next } = await good<WebhookSecret>(send(bookkeeper, 'POST', `/api/webhooks/${id}/secret`))
    expect(next).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(next).not.toBe(secret)
    const signatures = async () => {
      await good(send(bookkeeper, 'POST', `/api/webhooks/${id}/test`))
      return String(receiver.requests.at(-1)?.headers['webhook-signature']).split(' ').length
    }
    expect(await signatures()).toBe(2)
    await change('UPDATE webhook_endpoints SET previous_until = ? WHERE id = ?', new Date().toISOString(), id)
    expect(await signatures()).toBe(1)
    const stored = JSON.stringify(await rows('SELECT * FROM webhook_endpoints WHERE id = ?', id))
    for (const s of [secret, next]) expect(stored).not.toContain(s.slice('whsec_'.length))
    for (const action of ['webhook.added', 'webhook.secret_rotated']) await expectAudit(action, id)
  })

  it('are refused when the address is invalid or there are ten already', async () => {
    const bookkeeper = await newBookkeeper()
    for (const url of ['hooks.example.com', 'ftp://hooks.example.com', 'https://me:pw@hooks.example.com/']) {
      await refused(send(bookkeeper, 'POST', '/api/webhooks', { url, events: ALL }), 'invalid_input')
    }
    await refused(send(bookkeeper, 'POST', '/api/webhooks', { url: receiver.url, events: [] }), 'invalid_input')
    const { id } = await add(bookkeeper)
    await refused(send(bookkeeper, 'PATCH', `/api/webhooks/${id}`, { url: 'nowhere' }), 'invalid_input')
    for (let i = 1; i < 10; i++) await add(bookkeeper)
    await refused(send(bookkeeper, 'POST', '/api/webhooks', { url: receiver.url, events: ALL }), 'too_many_webhooks')
  })

  it('have a paged log that is not accessible to other bookkeepers', async () => {
    const [bookkeeper, stranger] = [await newBookkeeper(), await newBookkeeper()]
    const { id } = await add(bookkeeper)
    for (let i = 0; i < 5; i++) await good(send(bookkeeper, 'POST', `/api/webhooks/${id}/test`))
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await get<WebhookDeliveriesPage>(
        bookkeeper,
        `/api/webhooks/deliveries?limit=2&endpoint=${id}${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.items.map((d) => d.id))
      cursor = page.next ?? ''
    } while (cursor)
    expect(seen).toEqual(receiver.requests.map((r) => r.id).toReversed())
    expect(await logOf(stranger, `?endpoint=${id}`)).toEqual([])
    await refused(again(stranger, seen[0] ?? ''), 'not_found')
    await refused(send(stranger, 'PATCH', `/api/webhooks/${id}`, { is_on: false }), 'not_found')
    expect((await get<Webhooks>(bookkeeper, '/api/webhooks')).items[0]?.is_on).toBe(true)
  })
})
