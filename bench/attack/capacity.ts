import { request } from 'node:http'
import type { ImportResult } from '@portal/contract/clients'
import type { Usage } from '@portal/contract/usage'
import { good } from '../../worker/src/testing/accounts.ts'
import { newBookkeeper, problemOf, unique } from '../../worker/src/testing/portal.ts'
import { day, get, newWorkform, send, textField } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { addClient } from './lib/people.ts'
import { drain } from './lib/requests.ts'

/** The most that strangers, a firm and its clients can make a portal in production do and store. */

/** Announces a body of 60 MB and sends its beginning. @returns the status, 0 for a closed connection */
function announceLargeBody(url: string, path: string): Promise<number | 'waits for the body'> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': 60_000_000 }
    const sent = request(new URL(path, url), { method: 'POST', headers, timeout: 5000 })
    const end = (outcome: number | 'waits for the body') => {
      resolve(outcome)
      sent.destroy()
    }
    sent.on('timeout', () => end('waits for the body'))
    sent.on('response', ({ statusCode = 0 }) => end(statusCode))
    sent.on('error', () => end(0))
    sent.write('"'.padEnd(65_536, 'x'))
  })
}

attack('large request bodies from strangers', async (t, { url }) => {
  const api = ['clients', 'assignments', 'remotes/mf-clients/versions', 'no-such'].map((path) => `/api/${path}`)
  for (const path of [...api, '/dev/follow-ups', '/dev/mail', '/dev/mailbox'])
    t.check((await announceLargeBody(url, path)) !== 'waits for the body', `${path} waits for 60 MB from a stranger`)
})

/** Most milliseconds that a write of another firm may take. */
const SLOWEST_WRITE_MS = 3000

attack('the most expensive changes of one firm', async (t) => {
  const [bookkeeper, other] = [await newBookkeeper(), await newBookkeeper()]
  const fields = Array.from({ length: 500 }, (_, i) => textField(`f${i}`, `Section ${i}`))
  const workforms = await Promise.all([1, 2, 3].map(() => newWorkform(bookkeeper, { fields })))
  const person = { name: 'Ann', phone: '1', company: '', status: 'new' }
  const rows = Array.from({ length: 40 }, () => ({ ...person, email: `${unique('ann')}@example.com` }))
  const imported = await good<ImportResult>(send(bookkeeper, 'POST', '/api/clients/import', { rows, invite: false }))
  const clients = imported.results.map(({ id }) => ({ client_id: id, due_date: day(30) }))
  const assignments = workforms.map((workform) =>
    send(bookkeeper, 'POST', '/api/assignments', { workform_id: workform.id, clients }).catch(() => undefined),
  )
  const times: number[] = []
  for (let i = 0; i < 20; i++) {
    const began = performance.now()
    await t.accepts("another firm's write", addClient(other))
    times.push(performance.now() - began)
  }
  const slowest = Math.round(Math.max(...times))
  t.notes.push(`the slowest of 20 writes took ${slowest} ms`)
  t.check(slowest < SLOWEST_WRITE_MS, `another firm's write took ${slowest} ms`)
  for (const response of await Promise.all(assignments)) t.check(response?.ok === true, 'an assignment failed')
})

/** Bytes that the attack leaves free before it writes texts. */
const LEFT_BYTES = 40_000_000
const ANNOUNCED_BYTES = 50_000_000

attack('text without limit', async (t) => {
  const bookkeeper = await newBookkeeper()
  const usage = async () => (await get<Usage>(bookkeeper, '/api/usage')).storage
  const { most } = await usage()
  // Announced uploads count before their content arrives.
  const upload = { name: 'form.pdf', size: ANNOUNCED_BYTES, screen: 'assign' }
  for (let i = 0; i < Math.floor((most - LEFT_BYTES) / ANNOUNCED_BYTES); i++)
    await t.accepts('an upload', send(bookkeeper, 'POST', '/api/templates/uploads', upload))
  const before = await usage()
  // Versions of a workform, each almost as large as a request can be.
  const large = { instructionText: 'x'.repeat(4000) }
  const fields = Array.from({ length: 240 }, (_, i) => textField(`f${i}`, 'First', large))
  const { id, name, version: start } = await newWorkform(bookkeeper)
  let [version, bytes, isFull] = [start, 0, false]
  for (let tries = 0; tries < 200 && bytes < 3 * LEFT_BYTES && !isFull; tries++) {
    const response = await send(bookkeeper, 'PATCH', `/api/workforms/${id}`, { name, fields, version })
    if (response.ok) [version, bytes] = [version + 1, bytes + JSON.stringify(fields).length]
    else isFull = (await problemOf(response.clone())).code === 'storage_limit'
    await drain(response)
  }
  const { used } = await usage()
  t.notes.push(`${Math.round(bytes / 1e6)} MB of text until ${isFull ? 'the storage was full' : 'the attack gave up'}`)
  t.check(isFull, `a firm with ${(most - before.used) / 1e6} MB left wrote ${bytes / 1e6} MB of text`)
  t.check(used - before.used >= bytes, `${bytes} bytes of text, but the usage grew by ${used - before.used}`)
  t.check(used <= most + ANNOUNCED_BYTES / 10, `the firm stores ${used} of ${most} bytes`)
})
