import type { Client } from '@portal/contract/clients'
import { todayIn } from '@portal/contract/dates'
import type { Dashboard } from '@portal/contract/dashboard'
import type { SubmissionsPage } from '@portal/contract/review'
import { describe, expect, inject, it } from 'vitest'
import { signAccessToken } from '../../platform/access/access-token.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { good, refused } from '../../testing/accounts.ts'
import { newBookkeeper, newClient, type TestBookkeeper } from '../../testing/portal.ts'
import {
  answerRecall,
  decided,
  newWork,
  open as openSection,
  recall,
  reviewed,
  submit,
} from '../../testing/sections.ts'
import {
  assigned,
  change,
  createdClient,
  day,
  get,
  newWorkform,
  sectionsOf,
  send,
  settle,
  textField,
  trips,
} from '../../testing/work.ts'
import { monthStarts } from '../../platform/time/day-starts.ts'

const { start, previous } = monthStarts('UTC', new Date())
const before = (instant: string, days = 1) => new Date(Date.parse(instant) - days * 86_400_000).toISOString()
const dashboard = (caller: TestBookkeeper) => get<Dashboard>(caller, '/api/dashboard')
/** Creates a bookkeeper who signed up before this month. */
async function settled(firmId?: string): Promise<TestBookkeeper> {
  const bea = await newBookkeeper(firmId)
  await change('UPDATE profiles SET created_at = ? WHERE id = ?', before(previous, 90), bea.userId)
  return bea
}
const made = (clientId: string, at: string) =>
  change('UPDATE book_clients SET created_at = ? WHERE id = ?', at, clientId)
const setStatus = async (bea: TestBookkeeper, id: string, status: string) => {
  const { name, email, phone, company, updated_at } = await get<Record<string, string>>(bea, `/api/clients/${id}`)
  await good(send(bea, 'PATCH', `/api/clients/${id}`, { name, email, phone, company, updated_at, status }))
}

it('has no previous figures in the first month', async () => {
  const bea = await newBookkeeper()
  await createdClient(bea)
  const response = await send(bea, 'GET', '/api/dashboard')
  expect(trips(response)).toEqual({ reads: 1, writes: 0 })
  const none = { value: 0, previous: null }
  expect(await response.json()).toMatchObject({
    total_clients: { value: 1, previous: null },
    in_onboarding: none,
    completed_forms: none,
    pending_tasks: none,
  })
})

it('counts own clients now and at the end of last month', async () => {
  const bea = await settled()
  const clients = [await createdClient(bea), await createdClient(bea), await createdClient(bea)]
  await createdClient(await settled(bea.firmId))
  await made(clients[0]?.id ?? '', before(start))
  await made(clients[1]?.id ?? '', before(previous, 5))
  expect((await dashboard(bea)).total_clients).toEqual({ value: 3, previous: 2 })
})

it('derives from the audit log who was in onboarding at the end of last month', async () => {
  const bea = await settled()
  const [stays, leaves, joins, returns, fresh, gone] = await Promise.all(
    Array.from({ length: 6 }, () => createdClient(bea)),
  )
  if (!stays || !leaves || !joins || !returns || !fresh || !gone) throw new Error('no clients')
  for (const { id } of [stays, leaves, joins, returns, gone]) await made(id, before(start, 3))
  // Set up as last month, without changes of status this month.
  for (const { id } of [stays, leaves, returns, gone])
    await change(`UPDATE book_clients SET status = 'onboarding' WHERE id = ?`, id)
  for (const { id } of [leaves, gone]) await setStatus(bea, id, 'active')
  await setStatus(bea, joins.id, 'onboarding')
  await setStatus(bea, returns.id, 'inactive')
  await setStatus(bea, returns.id, 'onboarding')
  await setStatus(bea, fresh.id, 'onboarding')
  expect((await dashboard(bea)).in_onboarding).toEqual({ value: 4, previous: 4 })
})

it('counts a form as completed in the month in which its last section was approved', async () => {
  const bea = await settled()
  const cleo = await newClient(bea)
  const complete = async (first: string, second: string | undefined) => {
    const workform = await newWorkform(bea)
    await assigned(bea, workform, [cleo.clientId])
    const [a, b] = await sectionsOf(cleo.clientId, workform.id)
    if (!a || !b) throw new Error('no sections')
    await settle(a, 'approved', first)
    if (second) await settle(b, 'approved', second)
  }
  await complete(before(start), new Date().toISOString())
  await complete(new Date().toISOString(), new Date().toISOString())
  await complete(before(start, 2), before(start, 1))
  await complete(before(previous), before(previous))
  await complete(new Date().toISOString(), undefined)
  await complete(before(start), undefined)
  expect((await dashboard(bea)).completed_forms).toEqual({ value: 2, previous: 1 })
})

it('counts the sections that wait for review now and at the end of last month', async () => {
  const bea = await settled()
  const cleo = await newClient(bea)
  const rows = []
  for (let i = 0; i < 3; i++) {
    const workform = await newWorkform(bea)
    await assigned(bea, workform, [cleo.clientId])
    rows.push(...(await sectionsOf(cleo.clientId, workform.id)))
  }
  const [waits, isNew, approvedSince, approvedThen, rejectedSince, cameSince] = rows
  if (!waits || !isNew || !approvedSince || !approvedThen || !rejectedSince || !cameSince)
    throw new Error('no sections')
  for (const row of [waits, approvedSince, approvedThen, rejectedSince])
    await settle(row, 'completed', before(start, 2))
  await settle(isNew, 'completed')
  const decide = (id: string, at: string) =>
    change(`UPDATE book_client_workforms SET status = 'approved', approved_at = ? WHERE id = ?`, at, id)
  await decide(approvedSince.id, new Date().toISOString())
  await decide(approvedThen.id, before(start))
  // A rejection resets the section, so only the audit log shows it.
  const entry = (id: string, action: string, at: string) =>
    change(
      `INSERT INTO audit_log (id, firm_id, actor_role, action, subject_type, subject_id, detail, at)
        VALUES (?, ?, 'client', ?, 'section', ?, '{}', ?)`,
      uuidv7(),
      bea.firmId,
      action,
      id,
      at,
    )
  const rejects = async (id: string, submitted: string) => {
    await entry(id, 'section.submitted', submitted)
    await entry(id, 'doc_rejected', new Date().toISOString())
    await change(`UPDATE book_client_workforms SET status = 'rejected', submitted_at = NULL WHERE id = ?`, id)
  }
  await rejects(rejectedSince.id, before(start, 2))
  await rejects(cameSince.id, start)
  expect((await dashboard(bea)).pending_tasks).toEqual({ value: 2, previous: 3 })
})

/** Returns the dashboard in another time zone. */
async function dashboardIn(bea: TestBookkeeper, timeZone: string): Promise<Dashboard> {
  const actor = {
    userId: bea.userId,
    role: 'bookkeeper' as const,
    firmId: bea.firmId,
    clientId: null,
    sessionId: uuidv7(),
    timeZone,
  }
  const { token } = await signAccessToken(inject('authSecret'), actor, new Date())
  return good<Dashboard>(bea.fetch('/api/dashboard', { headers: { authorization: `Bearer ${token}` } }))
}
const hourBefore = (instant: string) => new Date(Date.parse(instant) - 3_600_000).toISOString()

// The two time zones that are furthest apart: their months begin 25 hours apart.
describe.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('months of the time zone %s', (zone) => {
  const months = monthStarts(zone, new Date())

  it('apply to clients', async () => {
    const bea = await settled()
    const client = await createdClient(bea)
    await made(client.id, hourBefore(months.start))
    expect((await dashboardIn(bea, zone)).total_clients).toEqual({ value: 1, previous: 1 })
    await made(client.id, months.start)
    expect((await dashboardIn(bea, zone)).total_clients).toEqual({ value: 1, previous: 0 })
  })

  it('apply to changes of status', async () => {
    const bea = await settled()
    const client = await createdClient(bea)
    await made(client.id, hourBefore(months.previous))
    await change(`UPDATE book_clients SET status = 'active' WHERE id = ?`, client.id)
    const changed = (at: string) =>
      change(
        `INSERT INTO audit_log (id, firm_id, actor_role, action, subject_type, subject_id, client_id, detail, at)
         VALUES (?, ?, 'bookkeeper', 'client.status_changed', 'client', ?, ?,
            '{"from":"onboarding","to":"active"}', ?)`,
        uuidv7(),
        bea.firmId,
        client.id,
        client.id,
        at,
      )
    await changed(hourBefore(months.start))
    expect((await dashboardIn(bea, zone)).in_onboarding).toEqual({ value: 0, previous: 0 })
    await changed(months.start)
    expect((await dashboardIn(bea, zone)).in_onboarding).toEqual({ value: 0, previous: 1 })
  })

  it('apply to completed forms and waiting sections', async () => {
    const bea = await settled()
    const cleo = await newClient(bea)
    const work = async (status: 'approved' | 'completed', at: string) => {
      const workform = await newWorkform(bea, { fields: [textField('a', 'Only')] })
      await assigned(bea, workform, [cleo.clientId])
      for (const row of await sectionsOf(cleo.clientId, workform.id)) await settle(row, status, at)
    }
    for (const status of ['approved', 'completed'] as const) {
      for (const at of [months.start, hourBefore(months.start), months.previous, hourBefore(months.previous)])
        await work(status, at)
    }
    const figures = await dashboardIn(bea, zone)
    expect(figures.completed_forms).toEqual({ value: 1, previous: 2 })
    expect(figures.pending_tasks).toEqual({ value: 4, previous: 3 })
  })
})

describe('sections that wait for review', () => {
  it('are the five oldest, with client and workform', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const workform = await newWorkform(bea, { fields: ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((s) => textField(s, s)) })
    await assigned(bea, workform, [cleo.clientId])
    const [open, ...rest] = await sectionsOf(cleo.clientId, workform.id)
    const at = (i: number) => new Date(Date.UTC(2026, 0, 20 - i)).toISOString()
    for (const [i, row] of rest.entries()) await settle(row, 'completed', at(i))
    // A colleague's section does not appear.
    const colleague = await newBookkeeper(bea.firmId)
    const theirs = await newClient(colleague)
    const other = await newWorkform(colleague)
    await assigned(colleague, other, [theirs.clientId])
    for (const row of await sectionsOf(theirs.clientId, other.id)) await settle(row, 'completed', at(20))
    const { reviews, pending_tasks } = await dashboard(bea)
    expect(pending_tasks.value).toBe(6)
    expect(reviews.map((r) => r.section_name)).toEqual(['G', 'F', 'E', 'D', 'C'])
    expect(reviews[0]).toEqual({
      assignment_id: rest.at(-1)?.id,
      section_name: 'G',
      submitted_at: at(5),
      client_id: cleo.clientId,
      client_name: cleo.name,
      workform_id: workform.id,
      workform_name: workform.name,
    })
    expect(reviews.some((r) => r.assignment_id === open?.id)).toBe(false)
  })
})

describe('overdue workforms', () => {
  /** Assigns a workform with a due date relative to today. */
  async function due(bea: TestBookkeeper, clientId: string, days: number) {
    const workform = await newWorkform(bea)
    await assigned(bea, workform, [clientId])
    const sections = await sectionsOf(clientId, workform.id)
    await change(
      'UPDATE book_client_workforms SET due_date = ? WHERE client_id = ? AND workform_id = ?',
      day(days),
      clientId,
      workform.id,
    )
    return { workform, sections }
  }

  it('have open sections and a due date before today, the most overdue first', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const late = await due(bea, cleo.clientId, -2)
    const later = await due(bea, cleo.clientId, -9)
    await due(bea, cleo.clientId, 0)
    // Waiting for the bookkeeper, or done.
    const handedIn = await due(bea, cleo.clientId, -5)
    for (const row of handedIn.sections) await settle(row, 'completed')
    const [approved, rejected] = later.sections
    if (!approved || !rejected) throw new Error('no sections')
    await settle(approved, 'approved')
    await settle(rejected, 'rejected')
    const { overdue, more_overdue } = await dashboard(bea)
    expect(overdue).toMatchObject([
      { workform_id: later.workform.id, workform_name: later.workform.name, due_date: day(-9), open_sections: 1 },
      {
        workform_id: late.workform.id,
        client_id: cleo.clientId,
        client_name: cleo.name,
        due_date: day(-2),
        open_sections: 2,
      },
    ])
    expect(overdue.length).toBe(2)
    expect(more_overdue).toBe(false)
  })

  it('depend on today in the bookkeeper’s time zone, with a flag when there are more', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const yesterday = (zone: string) =>
      new Date(Date.parse(`${todayIn(zone)}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
    const { workform } = await due(bea, cleo.clientId, 0)
    await change(
      'UPDATE book_client_workforms SET due_date = ? WHERE workform_id = ?',
      yesterday('Pacific/Kiritimati'),
      workform.id,
    )
    // Kiritimati is always a day ahead of Pago Pago: due yesterday there is due today or later here.
    expect((await dashboardIn(bea, 'Pacific/Kiritimati')).overdue.length).toBe(1)
    expect((await dashboardIn(bea, 'Pacific/Pago_Pago')).overdue.length).toBe(0)
    for (let i = 0; i < 5; i++) await due(bea, cleo.clientId, -3)
    const { overdue, more_overdue } = await dashboardIn(bea, 'Pacific/Kiritimati')
    expect([overdue.length, more_overdue]).toEqual([5, true])
  })

  it('appear once when their sections have different due dates', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const { sections } = await due(bea, cleo.clientId, -4)
    await change('UPDATE book_client_workforms SET due_date = ? WHERE id = ?', day(-1), sections[0]?.id ?? '')
    expect((await dashboard(bea)).overdue).toMatchObject([{ due_date: day(-4), open_sections: 2 }])
  })
})

describe('recent activity', () => {
  const told = async (caller: TestBookkeeper) =>
    (await dashboard(caller)).activity.map((a) => [
      a.by,
      a.action,
      a.count,
      a.client_name,
      a.workform_name,
      a.section_name,
    ])

  it('lists who did what, newest first', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    await good(submit(client, first.id, { name: 'Cleo' }))
    const { version } = await reviewed(bookkeeper, first.id)
    await decided(bookkeeper, 'reject', first.id, { version, reason: 'Too old' })
    expect(await told(bookkeeper)).toEqual([
      ['you', 'doc_rejected', 1, client.name, workform.name, 'First'],
      ['client', 'section.submitted', 1, client.name, workform.name, 'First'],
      ['you', 'assignment.created', 1, client.name, workform.name, null],
      ['you', 'workform.created', 1, null, workform.name, null],
    ])
  })

  it('lists recalls by themselves', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    await good(submit(client, first.id, { name: 'Cleo' }))
    await good(recall(client, first.id, 1))
    await good(submit(client, first.id, { name: 'Cleo' }))
    await openSection(bookkeeper, first.id, 3)
    await good(recall(client, first.id, 3, 'recall-request'))
    await good(answerRecall(bookkeeper, first.id, 3, false))
    const { activity, recalls } = await dashboard(bookkeeper)
    expect(recalls.map(({ by, action }) => `${by} ${action}`)).toEqual([
      'you section.recall_declined',
      'client section.recall_requested',
      'client section.recalled',
    ])
    expect(recalls[0]).toMatchObject({ client_name: client.name, workform_name: workform.name, section_name: 'First' })
    expect(activity.map(({ action }) => action)).toEqual([
      'section.submitted',
      'section.submitted',
      'assignment.created',
      'workform.created',
    ])
  })

  it('combines a change of many clients to one entry', async () => {
    const bea = await newBookkeeper()
    const clients: Client[] = []
    for (let i = 0; i < 12; i++) clients.push(await createdClient(bea))
    const workform = await newWorkform(bea)
    await assigned(
      bea,
      workform,
      clients.map((c) => c.id),
    )
    const [newest] = await told(bea)
    expect(newest).toEqual(['you', 'assignment.created', 12, 'Nora New', workform.name, null])
    expect((await dashboard(bea)).activity.length).toBe(8)
  })

  it('is shown after many entries of other kinds', async () => {
    const bea = await newBookkeeper()
    const { id } = await createdClient(bea, { name: 'Ada' })
    await change(
      `INSERT INTO audit_log
        (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, client_id, detail, at)
        SELECT ? || value, ?, ?, 'bookkeeper', 'client.tagged', 'client', ?, ?, '{}', ? FROM json_each(?)`,
      uuidv7(),
      bea.firmId,
      bea.userId,
      id,
      id,
      new Date().toISOString(),
      JSON.stringify(Array.from({ length: 300 }, (_, i) => i)),
    )
    expect((await told(bea))[0]?.slice(0, 4)).toEqual(['you', 'client.created', 1, 'Ada'])
  })

  it('has an entry for each workform of an onboarding', async () => {
    const bea = await newBookkeeper()
    const names = ['Monthly', 'Payroll', 'Taxes']
    const workforms = await Promise.all(names.map((name) => newWorkform(bea, { name })))
    const assignments = workforms.map(({ id }) => ({ workform_id: id, due_date: day(9) }))
    await createdClient(bea, { name: 'Ada', assignments })
    const { activity } = await dashboard(bea)
    const entries = activity.filter(({ action }) => action === 'assignment.created')
    expect(entries.map((a) => `${a.workform_name} to ${a.count} ${a.client_name}`).toSorted()).toEqual(
      names.map((name) => `${name} to 1 Ada`),
    )
  })

  it('counts a client once when several of their sections change at once', async () => {
    const { bookkeeper, client, workform, first, second } = await newWork()
    const approved = [first, second].map(({ id }) => ({ assignment_id: id, version: 0 }))
    const pair = { workform_id: workform.id, client_id: client.clientId }
    await good(send(bookkeeper, 'POST', '/api/submissions/approve', { ...pair, sections: approved }))
    expect((await told(bookkeeper))[0]?.slice(0, 4)).toEqual(['you', 'doc_approved', 1, client.name])
  })

  it('keeps the names of deleted clients and workforms, without a link', async () => {
    const bea = await newBookkeeper()
    const client = await createdClient(bea, { name: 'Gone Soon' })
    const workform = await newWorkform(bea, { name: 'Short-lived' })
    await good(send(bea, 'DELETE', `/api/clients/${client.id}`))
    await good(send(bea, 'DELETE', `/api/workforms/${workform.id}`))
    const { activity } = await dashboard(bea)
    expect(activity[0]).toMatchObject({ action: 'workform.deleted', workform_id: null, workform_name: 'Short-lived' })
    expect(activity[1]).toMatchObject({ action: 'client.deleted', client_id: null, client_name: 'Gone Soon' })
  })

  it('does not include a colleague’s clients', async () => {
    const bea = await newBookkeeper()
    await createdClient(await newBookkeeper(bea.firmId))
    expect(await told(bea)).toEqual([])
  })
})

describe('the lists behind the figures', () => {
  const listed = async (bea: TestBookkeeper, only: string) =>
    (await get<SubmissionsPage>(bea, `/api/submissions?only=${only}`)).items.map((c) => c.workform_name).toSorted()

  it('contain exactly what the figures count', async () => {
    const bea = await settled()
    const cleo = await newClient(bea)
    const work = async (
      name: string,
      first?: 'approved' | 'completed',
      second?: 'approved' | 'completed',
      at?: string,
    ) => {
      const workform = await newWorkform(bea, { name })
      await assigned(bea, workform, [cleo.clientId])
      const rows = await sectionsOf(cleo.clientId, workform.id)
      for (const [i, status] of [first, second].entries()) if (status && rows[i]) await settle(rows[i], status, at)
      return workform
    }
    await work('done now', 'approved', 'approved')
    await work('done last month', 'approved', 'approved', hourBefore(start))
    await work('half done', 'approved')
    await work('one waits', 'completed', 'approved')
    await work('both wait', 'completed', 'completed')
    const late = await work('late')
    await change('UPDATE book_client_workforms SET due_date = ? WHERE workform_id = ?', day(-1), late.id)
    expect(await listed(bea, 'completed')).toEqual(['done now'])
    expect(await listed(bea, 'waiting')).toEqual(['both wait', 'one waits'])
    expect(await listed(bea, 'overdue')).toEqual(['late'])
    const { completed_forms, pending_tasks } = await dashboard(bea)
    expect([completed_forms.value, pending_tasks.value]).toEqual([1, 3])
    // Search narrows the list further, and other bookkeepers see none of it.
    expect((await get<SubmissionsPage>(bea, '/api/submissions?only=waiting&q=both')).items.length).toBe(1)
    expect(await listed(await newBookkeeper(bea.firmId), 'waiting')).toEqual([])
  })
})

it('refuses the dashboard when the user is a client', async () => {
  const cleo = await newClient(await newBookkeeper())
  await refused(send(cleo, 'GET', '/api/dashboard'), 'forbidden')
})
