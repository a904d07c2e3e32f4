import { expect, it } from 'vitest'
import { listEntries } from '../audit/list-entries.ts'
import { countClients } from '../clients/count-clients.ts'
import type { BookkeeperContext } from '../context.ts'
import { getDashboard } from '../dashboard/get-dashboard.ts'
import { listForClient } from '../notifications/list-for-client.ts'
import { rowsRead } from '../testing/counting-database.ts'
import { newBookkeeper, newClient, type TestBookkeeper, type TestClient } from '../testing/portal.ts'
import { change } from '../testing/work.ts'

/** Pages that are opened all day must not cost more with every client, notification and entry there has ever been. */

const AT = '2026-01-01T00:00:00.000Z'
const NUMBERS = 'WITH RECURSIVE n(i) AS (SELECT CAST(? AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)'

async function grow({ userId: u, firmId }: TestBookkeeper, { clientId }: TestClient, from: number, to: number): Promise<void> {
  const clients = `INSERT INTO book_clients (id, name, email, status, bookkeeper_id, firm_id, created_at, updated_at)
    SELECT ? || '-c' || i, 'Client ' || i, 'client' || i || '@example.com', iif(i % 2, 'onboarding', 'new'), ?, ?, ?, ? FROM n`
  await change(`${NUMBERS} ${clients}`, from, to, u, u, firmId, AT, AT)
  const notifications = `INSERT INTO book_client_notifications (id, client_id, is_read, title, message, created_at, sender_type, recipient_type)
    SELECT ? || '-n' || i, ?, 1, 'Title', 'Message', ?, 'bookkeeper', 'client' FROM n`
  await change(`${NUMBERS} ${notifications}`, from, to, clientId, clientId, AT)
  const entries = `INSERT INTO audit_log (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, detail, at, prev_hash, hash)
    SELECT ? || '-e' || i, ?, ?, iif(i % 2, 'bookkeeper', 'client'), 'tested', 'message', ?, '{}', ?, '', 'sealed' FROM n`
  await change(`${NUMBERS} ${entries}`, from, to, u, firmId, u, u, AT)
}

it('reads no more of ten times as many clients, notifications and entries', async () => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const asked: Record<string, (ctx: BookkeeperContext) => Promise<unknown>> = {
    'the numbers of clients': countClients,
    dashboard: getDashboard,
    'a client’s notifications': (ctx) => listForClient(ctx, client.clientId),
    'what clients did of a kind that they did nothing of': (ctx) => listEntries(ctx, { by: 'client', kind: 'webhook', limit: 50 }),
    'one’s own of such a kind': (ctx) => listEntries(ctx, { by: 'you', kind: 'webhook', limit: 50 }),
  }
  const measure = async () =>
    Object.fromEntries(await Promise.all(Object.entries(asked).map(async ([k, verb]) => [k, await rowsRead(bookkeeper, verb)])))
  await grow(bookkeeper, client, 0, 300)
  const before = (await measure()) as Record<string, number>
  await grow(bookkeeper, client, 300, 3000)
  const after = (await measure()) as Record<string, number>
  for (const [what, rows] of Object.entries(after)) expect(rows, what).toBeLessThanOrEqual((before[what] ?? 0) * 1.05 + 5)
  expect(await countOf(bookkeeper)).toEqual({ total: 3001, new: 1500, onboarding: 1500, active: 1, inactive: 0 })
})

async function countOf(bookkeeper: TestBookkeeper): Promise<unknown> {
  let counts: unknown
  await rowsRead(bookkeeper, async (ctx) => {
    counts = await countClients(ctx)
  })
  return counts
}
