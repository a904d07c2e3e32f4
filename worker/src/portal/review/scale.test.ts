import { SubmissionsQuery, type SubmissionsPage } from '@portal/contract/review'
import { expect, it } from 'vitest'
import { rowsRead } from '../../testing/counting-database.ts'
import { newBookkeeper, newClient, type TestBookkeeper } from '../../testing/portal.ts'
import { assigned, change, day, inSteps, newWorkform, rows } from '../../testing/work.ts'
import { listSubmissions } from './list-submissions.ts'
import { nextWaiting } from './next-waiting.ts'

/* Overdue submissions are the same whether they are looked up (few) or found by scanning the list (many). */

const NUMBERS = 'WITH RECURSIVE n(i) AS (SELECT CAST(? AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)'
const LIMIT = 20

/** The last activity, in no particular order. */
const AT = `strftime('%Y-%m-%dT%H:%M:%fZ', 1704067200 + (i * 7919 % 100000) * 60, 'unixepoch')`

/** Adds clients `from` to `to`. */
const growClients = ({ userId: u, firmId }: TestBookkeeper, from: number, to: number): Promise<void> =>
  change(
    `${NUMBERS} INSERT INTO book_clients (id, name, email, status, bookkeeper_id, firm_id, created_at, updated_at)
     SELECT ? || '-c' || i, 'Client ' || i, 'client' || i || '@example.com', 'active', ?, ?, ${AT}, ${AT} FROM n`,
    from,
    to,
    u,
    u,
    firmId,
  )

/**
 * Adds clients `from` to `to` with copies of the existing submission. Two thirds are overdue, the others belong to the
 * workform `calm`.
 */
async function grow(bookkeeper: TestBookkeeper, calm: string, from: number, to: number): Promise<void> {
  const { userId: u } = bookkeeper
  await growClients(bookkeeper, from, to)
  await change(
    `${NUMBERS} INSERT INTO book_form_submissions (id, form_id, client_id, bookkeeper_id, client_email, data,
      created_at, updated_at)
     SELECT ? || '-s' || i, iif(i % 3, o.form_id, ?), ? || '-c' || i, o.bookkeeper_id, o.client_email, '{}', ${AT},
     ${AT}
     FROM n, (SELECT * FROM book_form_submissions WHERE bookkeeper_id = ?
        ORDER BY created_at DESC LIMIT 1) o`,
    from,
    to,
    u,
    calm,
    u,
    u,
  )
  await change(
    `${NUMBERS} INSERT INTO book_client_workforms (id, client_id, workform_id, workform_version_id, submission_id,
      assigned_by, assigned_at, due_date, section_name, status)
     SELECT ? || '-a' || i, ? || '-c' || i, iif(i % 3, o.workform_id, ?), o.workform_version_id, ? || '-s' || i,
     o.assigned_by, ${AT}, iif(i % 3, ?, ?), o.section_name, o.status
     FROM n, (SELECT * FROM book_client_workforms WHERE assigned_by = ? ORDER BY assigned_at DESC LIMIT 1) o`,
    from,
    to,
    u,
    u,
    calm,
    u,
    day(-2),
    day(2),
    u,
  )
}

it('lists overdue submissions in order, and reads no more rows with three times as many', async () => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const [workform, calm] = [await newWorkform(bookkeeper), await newWorkform(bookkeeper)]
  await assigned(bookkeeper, workform, [client.clientId])
  const expected = async (): Promise<string[]> =>
    (
      await rows<{ client_id: string }>(
        `SELECT s.client_id FROM book_form_submissions s JOIN book_client_workforms a ON a.submission_id = s.id
         WHERE s.bookkeeper_id = ? AND a.due_date < ? GROUP BY s.id
          ORDER BY s.updated_at DESC, s.id DESC LIMIT ${2 * LIMIT}`,
        bookkeeper.userId,
        day(-1),
      )
    ).map((r) => r.client_id)
  /** Fetches two pages of the list. Returns them with the rows that were read. */
  const listed = async (more: Record<string, string> = {}): Promise<{ ids: string[]; read: number }> => {
    const ids: string[] = []
    let cursor: string | null = null
    const read = await rowsRead(bookkeeper, async (ctx) => {
      for (let page = 0; page < 2; page++) {
        const query = SubmissionsQuery.parse({
          only: 'overdue',
          limit: String(LIMIT),
          ...more,
          ...(cursor ? { cursor } : {}),
        })
        const { items, next }: SubmissionsPage = await listSubmissions(ctx, query)
        ids.push(...items.map((c) => c.client_id))
        cursor = next
      }
    })
    return { ids, read }
  }
  const costs: { all: number; ofForm: number; ofCalm: number }[] = []
  for (const [from, to] of [
    [0, 100],
    [100, 1800],
    [1800, 5400],
  ] as const) {
    await inSteps(from, to, (first, end) => grow(bookkeeper, calm.id, first, end))
    const [all, ofForm, ofCalm] = [
      await listed(),
      await listed({ workform: workform.id }),
      await listed({ workform: calm.id }),
    ]
    expect([all.ids, ofForm.ids, ofCalm.ids]).toEqual([await expected(), await expected(), []])
    costs.push({ all: all.read, ofForm: ofForm.read, ofCalm: ofCalm.read })
  }
  const [, before, after] = costs
  for (const of of ['all', 'ofForm', 'ofCalm'] as const)
    expect(after?.[of], of).toBeLessThanOrEqual((before?.[of] ?? 0) * 1.05 + 5)
})

it('finds all submissions when more clients match than are looked up', async () => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const workform = await newWorkform(bookkeeper)
  await assigned(bookkeeper, workform, [client.clientId])
  // Of the matching clients, only 50 have submissions. In an index by name or email they are the last.
  await growClients(bookkeeper, 0, 950)
  await grow(bookkeeper, workform.id, 950, 1000)
  await growClients(bookkeeper, 1000, 1100)
  for (const q of ['cl', 'client', 'example.com']) {
    let found: string[] = []
    await rowsRead(bookkeeper, async (ctx) => {
      const { items } = await listSubmissions(ctx, SubmissionsQuery.parse({ q, limit: '100' }))
      found = items.map((card) => card.client_id)
    })
    expect(
      found.filter((id) => id !== client.clientId),
      q,
    ).toHaveLength(50)
  }
})

it('finds the longest waiting among many submissions without reading them all', async () => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const workform = await newWorkform(bookkeeper)
  await assigned(bookkeeper, workform, [client.clientId])
  const measure = () => rowsRead(bookkeeper, (ctx) => nextWaiting(ctx, { sort: 'waiting' }))
  const costs: number[] = []
  for (const [from, to] of [
    [0, 100],
    [100, 1000],
  ] as const) {
    await grow(bookkeeper, workform.id, from, to)
    await change(
      'UPDATE book_form_submissions SET waiting = 1, waiting_since = created_at WHERE bookkeeper_id = ?',
      bookkeeper.userId,
    )
    costs.push(await measure())
  }
  expect(costs[1]).toBe(costs[0])
})
