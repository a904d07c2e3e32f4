import type { ClientFollowUps, FollowUpsPage } from '@portal/contract/agent'
import { afterEach, describe, expect, it } from 'vitest'
import { good } from '../testing/accounts.ts'
import {
  insert,
  mailsTo,
  newBookkeeper,
  newClient,
  problemOf,
  type TestBookkeeper,
  type TestClient,
  unique,
} from '../testing/portal.ts'
import { at, DUE, newAssignment, reminders as messages, runAt, timeline } from '../testing/follow-ups.ts'
import { submit } from '../testing/sections.ts'
import { assigned, change, day, get, newWorkform, queued, rows, send, textField } from '../testing/work.ts'
import { uuidv7 } from '../ids.ts'
import { addDays } from '@portal/contract/dates'

const daysLeft = (f: ClientFollowUps['upcoming']): number[] =>
  f.map((u) => (Date.parse(u.day) - Date.parse(DUE)) / 86_400_000)

/** Submits every section. */
async function submitAll(c: TestClient, sections: readonly { id: string }[]): Promise<void> {
  for (const [i, { id }] of sections.entries()) await good(submit(c, id, { [i === 0 ? 'a' : 'b']: 'Done' }))
}

describe('a follow-up', () => {
  it('is shown before it is sent, then appears in chat and mail and updates both sides', async () => {
    const { b, c } = await newAssignment()
    const plan = await timeline(b, c.clientId)
    // Due on a Monday: a week before; on Friday instead of three days and one day before; on the day; three days after.
    expect(daysLeft(plan.upcoming)).toEqual([-7, -3, 0, 3, 7, 9, 14, 18, 21])
    expect(plan.upcoming.at(-1)?.kind).toBe('escalation')
    const [first] = plan.upcoming
    expect(first?.about).toEqual([
      expect.objectContaining({ workform_name: 'Payroll', due_date: DUE, step: 1, overdue: 0, open: 2 }),
    ])
    await runAt(b, at(-7, '08:59'))
    expect(await messages(c.clientId)).toEqual([])
    await runAt(b, at(-7))
    await runAt(b, at(-7, '11:00'))
    expect(await messages(c.clientId)).toEqual([{ message: first?.text, sender: 'system' }])
    const after = await timeline(b, c.clientId)
    expect(after.past).toEqual([expect.objectContaining({ state: 'sent', subject: first?.subject, at: at(-7) })])
    expect((await get<FollowUpsPage>(b, '/api/follow-ups?show=past')).items).toEqual(after.past)
    expect((await get<FollowUpsPage>(b, '/api/follow-ups')).items.map((i) => i.day)).toEqual(
      after.upcoming.map((u) => u.day),
    )
    for (const user of [b.userId, c.userId])
      expect((await queued('event', `user:${user}`, '"chat.message"')).length).toBe(1)
    await expect.poll(async () => (await mailsTo(c.email)).filter((m) => m.subject === first?.subject).length).toBe(1)
    expect(
      await rows(
        "SELECT 1 FROM audit_log WHERE action = 'follow_up.sent' AND client_id = ? AND actor_role = 'system'",
        c.clientId,
      ),
    ).toHaveLength(1)
  })

  it('is not sent at night, on weekends, or while the client travels', async () => {
    const { b, c } = await newAssignment('Travelling', { quiet: [{ from: day(0), until: addDays(DUE, -4) }] })
    expect(daysLeft((await timeline(b, c.clientId)).upcoming)[0]).toBe(-3)
    for (const days of [-7, -5, -4]) await runAt(b, at(days))
    await runAt(b, at(-3, '18:00'))
    await runAt(b, at(-2))
    expect(await messages(c.clientId)).toEqual([])
    await runAt(b, at(0, '17:59'))
    expect(await messages(c.clientId)).toHaveLength(1)
  })

  it('is sent in the morning of the client’s time zone', async () => {
    const { b, c } = await newAssignment()
    await change(`UPDATE profiles SET time_zone = 'Pacific/Auckland' WHERE id = ?`, c.userId)
    await change(`UPDATE agent_clients SET next_at = '' WHERE client_id = ?`, c.clientId)
    const [first] = (await timeline(b, c.clientId)).upcoming
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Pacific/Auckland', hour: '2-digit', day: '2-digit' })
    expect(hour.format(new Date(first?.at ?? 0))).toContain(', 09')
    await runAt(b, at(-7, '01:00'))
    await runAt(b, at(-7, '12:00'))
    expect(await messages(c.clientId)).toHaveLength(1)
  })

  it('stops when everything is submitted, and resumes when a section is rejected', async () => {
    const { b, c, sections } = await newAssignment()
    await runAt(b, at(-7))
    await submitAll(c, sections)
    expect((await timeline(b, c.clientId)).upcoming).toEqual([])
    expect((await timeline(b, c.clientId)).assignments[0]?.waits_for).toBe('review')
    await runAt(b, at(-3))
    expect(await messages(c.clientId)).toHaveLength(1)
    const [first] = sections
    const [row] = await rows<{ version: number }>(
      'SELECT version FROM book_client_workforms WHERE id = ?',
      first?.id ?? '',
    )
    await good(
      send(b, 'POST', `/api/sections/${first?.id}/reject`, {
        version: row?.version,
        reason: 'The scan is not readable',
      }),
    )
    await runAt(b, at(0))
    const [, again] = await messages(c.clientId)
    expect(again?.message).toContain('The scan is not readable')
  })

  it('is replaced by an escalation when the limit is reached', async () => {
    const { b, c } = await newAssignment()
    for (let days = -10; days < 40; days++) await runAt(b, at(days))
    // Three before and on the due date, five after it.
    expect(await messages(c.clientId)).toHaveLength(8)
    const { past, upcoming, assignments } = await timeline(b, c.clientId)
    expect(upcoming).toEqual([])
    expect(assignments[0]).toMatchObject({ sent: 8, escalated: true })
    expect(past[0]).toMatchObject({
      kind: 'escalation',
      subject: expect.stringMatching(/^Acme Bakery is \d+ days late with "Payroll"$/),
      text: expect.stringContaining('8 reminders, 5 of them after the due date. Still open: First and Second.'),
    })
    await expect.poll(async () => (await mailsTo(b.email)).filter((m) => m.subject === past[0]?.subject).length).toBe(1)
    const { activity } = await get<{ activity: { action: string; by: string }[] }>(b, '/api/dashboard')
    expect(activity[0]).toMatchObject({ action: 'follow_up.escalated', by: 'agent' })
    const auditLog = await get<{ items: { action: string; by: string }[] }>(
      b,
      `/api/audit?by=agent&client=${c.clientId}`,
    )
    expect(auditLog.items.map((e) => `${e.by} ${e.action}`)).toEqual([
      'agent follow_up.escalated',
      ...Array(8).fill('agent follow_up.sent'),
    ])
  })
})

describe('the bookkeeper', () => {
  it('can edit and skip follow-ups, and what is sent is what was shown', async () => {
    const { b, c } = await newAssignment()
    const path = `/api/follow-ups/clients/${c.clientId}`
    const [monday, friday] = (await timeline(b, c.clientId)).upcoming
    const own = { subject: 'A word from me', text: 'Dear Acme,\n\nthe March statements, please.' }
    await good(send(b, 'PUT', `${path}/days/${monday?.day}`, own))
    await good(send(b, 'PUT', `${path}/days/${friday?.day}/skip`, { skipped: true }))
    const { upcoming } = await timeline(b, c.clientId)
    expect(upcoming.slice(0, 2)).toMatchObject([
      { ...own, source: 'bookkeeper', outdated: false },
      { state: 'skipped' },
    ])
    await runAt(b, at(-7))
    expect((await messages(c.clientId)).map((m) => m.message)).toEqual([own.text])
    expect((await problemOf(await send(b, 'PUT', `${path}/days/${monday?.day}`, own))).code).toBe('follow_up_sent')
    await runAt(b, at(-3))
    expect(await messages(c.clientId)).toHaveLength(1)
    await runAt(b, at(-1))
    expect((await timeline(b, c.clientId)).past.map((p) => p.state)).toEqual(['skipped', 'sent'])
    expect(
      (await problemOf(await send(b, 'PUT', `${path}/days/${addDays(DUE, 1)}/skip`, { skipped: true }))).code,
    ).toBe('stale')
  })

  it('sees when their own text is outdated, and can restore the agent’s text', async () => {
    const { b, c, sections } = await newAssignment()
    const [first] = (await timeline(b, c.clientId)).upcoming
    const path = `/api/follow-ups/clients/${c.clientId}/days/${first?.day}`
    await good(send(b, 'PUT', path, { subject: 'Mine', text: 'Both sections, please.' }))
    await submitAll(c, sections.slice(0, 1))
    expect((await timeline(b, c.clientId)).upcoming[0]).toMatchObject({ subject: 'Mine', outdated: true })
    await runAt(b, at(-9))
    expect((await get<FollowUpsPage>(b, `/api/follow-ups?client=${c.clientId}`)).items[0]).toMatchObject({
      subject: 'Mine',
      outdated: true,
    })
    await good(b.fetch(path, { method: 'DELETE' }))
    expect((await timeline(b, c.clientId)).upcoming[0]).toMatchObject({ source: 'template', outdated: false })
  })

  it('can pause an assignment or a client and turn the agent off, without losing edits', async () => {
    const { b, c, workformId } = await newAssignment()
    const path = `/api/follow-ups/clients/${c.clientId}`
    const [first] = (await timeline(b, c.clientId)).upcoming
    await good(send(b, 'PUT', `${path}/days/${first?.day}`, { subject: 'Mine', text: 'Mine.' }))
    await good(send(b, 'PUT', `${path}/workforms/${workformId}`, { paused: true }))
    await runAt(b, at(-8))
    expect((await timeline(b, c.clientId)).upcoming).toEqual([])
    expect((await get<FollowUpsPage>(b, '/api/follow-ups')).items).toEqual([])
    await good(send(b, 'PUT', `${path}/workforms/${workformId}`, { paused: false }))
    await good(send(b, 'PUT', path, { mode: 'off' }))
    await runAt(b, at(-7))
    expect(await messages(c.clientId)).toEqual([])
    await good(send(b, 'PUT', path, { mode: 'on' }))
    expect((await timeline(b, c.clientId)).upcoming[0]?.subject).toBe('Mine')
    await good(send(b, 'PUT', path, { mode: 'paused', resumes: addDays(DUE, 1) }))
    expect(daysLeft((await timeline(b, c.clientId)).upcoming)[0]).toBe(1)
    expect((await send(b, 'PUT', path, { mode: 'paused', resumes: '2020-01-01' })).status).toBe(400)
  })
})

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
    const late = await rows<{ client: string; seq: string }>(
      `SELECT c.id AS client, o.seq FROM outbox o JOIN book_clients c ON o.recipient = 'mail:' || c.email
       WHERE c.bookkeeper_id = ? AND o.kind = 'mail'`,
      b.userId,
    )
    expect(late.filter(({ client, seq }) => done.has(client) && Number(seq) > Number(done.get(client)))).toEqual([])
    expect(await messages(ids[0] ?? '')).toHaveLength(1)
  })
})

afterEach(async () => {
  // The real agent runs in the portal under test, too; it must not send what is planned for future weeks.
  expect(await rows("SELECT 1 FROM follow_ups WHERE state = 'sent' AND at < datetime('now', '-1 day')")).toEqual([])
})
