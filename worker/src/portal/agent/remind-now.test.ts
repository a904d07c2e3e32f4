import { addDays } from '@portal/contract/dates'
import type { ClientFollowUps } from '@portal/contract/agent'
import { REMINDER_CAUTIONS, REMINDER_REFUSALS } from '@portal/contract/reminder-texts'
import type { Reminder } from '@portal/contract/reminders'
import { beforeAll, describe, expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import {
  mailsTo,
  newBookkeeper,
  newClient,
  problemOf,
  type TestBookkeeper,
  type TestClient,
  unique,
} from '../../testing/portal.ts'
import { submit } from '../../testing/sections.ts'
import { change, createdClient, day, get, newWorkform, queued, rows, sectionsOf, send } from '../../testing/work.ts'
import { localTime } from '../../platform/time/time-zone.ts'

let b: TestBookkeeper
let workformId: string

beforeAll(async () => {
  b = await newBookkeeper()
  workformId = (await newWorkform(b, { name: 'Payroll' })).id
})

/** A client with a workform that is due in three weeks. */
async function assignedClient(): Promise<TestClient> {
  const c = await newClient(b, 'Acme Bakery')
  await good(
    send(b, 'POST', '/api/assignments', {
      workform_id: workformId,
      clients: [{ client_id: c.clientId, due_date: day(21) }],
    }),
  )
  return c
}

const path = (clientId: string): string => `/api/follow-ups/clients/${clientId}/reminder`
const preview = (clientId: string): Promise<Reminder> => get(b, path(clientId))
const remind = (clientId: string, body: object, key?: string): Promise<Response> =>
  send(b, 'POST', path(clientId), body, key ? { 'idempotency-key': key } : {})
const timeline = (clientId: string): Promise<ClientFollowUps> => get(b, `/api/follow-ups/clients/${clientId}`)
const messages = (clientId: string) =>
  rows<{ message: string; sender: string }>(
    `SELECT m.message, m.sender FROM chat_messages m JOIN chat_threads t ON t.id = m.thread_id
     WHERE t.client_id = ? ORDER BY m.seq`,
    clientId,
  )

describe('a reminder', () => {
  it('is shown before it is sent, then appears in chat and mail and counts as a follow-up', async () => {
    const c = await assignedClient()
    const shown = await preview(c.clientId)
    expect(shown).toMatchObject({ refusal: null, caution: null, last_at: null })
    expect(shown.text).toContain('Payroll')
    const text = `${shown.text}\n\nPS: Call me.`
    await good(remind(c.clientId, { subject: shown.subject, text, version: shown.version }))
    expect(await messages(c.clientId)).toEqual([{ message: text, sender: 'system' }])
    await expect
      .poll(async () => (await mailsTo(c.email)).filter((m) => m.text.includes('PS: Call me.')).length)
      .toBe(1)
    for (const user of [b.userId, c.userId])
      expect(await queued('event', `user:${user}`, `"client_id":"${c.clientId}"`)).not.toEqual([])
    const { past, assignments, upcoming } = await timeline(c.clientId)
    expect(past).toMatchObject([{ state: 'sent', kind: 'message', source: 'bookkeeper', text, about: [{ step: 1 }] }])
    expect(assignments[0]?.sent).toBe(1)
    expect(upcoming[0]?.about[0]?.step).toBe(2)
    expect(
      await rows('SELECT actor_id FROM audit_log WHERE action = ? AND client_id = ?', 'follow_up.sent', c.clientId),
    ).toEqual([{ actor_id: b.userId }])
    expect((await preview(c.clientId)).last_at).toBe(past[0]?.at)
  })

  it('is sent once when the request is repeated', async () => {
    const c = await assignedClient()
    const { subject, text, version } = await preview(c.clientId)
    const key = unique('key')
    for (let i = 0; i < 2; i++) await good(remind(c.clientId, { subject, text, version }, key))
    expect(await messages(c.clientId)).toHaveLength(1)
  })

  it('is sent once when two tabs send it at the same time', async () => {
    const c = await assignedClient()
    const { subject, text, version } = await preview(c.clientId)
    const responses = await Promise.all([1, 2, 3].map(() => remind(c.clientId, { subject, text, version })))
    expect(responses.map((r) => r.status).toSorted((x, y) => x - y)).toEqual([200, 409, 409])
    expect(await messages(c.clientId)).toHaveLength(1)
  })

  it('is sent a second time on a day only when the bookkeeper insists', async () => {
    const c = await assignedClient()
    const first = await preview(c.clientId)
    await good(remind(c.clientId, first))
    const { caution, subject, text, version } = await preview(c.clientId)
    expect(caution).toBe('reminded_today')
    const refused = await problemOf(await remind(c.clientId, { subject, text, version }))
    expect(refused).toMatchObject({ code: 'reminder_held', detail: REMINDER_CAUTIONS.reminded_today })
    await good(remind(c.clientId, { subject, text, version, anyway: true }))
    expect(await messages(c.clientId)).toHaveLength(2)
    expect((await timeline(c.clientId)).assignments[0]?.sent).toBe(2)
    expect((await timeline(c.clientId)).past.map((f) => f.state)).toEqual(['sent', 'sent'])
  })

  it('is sent at most three times a day', async () => {
    const c = await assignedClient()
    for (let i = 0; i < 3; i++) await good(remind(c.clientId, { ...(await preview(c.clientId)), anyway: true }))
    const { refusal, ...shown } = await preview(c.clientId)
    expect(refusal).toBe('too_often')
    const responses = await Promise.all([1, 2].map(() => remind(c.clientId, { ...shown, anyway: true })))
    for (const response of responses) expect((await problemOf(response)).code).toBe('reminder_refused')
    expect(await messages(c.clientId)).toHaveLength(3)
  })

  it('replaces the one that is planned for today, with its text', async () => {
    const c = await assignedClient()
    const today = localTime('UTC', new Date()).day
    // Due today, so that today is a planned day, whatever the weekday; planned as in the morning.
    await change('UPDATE book_client_workforms SET due_date = ? WHERE client_id = ?', today, c.clientId)
    const { upcoming } = await timeline(c.clientId)
    const planned = upcoming.find((f) => f.day === today)
    const shown = await preview(c.clientId)
    if (planned) expect(shown).toMatchObject({ subject: planned.subject, text: planned.text })
    await good(remind(c.clientId, shown))
    expect((await timeline(c.clientId)).upcoming.map((f) => f.day)).not.toContain(today)
  })

  it('is refused when the client’s progress has changed since it was shown', async () => {
    const c = await assignedClient()
    const { subject, text, version } = await preview(c.clientId)
    const [first] = await sectionsOf(c.clientId, workformId)
    await good(submit(c, first?.id ?? '', { a: 'Done' }))
    expect((await problemOf(await remind(c.clientId, { subject, text, version }))).code).toBe('stale')
    expect(await messages(c.clientId)).toEqual([])
  })

  it('is held while follow-ups are off, paused or quiet', async () => {
    const c = await assignedClient()
    const mode = (json: object) => good(send(b, 'PUT', `/api/follow-ups/clients/${c.clientId}`, json))
    await mode({ mode: 'off' })
    expect((await preview(c.clientId)).caution).toBe('on_hold')
    await mode({ mode: 'paused', resumes: addDays(day(0), 3) })
    expect((await preview(c.clientId)).caution).toBe('on_hold')
    await mode({ mode: 'on' })
    expect((await preview(c.clientId)).caution).toBeNull()
    await good(send(b, 'PUT', `/api/follow-ups/clients/${c.clientId}/workforms/${workformId}`, { paused: true }))
    expect((await preview(c.clientId)).caution).toBe('on_hold')
  })
})

describe('no reminder is sent', () => {
  /** Returns why a client cannot be reminded; insisting does not help. */
  async function refusal(clientId: string): Promise<unknown> {
    const { refusal: why, subject, text, version } = await preview(clientId)
    const body = { subject: subject || 'Hello', text: text || 'Hello', version, anyway: true }
    const { code, detail } = await problemOf(await remind(clientId, body))
    expect({ code, detail }).toEqual({ code: 'reminder_refused', detail: why && REMINDER_REFUSALS[why] })
    expect(await messages(clientId)).toEqual([])
    return why
  }

  it('when the client has not signed up', async () => {
    expect(await refusal((await createdClient(b)).id)).toBe('not_signed_up')
  })

  it('when the client is inactive', async () => {
    const c = await assignedClient()
    await change(`UPDATE book_clients SET status = 'inactive' WHERE id = ?`, c.clientId)
    expect(await refusal(c.clientId)).toBe('inactive')
  })

  it('when the client has unsubscribed', async () => {
    const c = await assignedClient()
    await change(
      `INSERT INTO mail_switches (address, kind, off_at) VALUES (lower(?), 'reminders', ?)`,
      c.email,
      new Date().toISOString(),
    )
    expect(await refusal(c.clientId)).toBe('unsubscribed')
  })

  it('when nothing is open', async () => {
    expect(await refusal((await newClient(b)).clientId)).toBe('nothing_open')
  })
})
