import type { ClientFollowUps, FollowUpsPage } from '@portal/contract/agent'
import { afterEach, describe, expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import { mailsTo, problemOf, type TestClient } from '../../testing/portal.ts'
import { at, DUE, newAssignment, reminders as messages, runAt, timeline } from '../../testing/follow-ups.ts'
import { submit } from '../../testing/sections.ts'
import { change, day, get, queued, rows, send } from '../../testing/work.ts'
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

afterEach(async () => {
  // The real agent runs in the portal under test, too; it must not send what is planned for future weeks.
  expect(await rows("SELECT 1 FROM follow_ups WHERE state = 'sent' AND at < datetime('now', '-1 day')")).toEqual([])
})
