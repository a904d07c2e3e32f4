import { newRecord, nextMail, post } from '../../worker/src/testing/accounts.ts'
import { triggerDueWork } from '../../worker/src/testing/digests.ts'
import { newBookkeeper, newClient, type TestBookkeeper, type TestClient } from '../../worker/src/testing/portal.ts'
import { decide, submit } from '../../worker/src/testing/sections.ts'
import { until } from '../../worker/src/testing/until.ts'
import {
  assigned,
  change,
  createdClient,
  day,
  newWorkform,
  rows,
  sectionsOf,
  send,
} from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { drain, inParallel } from './lib/requests.ts'

/** What a firm could do within its limits to stop the mails, reminders and audit logs of all other firms. */

/** A text of which every character takes six bytes in the HTML of a mail. */
const quotes = (length: number): string => '"'.repeat(length)

const field = (id: string, section: string, type = 'short-text') => ({ id, name: id, type, section })

/** Assigns a workform with many sections to a new client. */
async function withSections(bookkeeper: TestBookkeeper, count: number, name = 'Workform'): Promise<TestClient> {
  const client = await newClient(bookkeeper)
  const fields = Array.from({ length: count }, (_, i) => field(`f${i}`, `S${i}`))
  const workform = await newWorkform(bookkeeper, { name, fields })
  await assigned(bookkeeper, workform, [client.clientId])
  return client
}

/** Sends a request until the limit of changes per minute lets it through. */
async function patiently(request: () => Promise<Response>): Promise<Response> {
  return until('room for another change', async () => {
    const response = await request()
    if (response.status !== 429 && response.status !== 503) return response
    await drain(response)
    return undefined
  })
}

/** Checks that a person of another firm gets a mail. */
async function getsMail(t: Trial): Promise<void> {
  const { email } = await newRecord(await newBookkeeper())
  await drain(post('/api/auth/client/code', { email, purpose: 'signup' }))
  const mail = await nextMail(email, 'Your verification code').catch(() => undefined)
  t.check(mail !== undefined, 'another firm’s client gets no code')
}

attack('mails of many megabytes', async (t) => {
  const firms = await Promise.all(Array.from({ length: 4 }, () => newBookkeeper()))
  // The portal collects for minutes; the pause of this one is a second.
  const hold = (bookkeeper: TestBookkeeper) =>
    change("UPDATE mail_digests SET due_at = '9999', latest_at = '9999' WHERE sender = ?", bookkeeper.userId)
  await inParallel(firms, async (bookkeeper) => {
    const client = await withSections(bookkeeper, 200)
    const sections = await rows<{ id: string }>(
      'SELECT id FROM book_client_workforms WHERE client_id = ?',
      client.clientId,
    )
    await inParallel(sections, async ({ id }) => {
      const response = await patiently(() => decide(bookkeeper, 'approve', id, { version: 0, notes: quotes(2000) }))
      t.check(response.ok, `an approval: ${response.status}`)
      await drain(response)
      await hold(bookkeeper)
    })
  })
  await change("UPDATE mail_digests SET due_at = '2020' WHERE due_at = '9999'")
  await triggerDueWork()
  await until('the digests', async () =>
    (await rows("SELECT 1 FROM mail_digests WHERE due_at = '2020'")).length === 0 ? true : undefined,
  ).catch(() => t.check(false, 'the digests are never sent'))
  const [largest] = await rows<{ bytes: number }>(
    "SELECT coalesce(max(octet_length(payload)), 0) AS bytes FROM outbox WHERE kind = 'mail'",
  )
  t.check((largest?.bytes ?? 0) < 200_000, `a mail of ${largest?.bytes} bytes waits`)
  await getsMail(t)
})

attack('more sections than one read of reminders or digests returns', async (t) => {
  const bookkeeper = await newBookkeeper()
  const clients = await Promise.all(Array.from({ length: 25 }, () => newClient(bookkeeper, '𝔄'.repeat(50))))
  const fields = Array.from({ length: 500 }, (_, i) => field(`f${i}`, `${i}`))
  const workform = await newWorkform(bookkeeper, { name: '𝔄'.repeat(100), fields })
  for (const { clientId } of clients) {
    const assignees = [{ client_id: clientId, due_date: day(7) }]
    const body = { workform_id: workform.id, clients: assignees, notes: '𝔄'.repeat(2000) }
    await t.accepts(
      'an assignment of 500 sections',
      patiently(() => send(bookkeeper, 'POST', '/api/assignments', body)),
    )
  }
  const ids = clients.map(({ clientId }) => clientId)
  await change(
    "UPDATE agent_clients SET next_at = '' WHERE client_id IN (SELECT value FROM json_each(?))",
    JSON.stringify(ids),
  )
  await change("UPDATE mail_digests SET due_at = '2020' WHERE sender = ?", bookkeeper.userId)
  const other = await newBookkeeper()
  const client = await withSections(other, 2)
  await triggerDueWork()
  await until(
    'a plan',
    async () => (await rows("SELECT 1 FROM follow_ups WHERE client_id = ? AND state = 'planned'", client.clientId))[0],
  ).catch(() => t.check(false, 'no reminders are planned for another firm’s client'))
  const mail = await nextMail(client.email, 'New workform: Workform').catch(() => undefined)
  t.check(mail !== undefined, 'another firm’s client gets no mail about a new workform')
})

attack('rejections of large answers, at once', async (t) => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const ids = Array.from({ length: 20 }, (_, i) => `f${i}`)
  const answers = Object.fromEntries(ids.map((id) => [id, quotes(20_000)]))
  const submitted: string[] = []
  for (let n = 0; n < 20; n++) {
    const workform = await newWorkform(bookkeeper, { fields: ids.map((id) => field(id, 'Only', 'long-text')) })
    await assigned(bookkeeper, workform, [client.clientId])
    const [section] = await sectionsOf(client.clientId, workform.id)
    await t.accepts('a submission', submit(client, section?.id ?? '', answers))
    submitted.push(section?.id ?? '')
  }
  await Promise.all(
    submitted.map((id) => t.accepts('a rejection', decide(bookkeeper, 'reject', id, { version: 1, reason: 'No' }))),
  )
  const other = await newBookkeeper()
  await createdClient(other)
  const sealed = await until(
    'the seal',
    async () => (await rows('SELECT 1 FROM audit_log WHERE firm_id = ? AND hash IS NOT NULL', other.firmId))[0],
  ).catch(() => undefined)
  t.check(sealed !== undefined, 'the audit log of another firm is no longer sealed')
})

attack('more answers than the database stores in a row', async (t) => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const sections = Array.from({ length: 10 }, (_, i) => `S${i}`)
  const fields = sections.flatMap((section) =>
    Array.from({ length: 20 }, (_, i) => field(`${section}-${i}`, section, 'long-text')),
  )
  const workform = await newWorkform(bookkeeper, { fields })
  await assigned(bookkeeper, workform, [client.clientId])
  for (const { id, section_name } of await sectionsOf(client.clientId, workform.id)) {
    const own = fields.filter(({ section }) => section === section_name)
    const response = await submit(client, id, Object.fromEntries(own.map((f) => [f.id, quotes(20_000)])))
    t.check(response.ok || response.status === 413, `a large submission: ${response.status}`)
    await drain(response)
  }
})
