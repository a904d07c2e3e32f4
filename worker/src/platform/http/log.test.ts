import { expect, it } from 'vitest'
import { uuidv7 } from '../ids.ts'
import { good, newSignUp, post, registered } from '../../testing/accounts.ts'
import { logEntryOf, logLines } from '../../testing/log-entries.ts'
import { newBookkeeper, newClient, portalUrl, stranger } from '../../testing/portal.ts'
import { flag, mark, newWork, sendBack, submitAll, uploaded } from '../../testing/sections.ts'
import { assigned, createdClient, newWorkform, send } from '../../testing/work.ts'

it('logs one entry per request with its route pattern and cost', async () => {
  const bookkeeper = await newBookkeeper()
  const client = await createdClient(bookkeeper)
  const answer = await bookkeeper.fetch(`/api/clients/${client.id}?note=x`)
  const line = await logEntryOf(answer)
  expect(line).toMatchObject({
    method: 'GET',
    route: '/api/clients/:id',
    status: 200,
    reads: 1,
    writes: 0,
    release: 'unnamed',
  })
  expect(Object.keys(line).sort()).toEqual(
    ['event', 'at', 'id', 'method', 'route', 'status', 'ms', 'reads', 'writes', 'db_ms', 'release'].sort(),
  )
  expect(logLines().filter((l) => l.includes(line.id ?? ''))).toHaveLength(1)
  expect(await logEntryOf(await bookkeeper.fetch('/api/nowhere/ann@example.com'))).toMatchObject({
    route: '/api/*',
    status: 404,
  })
  const page = await bookkeeper.fetch('/client-setup?token=sesame', { headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
  await expect.poll(() => logLines().some((l) => l.includes('"route":"/*","status":200'))).toBe(true)
})

it('logs sign-in attempts and refusals without personal data', async () => {
  const person = await registered()
  const enter = (password: string) =>
    post(
      '/api/auth/sign-in',
      { email: person.email, password, portal: 'bookkeeper' },
      { 'cf-connecting-ip': '203.0.113.9' },
    )
  const [failed, again, went] = [await enter('wrong-one'), await enter('wrong-two'), await enter(person.password)]
  const entries = await Promise.all([failed, again, went].map((answer) => logEntryOf(answer)))
  expect(entries[0]).toMatchObject({ refused: 'invalid_credentials', attempt: 'sign-in', status: 401 })
  expect(entries[2]).toMatchObject({ attempt: 'sign-in', status: 200 })
  expect(entries[2]).not.toHaveProperty('refused')
  for (const line of entries) {
    expect(line).toMatchObject({
      account: expect.stringMatching(/^[0-9a-f]{16}$/),
      source: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    expect(line.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  }
  expect(new Set(entries.map((line) => `${line.account} ${line.source}`)).size).toBe(1)
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  for (const [answer, code] of [
    [await client.fetch('/api/clients'), 'forbidden'],
    [await bookkeeper.fetch(`/api/clients/${uuidv7()}`), 'not_found'],
    [await bookkeeper.fetch('/api/clients?limit=nonsense'), 'invalid_input'],
    [await bookkeeper.fetch('/api/clients', { headers: { 'idempotency-key': '!' } }), 'invalid_input'],
    [await stranger.fetch('/api/clients'), 'unauthenticated'],
  ] as const)
    expect(await logEntryOf(answer)).toMatchObject({ refused: code })
  expect(await logEntryOf(await client.fetch('/api/clients'))).toMatchObject({ user: client.userId })
})

it('sends timings, except where they would reveal whether an account exists', async () => {
  const bookkeeper = await newBookkeeper()
  expect((await bookkeeper.fetch('/api/clients')).headers.get('server-timing')).toMatch(
    /^reads;desc="1", writes;desc="0", db;dur=[\d.]+, total;dur=[\d.]+$/,
  )
  const answer = await post('/api/auth/password/reset-request', { email: bookkeeper.email })
  expect(answer.headers.get('server-timing')).toMatch(/^reads;desc="\d+", writes;desc="\d+"$/)
})

/** Submits, comments on and reviews a section with this text everywhere, also in requests that fail. */
async function review(text: string): Promise<void> {
  const { bookkeeper, client, first } = await newWork()
  const scan = await uploaded(client, first.id, `${text}.pdf`)
  const note = { reason: 'not_applicable', note: text } as const
  await good(submitAll(client, first.id, { answers: { name: text, scan: [scan] }, non_answers: { mail: note } }, 0))
  const flagged = { verdict: 'flagged', flag: { reason: 'other', note: text } } as const
  await good(mark(bookkeeper, first.id, 1, 'scan', flagged))
  await mark(bookkeeper, first.id, 1, text, flagged)
  await good(sendBack(bookkeeper, first.id, 1, [flag('scan', 'other', text)]))
  const headers = { 'content-type': 'application/json' }
  for (const body of [`{"note":"${text}"`, `"${text}"`])
    await client.fetch(`/api/portal/sections/${first.id}/submit`, { method: 'POST', headers, body })
}

it('never logs what a person typed', async () => {
  const secret = `Xq${process.pid}zebra`
  const person = newSignUp()
  const bookkeeper = await newBookkeeper(undefined, `Bea ${secret}`)
  const client = await newClient(bookkeeper, `Cleo ${secret}`)
  const answers = await Promise.all([
    post('/api/auth/sign-up', { ...person, name: `Sam ${secret}`, company: secret, password: `${secret}-pass` }),
    post('/api/auth/sign-in', { email: `${secret}@example.com`, password: secret, portal: 'bookkeeper' }),
    post('/api/auth/sign-in', { email: secret, password: [secret], portal: 'nowhere' }),
    post('/api/auth/invitation/accept', { token: secret, password: secret }),
    bookkeeper.fetch(`/api/clients?search=${secret}`),
    bookkeeper.fetch(`/api/clients/${secret}`),
    send(bookkeeper, 'POST', '/api/clients', {
      name: secret,
      email: `${secret}@example.com`,
      phone: secret,
      company: secret,
    }),
    bookkeeper.fetch(`/api/${secret}`),
    fetch(new URL(`/remotes/${secret}/1.0.0/x.js`, portalUrl)),
  ])
  await assigned(bookkeeper, await newWorkform(bookkeeper, { name: secret, description: secret }), [client.clientId])
  await review(secret)
  const last = answers.findLast((a) => a.headers.has('x-request-id'))
  if (last) await logEntryOf(last)
  const entries = logLines()
  expect(entries.filter((line) => line.includes(secret))).toEqual([])
  // Nor by any other test: see the end of testing/global-setup.ts.
})
