import { describe, expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import { at, DUE, reminders as messages, runAt } from '../../testing/follow-ups.ts'
import { insert, newBookkeeper, newClient, type TestBookkeeper, unique } from '../../testing/portal.ts'
import { until } from '../../testing/until.ts'
import { assigned, change, newWorkform, rows, send, textField } from '../../testing/work.ts'
import { uuidv7 } from '../../platform/ids.ts'

/** Inserts clients with the same due date into the database. */
async function many(b: TestBookkeeper, n: number): Promise<string[]> {
  const workform = await newWorkform(b, { fields: [textField('a', 'Only')] })
  const model = await newClient(b)
  await assigned(b, workform, [model.clientId], DUE)
  const ids = Array.from({ length: n - 1 }, () => uuidv7())
  const list = JSON.stringify(ids.map((id) => [id, uuidv7(), uuidv7(), uuidv7(), `${unique('many')}@example.com`]))
  await insert([
    {
      sql: `INSERT INTO book_clients (id, name, email, status, bookkeeper_id, firm_id, created_at, updated_at)
            SELECT value ->> 0, 'One of many', value ->> 4, 'active', c.bookkeeper_id, c.firm_id, c.created_at,
              c.updated_at FROM json_each(?), book_clients c WHERE c.id = ?`,
      args: [list, model.clientId],
    },
    {
      sql: `INSERT INTO book_client_auth (id, client_id, email, password_set, created_at, updated_at)
            SELECT value ->> 0, value ->> 0, value ->> 4, 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
            FROM json_each(?)`,
      args: [list],
    },
    {
      sql: `INSERT INTO chat_threads (id, bookkeeper_id, client_id, updated_at)
            SELECT value ->> 1, ?, value ->> 0, '2026-01-01T00:00:00.000Z' FROM json_each(?)`,
      args: [b.userId, list],
    },
    {
      sql: `INSERT INTO book_form_submissions (id, form_id, client_id, client_email, data, status, created_at,
              updated_at)
            SELECT value ->> 2, s.form_id, value ->> 0, value ->> 4, '{}', 'waiting', s.created_at, s.updated_at
            FROM json_each(?), book_form_submissions s WHERE s.client_id = ?`,
      args: [list, model.clientId],
    },
    {
      sql: `INSERT INTO book_client_workforms (id, client_id, workform_id, workform_version_id, submission_id,
              assigned_by, assigned_at, due_date, section_name)
            SELECT value ->> 3, value ->> 0, a.workform_id, a.workform_version_id, value ->> 2, a.assigned_by,
              a.assigned_at, a.due_date, a.section_name
            FROM json_each(?), book_client_workforms a WHERE a.client_id = ?`,
      args: [list, model.clientId],
    },
  ])
  return [model.clientId, ...ids]
}

describe('concurrent changes', () => {
  it('sends hundreds of follow-ups that are due at once exactly once when two runs overlap', async () => {
    const b = await newBookkeeper()
    const ids = await many(b, 300)
    await Promise.all([runAt(b, at(-7)), runAt(b, at(-7))])
    const counts = await rows<{ n: number; clients: number }>(
      `SELECT count(*) AS n, count(DISTINCT t.client_id) AS clients FROM chat_messages m
       JOIN chat_threads t ON t.id = m.thread_id WHERE t.bookkeeper_id = ?`,
      b.userId,
    )
    expect(counts).toEqual([{ n: ids.length, clients: ids.length }])
    // The mails follow from the digests.
    const waiting = 'SELECT address FROM mail_digests WHERE sender = ?'
    await until('mails', async () => (await rows(waiting, b.userId)).length === 0 || undefined)
    const mails = await rows<{ n: number }>(
      `SELECT count(*) AS n FROM outbox WHERE kind = 'mail'
       AND recipient IN (SELECT 'mail:' || email FROM book_clients WHERE bookkeeper_id = ? AND name = 'One of many')`,
      b.userId,
    )
    expect(mails[0]?.n).toBe(ids.length - 1)
  })

  it('sends nothing to a client who was paused, finished or made inactive just before', async () => {
    const b = await newBookkeeper()
    const ids = await many(b, 60)
    const path = (id: string): string => `/api/follow-ups/clients/${id}`
    const changes: Record<string, (id: string) => Promise<unknown>> = {
      paused: (id) => good(send(b, 'PUT', path(id), { mode: 'paused' })),
      inactive: (id) => change(`UPDATE book_clients SET status = 'inactive' WHERE id = ?`, id),
      finished: (id) => change(`UPDATE book_client_workforms SET status = 'completed' WHERE client_id = ?`, id),
    }
    const kinds = Object.values(changes)
    const done = new Map<string, string>()
    const latest = async (): Promise<string> =>
      (await rows<{ s: string }>('SELECT coalesce(max(seq), 0) AS s FROM outbox'))[0]?.s ?? ''
    const [, ...others] = ids
    await Promise.all([
      runAt(b, at(-7)),
      ...others.map(async (id, i) => {
        await kinds[i % kinds.length]?.(id)
        // Nothing may be queued for the client from now on.
        done.set(id, await latest())
      }),
    ])
    await runAt(b, at(-7, '12:00'))
    // The event of the reminder in the chat: the mail follows from the digest.
    const late = await rows<{ client: string; seq: string }>(
      `SELECT payload ->> '$.ids.client_id' AS client, seq FROM outbox
       WHERE recipient = ? AND kind = 'event' AND payload ->> '$.type' = 'chat.message'`,
      `user:${b.userId}`,
    )
    expect(late.length).toBeGreaterThan(0)
    expect(late.filter(({ client, seq }) => done.has(client) && Number(seq) > Number(done.get(client)))).toEqual([])
    expect(await messages(ids[0] ?? '')).toHaveLength(1)
  })
})
