import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { Health, Live } from '@portal/contract/health'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { issueToken } from '../../../../tools/publish/credentials/remote-token.ts'
import { type Stack, startStack } from '../../../../tools/run/stack.ts'
import { newAddress } from '../../testing/new-address.ts'
import { stranger } from '../../testing/portal.ts'

/** A separate portal whose database can be stopped. */
const FLOOD = 10
let data: string
let stack: Stack
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'portal-health-'))
  stack = await startStack({
    data,
    port: 0,
    bundle: inject('bundle'),
    shell: data,
    vars: { RELEASE: 'r-7', EXPECTED_REMOTES: 'mf-late', OPERATORS: 'operator@example.com' },
    floodLimit: FLOOD,
  })
})
afterAll(async () => {
  stack.sqld.process.kill('SIGCONT')
  await stack.stop()
  rmSync(data, { recursive: true, force: true })
})

/** Sends each request from a new address, because the rate limit of this portal is low. */
const ask = (path = '') => fetch(`${stack.url}/api/health${path}`, { headers: { 'cf-connecting-ip': newAddress() } })

it('reports that the portal is running and the health of its services', async () => {
  expect(Live.parse(await (await stranger.fetch('/api/health/live')).json()).status).toBe('ok')
  const answer = await stranger.fetch('/api/health')
  expect(answer.status).toBe(200)
  const { needs, versions, follows } = Health.parse(await answer.json())
  expect(Object.entries(needs).filter(([, { ok }]) => !ok)).toEqual([])
  expect(versions).toMatchObject({ shell: '1.0.0', contract: '1.2.0', sdk: '1.2.0' })
  expect(follows.mail).toBe('configured')
})

it('answers 503 until the expected remotes are published', async () => {
  const answer = await ask()
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({
    detail: 'Not responding: remotes.',
    needs: { database: { ok: true }, remotes: { ok: false } },
  })
  const db = createClient({ url: stack.sqld.url })
  await db.execute(
    "INSERT INTO remotes (name, live_version, updated_at) VALUES ('mf-late', '1.0.0', '2026-01-01T00:00:00.000Z')",
  )
  db.close()
  await expect.poll(async () => (await ask()).status).toBe(200)
})

it('answers 503 and names the failing service while the worker keeps running, and recovers by itself', async () => {
  expect((await ask()).status).toBe(200)
  stack.sqld.process.kill('SIGSTOP')
  await expect.poll(async () => (await ask()).status, { timeout: 60_000, interval: 50 }).toBe(503)
  const answer = await ask()
  const body = (await answer.json()) as Health & { code: string; detail: string }
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(body).toMatchObject({
    code: 'busy',
    detail: 'Not responding: database.',
    needs: { database: { ok: false }, uploads: { ok: true } },
  })
  // The response contains neither the address of the database nor credentials.
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|http|LIBSQL|token|secret/i)
  expect(await (await ask('/live')).json()).toEqual({ status: 'ok', release: 'r-7' })
  stack.sqld.process.kill('SIGCONT')
  await expect.poll(async () => (await ask()).status, { timeout: 60_000, interval: 50 }).toBe(200)
})

it('counts rows that failed five times, without being degraded by them', async () => {
  const db = createClient({ url: stack.sqld.url })
  const failed = (key: string, tries: number) =>
    db.execute({
      sql: `INSERT INTO due_failures (work, row_key, tries, error, failed_at, next_at)
        VALUES ('digests', ?, ?, 'broken', '2090-01-01T00:00:00.000Z', '2090-01-01T00:00:00.000Z')`,
      args: [key, tries],
    })
  await failed('often', 5)
  await failed('once', 1)
  await expect.poll(async () => Health.parse(await (await ask()).json()).follows.set_aside).toBe(1)
  expect(Health.parse(await (await ask()).json()).status).toBe('ok')
  await db.execute('DELETE FROM due_failures')
  db.close()
})

it('is degraded while a lane fails, names it, and mails operators without that lane', async () => {
  const health = async () => Health.parse(await (await ask()).json())
  const subjectsTo = async (address: string) => {
    const headers = { 'cf-connecting-ip': newAddress() }
    const response = await fetch(`${stack.url}/dev/mailbox.json?to=${address}`, { headers })
    return ((await response.json()) as { subject: string }[]).map(({ subject }) => subject)
  }
  const db = createClient({ url: stack.sqld.url })
  let people = 0
  /** Queues a mail, which runs the lane. */
  const signUp = async () => {
    const body = JSON.stringify({
      name: 'Ann',
      email: `ann-${people++}@example.com`,
      password: 'a-Long-pass1!',
      company: '',
    })
    const headers = { 'cf-connecting-ip': newAddress(), 'content-type': 'application/json' }
    expect((await fetch(`${stack.url}/api/auth/sign-up`, { method: 'POST', headers, body })).status).toBe(201)
  }
  // Only the query for due rows reads this table.
  await db.execute('ALTER TABLE mail_problems RENAME TO elsewhere')
  const told = async () => {
    await signUp()
    return subjectsTo('operator@example.com')
  }
  await expect.poll(told, { interval: 1000 }).toEqual(['Background work is failing'])
  const { status, follows } = await health()
  expect(status).toBe('degraded')
  expect(follows.failing).toContain('mail')
  expect(await subjectsTo('ann-0@example.com')).toEqual([])
  await db.execute('ALTER TABLE elsewhere RENAME TO mail_problems')
  db.close()
  await signUp()
  await expect.poll(async () => (await health()).follows.failing).toEqual([])
  await expect.poll(() => subjectsTo('ann-0@example.com')).toEqual(['Confirm your email address'])
})

const from = (address: string, path = '/api/health/live') =>
  fetch(`${stack.url}${path}`, { headers: { 'cf-connecting-ip': address, accept: 'text/html' } })

it('sheds a flood without sign-in from one network before it reaches the database', async () => {
  const network = newAddress()
  let last = 1
  const nextAddress = () => network.replace(/1$/, (++last).toString(16))
  // A new period can start in between, so up to twice the limit can pass.
  let shed: Response | undefined
  for (let i = 0; i <= 2 * FLOOD && !shed; i++) shed = [await from(nextAddress())].find((a) => a.status === 429)
  expect(shed?.headers.get('retry-after')).toBe('60')
  const ticket = await from(nextAddress(), '/api/downloads/none')
  expect(ticket.status).toBe(429)
  expect(ticket.headers.get('server-timing')).toMatch(/^reads;desc="0", writes;desc="0"/)
  expect((await from(nextAddress(), '/')).status).toBe(429)
  const neighbor = network.replace('::1', ':1::1')
  expect((await from(neighbor)).status).toBe(200)
})

it('sheds a flood without sign-in from many networks of one site', async () => {
  const site = newAddress()
  let last = 0
  const nextNetwork = () => site.replace('::1', `:${(++last).toString(16)}::1`)
  let shed: Response | undefined
  for (let i = 0; i <= 20 * FLOOD && !shed; i++) shed = [await from(nextNetwork())].find((a) => a.status === 429)
  expect([shed?.status, last > 10 * FLOOD]).toEqual([429, true])
  expect((await from(newAddress())).status).toBe(200)
})

it('sheds a flood of invented tokens before it reaches the database, but no requests with a known token', async () => {
  const address = newAddress()
  const listWith = (token: string) =>
    fetch(`${stack.operatorUrl}/api/remotes/mf-late/switches`, {
      headers: { 'cf-connecting-ip': address, authorization: `Bearer ${token}` },
    })
  const token = await issueToken({ url: stack.sqld.url }, 'mf-late')
  for (let i = 0; i <= 2 * FLOOD; i++) expect((await listWith(token)).status).toBe(200)
  let shed: Response | undefined
  for (let i = 0; i <= 2 * FLOOD && !shed; i++)
    shed = [await listWith(`remote_${i}`)].find(({ status }) => status !== 401)
  expect([shed?.status, shed?.headers.get('server-timing')]).toEqual([
    429,
    expect.stringMatching(/^reads;desc="0", writes;desc="0"/),
  ])
  expect((await listWith(token)).status).toBe(200)
})
