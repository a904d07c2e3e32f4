import type { Client } from '@portal/contract/clients'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newBookkeeper, portalUrl, problemOf, unique } from '../../testing/portal.ts'
import { newWork, pdf, upload } from '../../testing/sections.ts'
import { slowBody, JSON_BODY } from '../../testing/slow-body.ts'
import { uuidv7 } from '../ids.ts'
import { good, post, refused } from '../../testing/accounts.ts'
import { get, rows, send, textField } from '../../testing/work.ts'
import { readTextUpTo, hasMoreEntriesThan, replaceLoneSurrogates } from './body.ts'

/** Returns a body without Content-Length. */
function chunks(count: number): ReadableStream<Uint8Array> {
  let sent = 0
  const chunk = new TextEncoder().encode('x'.repeat(65_536))
  return new ReadableStream({
    pull(controller) {
      if (sent++ < count) controller.enqueue(chunk)
      else controller.close()
    },
  })
}

it('stops reading a body that is too large, with or without Content-Length', async () => {
  const signed = {
    'webhook-id': 'x',
    'webhook-timestamp': String(Math.round(Date.now() / 1000)),
    'webhook-signature': 'v1,x',
  }
  for (const [path, headers] of [
    ['/api/auth/sign-in', {}],
    ['/api/firm-mail/reports', signed],
  ] as const) {
    const request = { method: 'POST', body: chunks(40), duplex: 'half', headers } as RequestInit
    await refused(fetch(new URL(path, portalUrl), request), 'too_large')
  }
})

it('uses the time at which the body is complete when it arrives slowly', async () => {
  const bookkeeper = await newBookkeeper()
  const { body, begun, finish } = slowBody({ name: 'Held', email: `${unique('held')}@example.com`, phone: '555 0199' })
  const answer = bookkeeper.fetch('/api/clients', { method: 'POST', body, ...JSON_BODY })
  await begun
  // After a full round trip.
  await get(bookkeeper, '/api/clients')
  const complete = new Date().toISOString()
  finish()
  const client = await good<Client>(answer)
  expect(client.created_at >= complete).toBe(true)
})

it('dates an upload when it is complete', async () => {
  const { client, first } = await newWork()
  const { body, begun, finish } = slowBody(await pdf().text())
  const size = String(pdf().size)
  const answer = upload(client, first.id, 'slow.pdf', body, 'scan', { 'content-length': size })
  await begun
  await get(client, '/api/portal/workforms')
  const complete = new Date().toISOString()
  finish()
  const { id } = await good<{ id: string }>(answer)
  const [row] = await rows<{ created_at: string }>('SELECT created_at FROM files WHERE id = ?', id)
  expect((row?.created_at ?? '') >= complete).toBe(true)
})

it('times out when a body does not arrive', async () => {
  const waiting = (announced: boolean) =>
    new Request('https://portal.test/', {
      method: 'POST',
      body: slowBody('never').body,
      duplex: 'half',
      ...(announced && { headers: { 'content-length': '5' } }),
    } as RequestInit)
  for (const announced of [true, false])
    await expect(readTextUpTo(waiting(announced), 100, 20)).rejects.toMatchObject({ code: 'request_timeout' })
})

it('refuses other media types where JSON is expected', async () => {
  const ask = (type: string) =>
    post('/api/auth/password/reset-request', { email: 'ann@example.com' }, { 'content-type': type })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
  ])
    await refused(ask(type), 'unsupported_media_type')
  for (const type of ['application/json; charset=utf-8', 'application/merge-patch+json'])
    expect((await ask(type)).ok, type).toBe(true)
})

it('returns the first response to a repeat and refuses an Idempotency-Key with another body', async () => {
  const { bookkeeper, client, first } = await newWork()
  const key = { 'idempotency-key': unique('key') }
  const input = (name: string) => ({ name, email: `${key['idempotency-key']}@example.com`, phone: '555 0199' })
  const once = await good<Client>(send(bookkeeper, 'POST', '/api/clients', input('Ann'), key))
  expect(await good(send(bookkeeper, 'POST', '/api/clients', input('Ann'), key))).toEqual(once)
  const other = await send(bookkeeper, 'POST', '/api/clients', input('Bob'), key)
  expect([other.status, other.headers.get('content-type')]).toEqual([422, 'application/problem+json'])
  expect(await problemOf(other)).toMatchObject({
    code: 'idempotency_mismatch',
    detail: expect.stringContaining('new key') as string,
  })
  // Also when both arrive at the same time and there is no stored answer yet.
  const together = { 'idempotency-key': unique('key') }
  const answers = await Promise.all(
    ['a', 'b'].map((n) =>
      send(bookkeeper, 'POST', '/api/workforms', { name: n, fields: [textField('a', 'A')] }, together),
    ),
  )
  expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 422])
  const stranger = await newBookkeeper()
  const theirs = await good<Client>(send(stranger, 'POST', '/api/clients', input('Ann'), key))
  expect(theirs.id).not.toBe(once.id)
  // Keys are bound to the person, to method and path, and to the name of a file.
  expect(
    (await send(bookkeeper, 'POST', '/api/workforms', { name: 'Another', fields: [textField('a', 'A')] }, key)).status,
  ).toBe(201)
  await good(upload(client, first.id, 'one.pdf', pdf(), 'scan', key))
  await refused(upload(client, first.id, 'two.pdf', pdf(), 'scan', key), 'idempotency_mismatch')
})

it('lists the allowed methods when another one is used', async () => {
  for (const [method, path, allow] of [
    ['PUT', '/api/clients', 'GET, HEAD, POST'],
    ['DELETE', '/api/auth/sign-in', 'POST'],
    ['POST', `/api/clients/${uuidv7()}`, 'GET, HEAD, PATCH, DELETE'],
    ['PUT', '/mail-off', 'GET, HEAD, POST'],
    ['DELETE', '/dashboard', 'GET, HEAD'],
  ] as const) {
    const answer = await fetch(new URL(path, portalUrl), { method })
    expect([answer.status, answer.headers.get('allow')], `${method} ${path}`).toEqual([405, allow])
    expect(await problemOf(answer)).toMatchObject({ code: 'method_not_allowed' })
  }
  await refused(fetch(new URL('/api/nowhere', portalUrl), { method: 'PUT' }), 'not_found')
})

it('refuses a report without a signature before reading its body', async () => {
  // The body ends only after the response.
  const { body, finish } = slowBody({})
  const request = { method: 'POST', body, duplex: 'half' } as RequestInit
  await refused(fetch(new URL('/api/firm-mail/reports', portalUrl), request), 'unauthenticated')
  finish()
})

describe('a body with too many entries', () => {
  it('counts all entries at any depth', () => {
    const leaves = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce((n: number, v) => n + 1 + leaves(v), 0)
        : 0
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 5 }), { minLength: 1 }), (value) => {
        expect([hasMoreEntriesThan(value, leaves(value)), hasMoreEntriesThan(value, leaves(value) - 1)]).toEqual([
          false,
          true,
        ])
      }),
    )
    expect(hasMoreEntriesThan(JSON.parse(`${'['.repeat(300_000)}${']'.repeat(300_000)}`), 299_999)).toBe(false)
  })

  it('is refused before validation, and validation returns at most 100 errors', async () => {
    const bookkeeper = await newBookkeeper()
    const events = (count: number) => ({ url: 'https://hooks.example/', events: Array(count).fill(0) })
    await refused(send(bookkeeper, 'POST', '/api/webhooks', events(300_000)), 'too_large')
    const { errors } = await problemOf(await send(bookkeeper, 'POST', '/api/webhooks', events(1000)))
    expect(errors?.length).toBe(100)
  })
})

describe('a lone surrogate', () => {
  it('is replaced, and all other text is unchanged', () => {
    const unit = fc.constantFrom('\\', '"', 'u', 'd83d', '\ud83d', '\ude00', '😀', '\u0000', 'ü', 'a')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const escaped = JSON.stringify(text).replace(
          /[^\x20-\x7e]/g,
          (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
        expect(JSON.parse(replaceLoneSurrogates(escaped))).toBe(text.toWellFormed())
      }),
    )
  })

  it('does not prevent saving a form or reading a list', async () => {
    const bookkeeper = await newBookkeeper()
    const headers = { 'content-type': 'application/json' }
    const body = '{"name":"Form \\ud83d","fields":[{"id":"a","name":"A","section":"S"}]}'
    const made = await bookkeeper.fetch('/api/workforms', { method: 'POST', headers, body })
    expect(await made.json()).toMatchObject({ name: 'Form \ufffd' })
    await get(bookkeeper, '/api/workforms')
    const cursor = Buffer.from('["created","\\ud83d","x"]').toString('base64url')
    await refused(bookkeeper.fetch(`/api/workforms?cursor=${cursor}`), 'invalid_input')
    await refused(
      send(bookkeeper, 'POST', '/api/auth/sign-in', {
        email: 'a\ud83d@example.com',
        password: 'x',
        portal: 'bookkeeper',
      }),
      'invalid_input',
    )
  })
})
