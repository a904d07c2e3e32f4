import type { HeldClients, Suggestion } from '@portal/contract/agent'
import { addDays } from '@portal/contract/dates'
import type { Notifications } from '@portal/contract/notifications'
import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import type { Preferences } from '@portal/contract/preferences'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { at, DUE, newAssignment, reminders, runAt, timeline } from '../../testing/follow-ups.ts'
import { mailsTo, newBookkeeper, newClient, type TestBookkeeper } from '../../testing/portal.ts'
import { change, day, get, newWorkform, rows, send } from '../../testing/work.ts'

const held = async (b: TestBookkeeper) => (await get<HeldClients>(b, '/api/follow-ups/held')).items
const prefer = (given: Partial<Preferences>): Preferences => ({ ...NO_PREFERENCES, ...given })
const suggest = (b: TestBookkeeper, input: object) => {
  const body = { notes: '', preferences: null, due_date: DUE, client_id: null, ...input }
  return good<Suggestion>(send(b, 'POST', '/api/follow-ups/suggestions', body))
}

describe('notes that are not confirmed', () => {
  it('hold all reminders until the bookkeeper releases them, and ask once', async () => {
    const { b, c } = await newAssignment('Be gentle. Use the blue folder or call Tom.')
    const before = await timeline(b, c.clientId)
    expect(before.upcoming).toEqual([])
    expect(before.held).toMatchObject({ ask_on: null, why: expect.stringContaining('call Tom') })
    expect(before.assignments[0]?.suggestion?.preferences.tone.before).toBe('gentle')
    await runAt(b, at(-8))
    await runAt(b, at(-7))
    expect(await reminders(c.clientId)).toEqual([])
    expect(await held(b)).toEqual([
      expect.objectContaining({ client_id: c.clientId, ask_on: null, text: expect.stringContaining('call Tom') }),
    ])
    const isQuestion = (m: { subject: string }) => m.subject === 'Can reminders to Acme Bakery start?'
    await expect.poll(async () => (await mailsTo(b.email)).filter(isQuestion).length).toBe(1)
    const bell = async () => (await get<Notifications>(b, '/api/notifications')).items.map((i) => i.message)
    expect(await bell()).toContain('Can reminders to Acme Bakery start?')

    await good(send(b, 'POST', `/api/follow-ups/clients/${c.clientId}/release`))
    await good(send(b, 'POST', `/api/follow-ups/clients/${c.clientId}/release`))
    expect(await held(b)).toEqual([])
    expect(await bell()).not.toContain('Can reminders to Acme Bakery start?')
    const after = await timeline(b, c.clientId)
    expect(after.held).toBeNull()
    expect(after.assignments[0]).toMatchObject({ suggestion: null, preferences: { tone: { before: 'gentle' } } })
    await runAt(b, at(-3))
    expect(await reminders(c.clientId)).toHaveLength(1)
    expect(
      await rows("SELECT 1 FROM audit_log WHERE action = 'agent.released' AND client_id = ?", c.clientId),
    ).toHaveLength(1)
  })

  it('ask once, even if the day on which they asked has not begun in a new time zone of the client', async () => {
    const { b, c } = await newAssignment('Be gentle. Use the blue folder or call Tom.')
    const asked = () => rows("SELECT 1 FROM audit_log WHERE action = 'follow_up.asked' AND client_id = ?", c.clientId)
    await runAt(b, at(-8))
    expect(await asked()).toHaveLength(1)
    await change(
      "UPDATE follow_ups SET day = ? WHERE client_id = ? AND kind = 'question'",
      addDays(DUE, -7),
      c.clientId,
    )
    await change('UPDATE agent_clients SET next_at = ? WHERE client_id = ?', at(-8), c.clientId)
    await runAt(b, at(-8))
    expect(await asked()).toHaveLength(1)
    expect(await held(b)).toHaveLength(1)
  })

  it('never lead to a reminder that they forbid', async () => {
    const { b, c } = await newAssignment('never remind her on Fridays')
    await good(send(b, 'POST', `/api/follow-ups/clients/${c.clientId}/release`))
    // Due on a Monday: without the note, some of them were on Fridays.
    const planned = (await timeline(b, c.clientId)).upcoming.filter(({ kind }) => kind === 'message')
    expect(planned.length).toBeGreaterThan(3)
    expect(planned.filter(({ at: sent }) => new Date(sent).getUTCDay() === 5)).toEqual([])
    const other = await newAssignment('No reminders please, I will call her')
    for (let days = -8; days < 8; days++) await runAt(other.b, at(days))
    expect(await reminders(other.c.clientId)).toEqual([])
    expect((await held(other.b)).map(({ text }) => text)).toEqual([expect.stringContaining('I will call her')])
  })

  it('change nothing when they ask for nothing', async () => {
    const { b, c } = await newAssignment('New client since 2019.')
    const plan = await timeline(b, c.clientId)
    expect(plan.held).toBeNull()
    expect(plan.upcoming.length).toBeGreaterThan(0)
  })
})

describe('confirmed preferences', () => {
  it('plan reminders as they say, and can be changed together with the notes', async () => {
    const preferences = prefer({ only_on: [addDays(DUE, -6), addDays(DUE, -4)], max: 1 })
    const { b, c, workformId } = await newAssignment('Twice', preferences)
    const days = async () =>
      (await timeline(b, c.clientId)).upcoming.filter((f) => f.kind === 'message').map((f) => f.day)
    expect(await days()).toEqual([addDays(DUE, -6)])
    const path = `/api/follow-ups/clients/${c.clientId}/workforms/${workformId}/preferences`
    await good(
      send(b, 'PUT', path, { notes: 'Once, later', preferences: { ...preferences, only_on: [addDays(DUE, -4)] } }),
    )
    expect(await days()).toEqual([addDays(DUE, -4)])
    expect((await timeline(b, c.clientId)).assignments[0]).toMatchObject({ notes: 'Once, later', suggestion: null })
    await refused(send(b, 'PUT', path, { notes: '', preferences: { ...preferences, max: 0 } }), 'invalid_input')
    const stranger = await newBookkeeper()
    await refused(send(stranger, 'PUT', path, { notes: '', preferences: null }), 'not_found')
  })

  it('are not replaced by somebody who has not seen them', async () => {
    const { b, c, workformId } = await newAssignment('Twice', prefer({ max: 2 }))
    const hold = { ask_on: null, why: 'Call first' }
    const seen = { notes: 'Twice', preferences: prefer({ max: 2 }) }
    const paths = [
      `/api/follow-ups/clients/${c.clientId}/workforms/${workformId}/preferences`,
      `/api/follow-ups/clients/${c.clientId}/preferences`,
    ]
    for (const [i, path] of paths.entries()) {
      const before = i === 0 ? seen : { notes: null, preferences: null }
      await good(send(b, 'PUT', path, { ...seen, preferences: prefer({ hold }), before }))
      await refused(send(b, 'PUT', path, { ...seen, preferences: prefer({ max: 5 }), before }), 'stale')
    }
    expect((await timeline(b, c.clientId)).assignments[0]?.preferences?.hold).toEqual(hold)
  })

  it('go on when the notes change and the bookkeeper has not confirmed the new ones', async () => {
    const { b, c, workformId } = await newAssignment('Never', prefer({ never: true }))
    const path = `/api/follow-ups/clients/${c.clientId}/workforms/${workformId}/preferences`
    await good(send(b, 'PUT', path, { notes: 'S-corp since 2019', preferences: null }))
    expect((await timeline(b, c.clientId)).upcoming).toEqual([])
    await good(send(b, 'PUT', path, { notes: 'Be gentle', preferences: null }))
    expect((await timeline(b, c.clientId)).assignments[0]?.suggestion?.preferences).toMatchObject({
      never: true,
      tone: { before: 'gentle' },
    })
    const own = `/api/follow-ups/clients/${c.clientId}/preferences`
    await good(send(b, 'PUT', own, { notes: null, preferences: prefer({ every: 9 }) }))
    await good(send(b, 'PUT', own, { notes: 'Be gentle', preferences: null }))
    expect((await timeline(b, c.clientId)).preferences).toMatchObject({ every: 9, tone: { before: 'gentle' } })
  })

  it('keep the notes when the workform is assigned again with other notes', async () => {
    const { b, c, workformId } = await newAssignment('First notes', prefer({ every: 7 }))
    const clients = [{ client_id: c.clientId, due_date: DUE }]
    await good(send(b, 'POST', '/api/assignments', { workform_id: workformId, clients, notes: 'Second notes' }))
    expect((await timeline(b, c.clientId)).assignments[0]).toMatchObject({
      notes: 'First notes',
      preferences: { every: 7 },
    })
    const path = `/api/clients/${c.clientId}/workforms/${workformId}`
    const changed = { due_date: DUE, notes: 'Second notes', preferences: prefer({ every: 2 }) }
    await good(send(b, 'PATCH', path, changed))
    expect((await timeline(b, c.clientId)).assignments[0]).toMatchObject({
      notes: 'Second notes',
      preferences: { every: 2 },
      suggestion: null,
    })
  })

  it('of the client apply to all assignments, in addition to their own', async () => {
    const { b, c } = await newAssignment(undefined, prefer({ not_before: addDays(DUE, -3) }))
    const path = `/api/follow-ups/clients/${c.clientId}/preferences`
    const quiet = [{ from: addDays(DUE, -3), until: addDays(DUE, -1) }]
    await good(send(b, 'PUT', path, { notes: 'Closed before the deadline', preferences: prefer({ quiet }) }))
    const plan = await timeline(b, c.clientId)
    expect(plan.upcoming[0]?.day).toBe(DUE)
    expect(plan).toMatchObject({ notes: 'Closed before the deadline', preferences: { quiet } })
  })

  it('give documents dates of their own, which the texts name', async () => {
    const { b, c } = await newAssignment(undefined, prefer({}))
    const path = `/api/follow-ups/clients/${c.clientId}/preferences`
    const parts = [{ what: ['First'], due: addDays(DUE, -7), not_before: null }]
    await good(send(b, 'PUT', path, { notes: null, preferences: prefer({ parts }) }))
    const { upcoming } = await timeline(b, c.clientId)
    const due = upcoming.find((f) => f.day === addDays(DUE, -7))
    expect(due?.subject).toContain('art of "Payroll" is due today')
    expect(due?.text).toMatch(/• Payroll \(due today, [^)]+\): First\n/)
    expect(due?.text).toMatch(/• Payroll \(due in a week, [^)]+\): Second\n/)
  })

  it('hold everything and ask on the date that the bookkeeper has chosen', async () => {
    const hold = { ask_on: addDays(DUE, -10), why: 'Call first' }
    const { b, c } = await newAssignment('Call first', prefer({ hold }))
    await runAt(b, at(-14))
    expect(await held(b)).toEqual([expect.objectContaining({ client_id: c.clientId, ask_on: addDays(DUE, -10) })])
    const asked = async () => (await mailsTo(b.email)).filter((m) => m.subject.startsWith('Can reminders')).length
    expect(await asked()).toBe(0)
    await runAt(b, at(-10, '10:00'))
    await expect.poll(asked).toBe(1)
    await runAt(b, at(-7))
    expect(await reminders(c.clientId)).toEqual([])
  })

  it('are planned again in the new time zone when the bookkeeper moves', async () => {
    const { b, c } = await newAssignment(undefined, prefer({ every: 7 }))
    const revision = async () =>
      (await rows<{ revision: number }>('SELECT revision FROM agent_clients WHERE client_id = ?', c.clientId))[0]
        ?.revision ?? 0
    const before = await revision()
    await good(send(b, 'PUT', '/api/profile/time-zone', { time_zone: 'Asia/Tokyo' }))
    expect(await revision()).toBeGreaterThan(before)
    expect((await timeline(b, c.clientId)).time_zone).toBe('Asia/Tokyo')
  })

  it('are stored with a new client', async () => {
    const b = await newBookkeeper()
    const workform = await newWorkform(b)
    const assignment = { workform_id: workform.id, due_date: DUE, notes: 'Weekly', preferences: prefer({ every: 7 }) }
    const body = { name: 'New Client', phone: '1', email: `new-${b.userId}@example.com`, assignment }
    const { id } = await good<{ id: string }>(send(b, 'POST', '/api/clients', body))
    expect((await timeline(b, id)).assignments[0]).toMatchObject({ preferences: { every: 7 }, suggestion: null })
  })
})

describe('suggestions', () => {
  it('say what is understood, what is not, and what the agent does next', async () => {
    const b = await newBookkeeper()
    const c = await newClient(b)
    const away = await suggest(b, { notes: `Away until ${addDays(DUE, -2)}; be gentle`, client_id: c.clientId })
    expect(away.preferences).toMatchObject({ tone: { before: 'gentle' }, hold: null })
    expect(away.next).toMatchObject({ at: expect.stringContaining(addDays(DUE, 0)), held: null })
    const unclear = await suggest(b, { notes: 'Ask Linda instead' })
    expect(unclear).toMatchObject({ not_understood: ['Ask Linda instead'], next: { at: null } })
    expect(unclear.next?.held).not.toBeNull()
    const edited = await suggest(b, { notes: 'Ask Linda instead', preferences: NO_PREFERENCES })
    expect(edited.next).toMatchObject({ at: expect.stringContaining(addDays(DUE, -7)), held: null })
    expect((await suggest(b, { due_date: null })).next).toBeNull()
    expect(
      await rows(
        `SELECT 1 FROM agent_assignments a JOIN book_form_submissions s ON s.id = a.submission_id
         WHERE s.bookkeeper_id = ?`,
        b.userId,
      ),
    ).toEqual([])
  })

  it('say what the agent does next about an assignment that exists', async () => {
    const { b, c, workformId } = await newAssignment('Twice', prefer({ max: 2 }))
    const [next] = (await timeline(b, c.clientId)).upcoming
    const about = { client_id: c.clientId, workform_id: workformId }
    expect((await suggest(b, { ...about, preferences: prefer({ max: 2 }) })).next?.at).toBe(next?.at)
    const only_on = [addDays(DUE, -4)]
    expect((await suggest(b, { ...about, preferences: prefer({ only_on }) })).next?.at).toContain(addDays(DUE, -4))
  })

  it('are refused for a client or workform of another bookkeeper', async () => {
    const [b, other] = [await newBookkeeper(), await newAssignment('')]
    const own = await newClient(b)
    const body = { notes: '', preferences: null, due_date: day(5) }
    for (const ids of [
      { client_id: other.c.clientId },
      { client_id: own.clientId, workform_id: other.workformId },
      { client_id: null, workform_id: other.workformId },
    ])
      await refused(send(b, 'POST', '/api/follow-ups/suggestions', { ...body, ...ids }), 'not_found')
  })
})
