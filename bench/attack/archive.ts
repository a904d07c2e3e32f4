import { isWaiting } from '../../worker/src/platform/db/section-phase.ts'
import { decide, newWork, submit } from '../../worker/src/testing/sections.ts'
import { rows, send } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { versionOf } from './lib/database.ts'
import { atOnce, drain } from './lib/requests.ts'

/** Archiving at the same time as everything that it forbids. */

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
    const { bookkeeper, client, workform, first, second } = await newWork()
    const setClient = (kind: string) =>
      send(bookkeeper, 'POST', '/api/clients/changes', { ids: [client.clientId], change: { kind } })
    const path = `/api/clients/${client.clientId}/workforms/${workform.id}/archived`
    const requests = [
      () => setClient('archive'),
      () => submit(client, first.id, { name: 'Ann' }),
      () => send(bookkeeper, 'PUT', path, { archived: true }),
      () => setClient('restore'),
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
    t.check(Math.max(...statuses) < 500, statuses.join())
    await drain(setClient('archive'))
    t.check((await submit(client, second.id, { note: 'Late' })).status >= 400, 'a client submits while archived')
    for (const when of ['archived', 'restored']) {
      if (when === 'restored') await drain(setClient('restore'))
      for (const [name, queries] of Object.entries(COUNTERS)) {
        const [stored, real] = await Promise.all(queries.map((sql) => rows<{ n: number }>(sql, bookkeeper.userId)))
        const [is, be] = [stored?.[0]?.n, real?.[0]?.n]
        t.check(is === be, `round ${round}, ${when}: ${name} are ${is}, not ${be}`)
      }
    }
  }
})
