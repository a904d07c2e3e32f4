import { expect, it } from 'vitest'
import { listEntries } from '../audit/list-entries.ts'
import { countClients } from '../../portal/clients/count-clients.ts'
import { listClients } from '../../portal/clients/list-clients.ts'
import type { BookkeeperContext } from '../../context.ts'
import { getDashboard } from '../../portal/dashboard/get-dashboard.ts'
import { listForBookkeeper } from '../../portal/notifications/list-for-bookkeeper.ts'
import { listForClient, pageForClient } from '../../portal/notifications/list-for-client.ts'
import { addCopies, AT, NUMBERS } from '../../testing/copies.ts'
import { rowsRead } from '../../testing/counting-database.ts'
import { newBookkeeper, newClient, type TestBookkeeper, type TestClient } from '../../testing/portal.ts'
import { assigned, change, inSteps, newWorkform } from '../../testing/work.ts'

/** The cost of frequent pages must not grow with the number of clients, notifications, entries and waiting sections. */

async function grow(bookkeeper: TestBookkeeper, { clientId }: TestClient, from: number, to: number): Promise<void> {
  const { userId: u, firmId } = bookkeeper
  // The sections of the copies have been waiting for long.
  await addCopies(bookkeeper, from, to, {
    clientStatus: "iif(i % 2, 'onboarding', 'new')",
    sectionStatus: "'completed'",
    submittedAt: "strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + i, 'unixepoch')",
  })
  const notifications = `INSERT INTO book_client_notifications (id, client_id, is_read, title, message, created_at,
    sender_type, recipient_type)
    SELECT ? || '-n' || i, ?, 1, 'Title', 'Message', ?, 'bookkeeper', 'client' FROM n`
  await change(`${NUMBERS} ${notifications}`, from, to, clientId, clientId, AT)
  const entries = `INSERT INTO audit_log (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, detail,
    at, prev_hash, hash)
    SELECT ? || '-e' || i, ?, ?, iif(i % 2, 'bookkeeper', 'client'), 'tested', 'message', ?, '{}', ?, '', 'sealed'
    FROM n`
  await change(`${NUMBERS} ${entries}`, from, to, u, firmId, u, u, AT)
}

it('reads no more rows when there is ten times as much data', async () => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  await assigned(bookkeeper, await newWorkform(bookkeeper), [client.clientId])
  const asked: Record<string, (ctx: BookkeeperContext) => Promise<unknown>> = {
    'the numbers of clients': countClients,
    dashboard: getDashboard,
    'a page of a client’s notifications': (ctx) => pageForClient(ctx, client.clientId, { tab: 'unread', limit: 50 }),
    'a search for one client': (ctx) => listClients(ctx, { q: 'client77@', sort: 'name', limit: 50 }),
    'a search for several words of one client': (ctx) =>
      listClients(ctx, { q: 'example client77@', sort: 'name', limit: 50 }),
    'a page of clients by name': (ctx) => listClients(ctx, { sort: 'name', limit: 50 }),
    'a page of clients with a status': (ctx) => listClients(ctx, { status: 'new', sort: '-created', limit: 50 }),
    'entries by clients of a kind that has none': (ctx) =>
      listEntries(ctx, { by: 'client', kind: 'webhook', limit: 50 }),
    'own entries of a kind that has none': (ctx) => listEntries(ctx, { by: 'you', kind: 'webhook', limit: 50 }),
  }
  const measure = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(asked).map(async ([k, operation]) => [k, await rowsRead(bookkeeper, operation)]),
      ),
    )
  await grow(bookkeeper, client, 0, 300)
  const before = (await measure()) as Record<string, number>
  await inSteps(300, 3000, (from, to) => grow(bookkeeper, client, from, to))
  const after = (await measure()) as Record<string, number>
  for (const [what, rows] of Object.entries(after))
    expect(rows, what).toBeLessThanOrEqual((before[what] ?? 0) * 1.05 + 5)
  expect(await countOf(bookkeeper)).toMatchObject({ total: 3001, new: 1500, onboarding: 1500, active: 1, inactive: 0 })
  await waitingCounted(bookkeeper, 3000)
})

it('reads no more rows for a search that finds every client when there are three times as many', async () => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  await assigned(bookkeeper, await newWorkform(bookkeeper), [client.clientId])
  const measure = () => rowsRead(bookkeeper, (ctx) => listClients(ctx, { q: 'client', sort: 'name', limit: 50 }))
  await grow(bookkeeper, client, 0, 1200)
  const before = await measure()
  await inSteps(1200, 3600, (from, to) => grow(bookkeeper, client, from, to))
  expect(await measure()).toBeLessThanOrEqual(before)
})

it('reads no more rows for a bell when there are three times as many notifications', async () => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  await assigned(bookkeeper, await newWorkform(bookkeeper), [client.clientId])
  const measure = async (): Promise<number[]> => [
    await rowsRead(bookkeeper, listForBookkeeper),
    await rowsRead(bookkeeper, (ctx) => listForClient(ctx, client.clientId)),
  ]
  await grow(bookkeeper, client, 0, 1200)
  const before = await measure()
  await grow(bookkeeper, client, 1200, 3600)
  const after = await measure()
  for (const [i, rows] of after.entries()) expect(rows).toBeLessThanOrEqual((before[i] ?? 0) * 1.05 + 5)
})

/** Checks the denormalized count of waiting sections after changes. */
async function waitingCounted(bookkeeper: TestBookkeeper, n: number): Promise<void> {
  const pending = async (): Promise<number> => {
    let value = -1
    await rowsRead(bookkeeper, async (ctx) => {
      value = (await getDashboard(ctx)).pending_tasks.value
    })
    return value
  }
  const section = (i: number): string => `${bookkeeper.userId}-a${i}`
  expect(await pending()).toBe(n)
  await change(`UPDATE book_client_workforms SET status = 'approved' WHERE id IN (?, ?)`, section(0), section(1))
  await change(`UPDATE book_client_workforms SET status = 'completed' WHERE id IN (?, ?)`, section(1), section(2))
  expect(await pending()).toBe(n - 1)
  await change('DELETE FROM book_client_workforms WHERE id IN (?, ?)', section(0), section(3))
  expect(await pending()).toBe(n - 2)
  const colleague = await newBookkeeper(bookkeeper.firmId)
  await change('UPDATE book_client_workforms SET assigned_by = ? WHERE id = ?', colleague.userId, section(4))
  expect(await pending()).toBe(n - 3)
}

async function countOf(bookkeeper: TestBookkeeper): Promise<unknown> {
  let counts: unknown
  await rowsRead(bookkeeper, async (ctx) => {
    counts = await countClients(ctx)
  })
  return counts
}
