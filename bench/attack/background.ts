import { newRecord, nextMail, post } from '../../worker/src/testing/accounts.ts'
import { triggerDueWork } from '../../worker/src/testing/digests.ts'
import { newBookkeeper, newClient, type TestBookkeeper, type TestClient } from '../../worker/src/testing/portal.ts'
import { decide } from '../../worker/src/testing/sections.ts'
import { until } from '../../worker/src/testing/until.ts'
import { assigned, change, day, newWorkform, rows, send, textField } from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { countRows } from './lib/database.ts'
import { drain, inParallel } from './lib/requests.ts'

/**
 * What a firm could do within its limits to stop the mails and reminders of all other firms. For rows that are larger
 * than the limits allow, see `worker/src/platform/dispatcher/large-rows.flood.test.ts`.
 */

/** Assigns a workform with many sections to a new client. */
async function withSections(bookkeeper: TestBookkeeper, count: number): Promise<TestClient> {
  const client = await newClient(bookkeeper)
  const fields = Array.from({ length: count }, (_, i) => textField(`f${i}`, `S${i}`))
  await assigned(bookkeeper, await newWorkform(bookkeeper, { name: 'Workform', fields }), [client.clientId])
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
  // In HTML, each of its characters takes six bytes.
  const notes = '"'.repeat(2000)
  await inParallel(firms, async (bookkeeper) => {
    const { clientId } = await withSections(bookkeeper, 200)
    const sections = await rows<{ id: string }>('SELECT id FROM book_client_workforms WHERE client_id = ?', clientId)
    await inParallel(sections, async ({ id }) => {
      await t.accepts(
        'an approval',
        patiently(() => decide(bookkeeper, 'approve', id, { version: 0, notes })),
      )
      await hold(bookkeeper)
    })
  })
  await change("UPDATE mail_digests SET due_at = '2020' WHERE due_at = '9999'")
  await triggerDueWork()
  const waiting = () => countRows("mail_digests WHERE due_at = '2020'")
  await until('the digests', async () => ((await waiting()) === 0 ? true : undefined)).catch(() =>
    t.check(false, 'the digests are never sent'),
  )
  const size = "SELECT coalesce(max(octet_length(payload)), 0) AS bytes FROM outbox WHERE kind = 'mail'"
  const [largest] = await rows<{ bytes: number }>(size)
  t.check((largest?.bytes ?? 0) < 200_000, `a mail of ${largest?.bytes} bytes waits`)
  await getsMail(t)
})

attack('more sections than one read of reminders or digests returns', async (t) => {
  const bookkeeper = await newBookkeeper()
  const clients = await Promise.all(Array.from({ length: 25 }, () => newClient(bookkeeper, '𝔄'.repeat(50))))
  const fields = Array.from({ length: 500 }, (_, i) => textField(`f${i}`, `${i}`))
  const workform = await newWorkform(bookkeeper, { name: '𝔄'.repeat(100), fields })
  for (const { clientId } of clients) {
    const assignees = [{ client_id: clientId, due_date: day(7) }]
    const body = { workform_id: workform.id, clients: assignees, notes: '𝔄'.repeat(2000) }
    const assign = () => send(bookkeeper, 'POST', '/api/assignments', body)
    await t.accepts('an assignment of 500 sections', patiently(assign))
  }
  const ids = JSON.stringify(clients.map(({ clientId }) => clientId))
  await change("UPDATE agent_clients SET next_at = '' WHERE client_id IN (SELECT value FROM json_each(?))", ids)
  await change("UPDATE mail_digests SET due_at = '2020' WHERE sender = ?", bookkeeper.userId)
  const client = await withSections(await newBookkeeper(), 2)
  await triggerDueWork()
  const planned = () => countRows("follow_ups WHERE client_id = ? AND state = 'planned'", client.clientId)
  await until('a plan', async () => ((await planned()) > 0 ? true : undefined)).catch(() =>
    t.check(false, 'no reminders are planned for another firm’s client'),
  )
  const mail = await nextMail(client.email, 'New workform: Workform').catch(() => undefined)
  t.check(mail !== undefined, 'another firm’s client gets no mail about a new workform')
})
