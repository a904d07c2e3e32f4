import { request } from 'node:http'
import type { ImportResult } from '@portal/contract/clients'
import type { Usage } from '@portal/contract/usage'
import type { Workform } from '@portal/contract/workforms'
import { good } from '../../worker/src/testing/accounts.ts'
import {
  newBookkeeper,
  newClient,
  problemOf,
  stranger,
  type TestBookkeeper,
  unique,
} from '../../worker/src/testing/portal.ts'
import { draft } from '../../worker/src/testing/sections.ts'
import { assigned, change, get, newWorkform, sectionsOf, send, textField } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { countRows, threadOf } from './lib/database.ts'
import { addClient } from './lib/people.ts'
import { atOnce, drain } from './lib/requests.ts'

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
  for (const path of ['/dev/mailbox', '/dev/mailbox.json'])
    t.check((await stranger.fetch(path)).status === 404, `${path} exists in production`)
})

attack('a flood of writes from one person', async (t) => {
  const client = await newClient(await newBookkeeper())
  const other = await newBookkeeper()
  const fields = [textField('a', 'First')]
  const flood = atOnce(1400, async (i) => {
    const setting = { kind: 'decisions', on: i % 2 === 0 }
    const response = await send(client, 'PUT', '/api/mail/settings', setting).catch(() => undefined)
    return response?.status
  })
  for (let i = 0; i < 20; i++)
    await t.accepts("another firm's write", send(other, 'POST', '/api/workforms', { name: unique('Workform'), fields }))
  t.check((await flood).includes(429), '1,400 requests from one person at once: all were accepted')
})

/** Most milliseconds that a write of another firm may take. */
const SLOWEST_WRITE_MS = 3000

attack('the most expensive changes of one firm', async (t) => {
  const [bookkeeper, other] = [await newBookkeeper(), await newBookkeeper()]
  const names = Array.from({ length: 500 }, (_, i) => `Section ${i}`)
  const workforms = await Promise.all(
    Array.from({ length: 3 }, () =>
      newWorkform(bookkeeper, { fields: names.map((name, i) => textField(`f${i}`, name)) }),
    ),
  )
  const rows = Array.from({ length: 40 }, () => ({
    name: 'Ann',
    email: `${unique('ann')}@example.com`,
    phone: '1',
    company: '',
    status: 'new',
  }))
  const imported = await good<ImportResult>(send(bookkeeper, 'POST', '/api/clients/import', { rows, invite: false }))
  const due = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const clients = imported.results.map(({ id }) => ({ client_id: id, due_date: due }))
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

/** How many strangers a new firm may mail on its first day. */
const MAX_FIRST_DAY = 200
/** How many mails a firm may cause to one address. */
const MAX_PER_ADDRESS = 25

attack('strangers mailed by a new firm', async (t) => {
  const bookkeeper = await newBookkeeper()
  let mailed = 0
  let refused: Response | undefined
  for (let i = 0; i < 400; i++) {
    const response = await addClient(bookkeeper)
    if (response.ok) mailed++
    // A busy machine refuses some before the limit.
    else if (response.status !== 503) refused ??= response.clone()
    await drain(response)
  }
  t.check(mailed <= MAX_FIRST_DAY, `${mailed} strangers were mailed on a firm's first day`)
  if (refused) {
    t.check(Number(refused.headers.get('retry-after')) > 0, 'the limit does not say when to retry')
    await t.refuses('the invitation beyond the limit', refused, 'invitation_limit', 'too_many_requests')
  }
})

attack('one stranger mailed again and again', async (t) => {
  const bookkeeper = await newBookkeeper()
  const email = `${unique('victim')}@example.com`
  for (let i = 0; i < 60; i++) {
    const response = await addClient(bookkeeper, { email })
    const { id } = (await response.json()) as { id?: string }
    if (response.ok) await drain(send(bookkeeper, 'DELETE', `/api/clients/${id}`))
  }
  const n = await countRows("outbox WHERE kind = 'mail' AND recipient = ?", `mail:${email}`)
  t.check(n <= MAX_PER_ADDRESS, `one address got ${n} mails`)
})

attack('exports of a large audit log', async (t) => {
  const { firmId, userId, ...bookkeeper } = await newBookkeeper()
  const entries = `INSERT INTO audit_log (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, detail,
    at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    SELECT 'growth-' || ?1 || '-' || i, ?1, ?2, 'bookkeeper', 'client.updated', 'client', 'x', '{}', ?3 FROM n`
  await change(entries, firmId, userId, new Date().toISOString())
  const exports = await atOnce(40, async () => {
    const response = await bookkeeper.fetch('/api/audit/export')
    await drain(response)
    return response.ok
  })
  t.check(exports.includes(false), 'a firm can export its audit log without limit')
})

attack('read marks of invented notifications', async (t) => {
  const bookkeeper = await newBookkeeper()
  for (let n = 0; n < 10; n++) {
    const ids = Array.from({ length: 200 }, (_, i) => `message:${n}-${i}`)
    await drain(send(bookkeeper, 'POST', '/api/notifications/read', { ids }))
  }
  const kept = await countRows('notification_reads WHERE user_id = ?', bookkeeper.userId)
  t.check(kept < 1500, `one person keeps ${kept} read marks`)
})

/** Bytes that the attack leaves free before it writes texts. */
const LEFT_BYTES = 40_000_000
const ANNOUNCED_BYTES = 50_000_000

const usage = async (bookkeeper: TestBookkeeper): Promise<Usage['storage']> =>
  (await get<Usage>(bookkeeper, '/api/usage')).storage

/**
 * Saves versions of a workform, each almost as large as a request can be.
 * @returns the bytes that were accepted, and whether the storage limit ended it
 */
async function saveVersions(bookkeeper: TestBookkeeper, workform: Workform): Promise<{ bytes: number; full: boolean }> {
  const fields = Array.from({ length: 240 }, (_, i) =>
    textField(`f${i}`, 'First', { instructionText: 'x'.repeat(4000) }),
  )
  const size = JSON.stringify(fields).length
  let [version, bytes] = [workform.version, 0]
  for (let tries = 0; tries < 200 && bytes < 3 * LEFT_BYTES; tries++) {
    const body = { name: workform.name, fields, version }
    const response = await send(bookkeeper, 'PATCH', `/api/workforms/${workform.id}`, body)
    if (response.ok) [version, bytes] = [version + 1, bytes + size]
    else if ((await problemOf(response.clone())).code === 'storage_limit') return { bytes, full: true }
    await drain(response)
  }
  return { bytes, full: false }
}

attack('text without limit', async (t) => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const questions = Array.from({ length: 45 }, (_, i) => ({ ...textField(`q${i}`, 'First'), type: 'long-text' }))
  const asked = await newWorkform(bookkeeper, { fields: questions })
  await assigned(bookkeeper, asked, [client.clientId])
  const [section] = await sectionsOf(client.clientId, asked.id)
  const { most } = await usage(bookkeeper)
  // Announced uploads count before their content arrives.
  const upload = { name: 'form.pdf', size: ANNOUNCED_BYTES, screen: 'assign' }
  for (let i = 0; i < Math.floor((most - LEFT_BYTES) / ANNOUNCED_BYTES); i++)
    await t.accepts('an upload', send(bookkeeper, 'POST', '/api/templates/uploads', upload))
  const before = await usage(bookkeeper)
  const { bytes, full } = await saveVersions(bookkeeper, await newWorkform(bookkeeper))
  const { used } = await usage(bookkeeper)
  t.notes.push(`${Math.round(bytes / 1e6)} MB of text until ${full ? 'the storage was full' : 'the attack gave up'}`)
  t.check(full, `a firm with ${(most - before.used) / 1e6} MB left wrote ${bytes / 1e6} MB of text`)
  t.check(used - before.used >= bytes, `${bytes} bytes of text, but the usage grew by ${used - before.used}`)
  t.check(used <= most + ANNOUNCED_BYTES / 10, `the firm stores ${used} of ${most} bytes`)
  const answers = Object.fromEntries(questions.map(({ id }) => [id, 'x'.repeat(20_000)]))
  await t.refuses('a large draft', draft(client, section?.id ?? '', answers, 0), 'storage_limit')
  await t.accepts('a small draft', draft(client, section?.id ?? '', { q0: 'short' }, 0))
  const thread = await threadOf(client.clientId)
  await t.accepts('a message', send(client, 'POST', `/api/chat/threads/${thread}/messages`, { message: 'Is it full?' }))
})
