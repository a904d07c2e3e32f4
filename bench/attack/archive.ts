import { isWaiting } from '../../worker/src/db/section-phase.ts'
import { newBookkeeper, stranger } from '../../worker/src/testing/portal.ts'
import { decide, newWork, submit } from '../../worker/src/testing/sections.ts'
import { rows, send } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { countRows, rowsNaming, snapshot, versionOf } from './lib/database.ts'
import { atOnce, drain } from './lib/requests.ts'

/** Archived clients and assignments: of other bookkeepers, changed at the same time, and erased. */

type Work = Awaited<ReturnType<typeof newWork>>
const setClient = (caller: Work['bookkeeper'], id: string, kind: string) =>
  send(caller, 'POST', '/api/clients/changes', { ids: [id], change: { kind } })
const workformOf = async ({ first }: Work): Promise<string> =>
  (await rows<{ workform_id: string }>('SELECT workform_id FROM book_client_workforms WHERE id = ?', first.id))[0]
    ?.workform_id ?? ''

attack("other bookkeepers' clients, workforms and assignments", async (t) => {
  const work = await newWork()
  const { bookkeeper, client } = work
  const workform = await workformOf(work)
  const callers = { 'a colleague': await newBookkeeper(bookkeeper.firmId), 'another firm': await newBookkeeper() }
  const isShown = async () =>
    (await countRows('book_clients WHERE id = ? AND archived_at IS NULL', client.clientId)) +
    (await countRows('book_workforms WHERE id = ? AND archived_at IS NULL', workform)) +
    (await countRows('book_client_workforms WHERE client_id = ? AND hidden_by IS NULL', client.clientId))
  const before = await isShown()
  const changes = await snapshot([client.clientId], 'none')
  for (const [who, caller] of Object.entries({ ...callers, 'the client': client, 'a stranger': stranger })) {
    for (const path of [
      `/api/clients/${client.clientId}/workforms/${workform}/archived`,
      `/api/workforms/${workform}/archived`,
    ])
      await t.refuses(`${path} by ${who}`, send(caller, 'PUT', path, { archived: true }))
    await drain(send(caller, 'POST', '/api/clients/changes', { ids: [client.clientId], change: { kind: 'archive' } }))
  }
  t.check((await isShown()) === before, 'somebody else archived something')
  const changed = (await changes()).filter((line) => !/^(?:mail_digests|reply_addresses)/.test(line))
  t.check(changed.length === 0, changed.join('\n'))
})

/** Queries for the counters of a bookkeeper, and for what they count. */
const COUNTERS = {
  waiting: [
    'SELECT coalesce(sum(n), 0) AS n FROM waiting_counts WHERE bookkeeper_id = ?',
    `SELECT count(*) AS n FROM book_client_workforms b
     WHERE b.assigned_by = ? AND b.hidden_by IS NULL AND ${isWaiting('b')}`,
  ],
  clients: [
    'SELECT coalesce(sum(n), 0) AS n FROM client_counts WHERE bookkeeper_id = ?',
    'SELECT count(*) AS n FROM book_clients WHERE bookkeeper_id = ? AND archived_at IS NULL',
  ],
  turns: [
    'SELECT coalesce(sum(n), 0) AS n FROM turn_counts WHERE bookkeeper_id = ?',
    `SELECT count(*) AS n FROM book_form_submissions s JOIN book_clients c ON c.id = s.client_id
     WHERE c.bookkeeper_id = ? AND c.archived_at IS NULL AND s.archived_at IS NULL`,
  ],
} as const

attack('archiving, submitting, deciding and reminding at the same time', async (t) => {
  for (let round = 0; round < 6; round++) {
    const work = await newWork()
    const { bookkeeper, client, first, second } = work
    const path = `/api/clients/${client.clientId}/workforms/${await workformOf(work)}/archived`
    const requests = [
      () => setClient(bookkeeper, client.clientId, 'archive'),
      () => submit(client, first.id, { name: 'Ann' }),
      () => send(bookkeeper, 'PUT', path, { archived: true }),
      () => setClient(bookkeeper, client.clientId, 'restore'),
      () => submit(client, second.id, { note: 'Hello' }),
      () => send(bookkeeper, 'PUT', path, { archived: false }),
      async () => decide(bookkeeper, 'approve', first.id, { version: await versionOf(first.id) }),
      () => send(bookkeeper, 'POST', '/api/follow-ups/reminders', { ids: [client.clientId] }),
    ]
    const statuses = await atOnce(requests.length * 2, async (i) => {
      const response = await requests[(i * 5 + round) % requests.length]?.()
      await response?.text()
      return response?.status ?? 0
    })
    t.check(
      statuses.every((status) => status < 500),
      statuses.join(),
    )
    await drain(setClient(bookkeeper, client.clientId, 'archive'))
    t.check((await submit(client, second.id, { note: 'Late' })).status >= 400, 'a client submits while archived')
    for (const when of ['archived', 'restored']) {
      if (when === 'restored') await drain(setClient(bookkeeper, client.clientId, 'restore'))
      for (const [name, [counter, counted]] of Object.entries(COUNTERS)) {
        const [[stored], [real]] = [
          await rows<{ n: number }>(counter, bookkeeper.userId),
          await rows<{ n: number }>(counted, bookkeeper.userId),
        ]
        t.check(stored?.n === real?.n, `round ${round}, ${when}: ${name} are ${stored?.n}, not ${real?.n}`)
      }
    }
  }
})

attack('deleting what is archived', async (t) => {
  const work = await newWork()
  const { bookkeeper, client } = work
  const workform = await workformOf(work)
  await drain(setClient(bookkeeper, client.clientId, 'archive'))
  await t.refuses('an invitation', send(bookkeeper, 'POST', `/api/clients/${client.clientId}/invitations`, {}))
  await drain(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform}`))
  await t.accepts('deleting the client', send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`))
  const kept = [...(await rowsNaming([client.clientId], 'none')).keys()].filter(
    (key) => !/^(?:audit_log|mail_digests)/.test(key),
  )
  t.check(kept.length === 0, `kept after deletion: ${kept.join(', ')}`)
})
