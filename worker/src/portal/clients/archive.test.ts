import type { FollowUpsPage, HeldClients } from '@portal/contract/agent'
import type { DashboardCharts } from '@portal/contract/charts'
import type { ChatThread } from '@portal/contract/chat'
import type { PortalWorkforms } from '@portal/contract/client-portal'
import type { ClientCounts, ClientDetail, ClientSelection, ClientsPage } from '@portal/contract/clients'
import type { Dashboard } from '@portal/contract/dashboard'
import type { Notifications } from '@portal/contract/notifications'
import type { SubmissionsPage } from '@portal/contract/review'
import { beforeEach, describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { at, DUE, newAssignment, reminders, runAt, timeline } from '../../testing/follow-ups.ts'
import { newBookkeeper, stranger, type TestBookkeeper, type TestClient } from '../../testing/portal.ts'
import {
  change,
  createdClient,
  day,
  expectAudit,
  expectEvent,
  get,
  newWorkform,
  rows,
  send,
} from '../../testing/work.ts'

let b: TestBookkeeper
let c: TestClient
let workformId: string
let sections: { id: string }[]

beforeEach(async () => {
  ;({ b, c, workformId, sections } = await newAssignment())
})

const setClient = (kind: 'archive' | 'restore', ids = [c.clientId]) =>
  good(send(b, 'POST', '/api/clients/changes', { ids, change: { kind } }))
const setAssignment = (archived: boolean) =>
  good(send(b, 'PUT', `/api/clients/${c.clientId}/workforms/${workformId}/archived`, { archived }))
const submit = (section = sections[0]?.id, key = crypto.randomUUID()) =>
  send(
    c,
    'POST',
    `/api/portal/sections/${section}/submit`,
    { answers: { a: 'x' }, version: 0 },
    { 'idempotency-key': key },
  )

/** Returns everything that must not include what is archived. */
async function figures() {
  const [clients, counts, selection, submissions, ofClient, groups, dashboard, charts, bell, upcoming, held, portal] =
    await Promise.all([
      get<ClientsPage>(b, '/api/clients?limit=50'),
      get<ClientCounts>(b, '/api/clients/counts'),
      get<ClientSelection>(b, '/api/clients/selection'),
      get<SubmissionsPage>(b, '/api/submissions?limit=20'),
      get<SubmissionsPage>(b, `/api/submissions?limit=20&client=${c.clientId}`),
      get<{ items: unknown[] }>(b, '/api/submissions/groups?by=workform&limit=20'),
      get<Dashboard>(b, '/api/dashboard'),
      get<DashboardCharts>(b, '/api/dashboard/charts?months=6'),
      get<Notifications>(b, '/api/notifications'),
      get<FollowUpsPage>(b, '/api/follow-ups?show=upcoming&limit=50'),
      get<HeldClients>(b, '/api/follow-ups/held?limit=50'),
      get<PortalWorkforms>(c, '/api/portal/workforms'),
    ])
  return {
    clients: clients.items.length,
    total: counts.total,
    selectable: selection.items.length,
    submissions: submissions.items.length,
    ofClient: ofClient.items.length,
    groups: groups.items.length,
    pending: dashboard.pending_tasks.value,
    totalClients: dashboard.total_clients.value,
    reviews: dashboard.reviews.length,
    turns: charts.turns.client + charts.turns.you,
    onTime: charts.months.reduce((n, m) => n + m.on_time + m.late + m.missing, 0),
    bell: bell.unread,
    upcoming: upcoming.items.length > 0,
    held: held.items.length,
    portal: portal.items.length,
  }
}

const NONE = {
  submissions: 0,
  ofClient: 0,
  groups: 0,
  pending: 0,
  reviews: 0,
  turns: 0,
  onTime: 0,
  bell: 0,
  upcoming: false,
  held: 0,
  portal: 0,
}

describe('an archived client', () => {
  it('is in no list, count, chart or plan, and back everywhere after it is restored', async () => {
    expect((await submit()).status).toBe(200)
    await runAt(b, at(-20))
    const before = await figures()
    expect(before).toMatchObject({ clients: 1, total: 1, pending: 1, turns: 1, bell: 1, upcoming: true, portal: 1 })
    await setClient('archive')
    await runAt(b, at(-20))
    expect(await figures()).toEqual({ ...NONE, clients: 0, total: 0, selectable: 0, totalClients: 0 })
    const archived = await get<ClientsPage>(b, '/api/clients?limit=50&show=archived')
    expect(archived.items).toMatchObject([{ id: c.clientId, sections: 2, sections_waiting: 1 }])
    expect((await get<ClientSelection>(b, '/api/clients/selection?show=archived')).items).toHaveLength(1)
    const csv = await (await b.fetch('/api/clients/export?show=archived')).text()
    expect(csv).toContain('Acme Bakery')
    expect(await (await b.fetch('/api/clients/export')).text()).not.toContain('Acme Bakery')
    await setClient('restore')
    await runAt(b, at(-20))
    expect(await figures()).toEqual(before)
    await expectAudit('client.archived', c.clientId)
    await expectAudit('client.restored', c.clientId)
    await expectEvent(b.userId, 'client.changed', '')
  })

  it('can be read but not worked on, by both sides', async () => {
    expect((await submit()).status).toBe(200)
    await setClient('archive')
    const pair = `client=${c.clientId}&workform=${workformId}`
    const { items } = await get<SubmissionsPage>(b, `/api/submissions?limit=20&${pair}`)
    expect(items).toMatchObject([{ is_archived: true }])
    await refused(send(b, 'POST', `/api/sections/${sections[0]?.id}/approve`, { version: 1 }), 'archived')
    await refused(c.fetch(`/api/portal/sections/${sections[1]?.id}`), 'archived')
    await refused(submit(sections[1]?.id), 'archived')
    await refused(
      send(c, 'PUT', `/api/portal/sections/${sections[1]?.id}/draft`, { answers: { b: 'x' }, base_version: 0 }),
      'archived',
    )
    expect(await get<PortalWorkforms>(c, '/api/portal/workforms')).toEqual({ items: [], is_archived: true })
    const other = await newWorkform(b)
    const body = { workform_id: other.id, clients: [{ client_id: c.clientId, due_date: day(5) }] }
    const assigned = await good<{ results: unknown[] }>(send(b, 'POST', '/api/assignments', body))
    expect(assigned.results).toMatchObject([{ ok: false, reason: 'This client is archived.' }])
    await refused(send(b, 'POST', `/api/clients/${c.clientId}/invitation`), 'archived')
    expect(await get(b, `/api/follow-ups/clients/${c.clientId}/reminder`)).toMatchObject({ refusal: 'archived' })
  })

  it('still writes messages, which say that the client is archived', async () => {
    await setClient('archive')
    const { items } = await get<{ items: ChatThread[] }>(c, '/api/chat/threads?limit=5')
    await good(send(c, 'POST', `/api/chat/threads/${items[0]?.id}/messages`, { message: 'Are you there?' }))
    const bell = await get<Notifications>(b, '/api/notifications')
    expect(bell.items).toMatchObject([{ title: 'New message from an archived client' }])
    const threads = await get<{ items: ChatThread[] }>(b, '/api/chat/threads?limit=5')
    expect(threads.items).toMatchObject([{ client_archived: true, unread: 1 }])
  })

  it('keeps its address, and says so when it is registered again', async () => {
    const [row] = await rows<{ email: string }>('SELECT email FROM book_clients WHERE id = ?', c.clientId)
    await setClient('archive')
    const input = { name: 'Acme', email: row?.email, phone: '555 0100' }
    await refused(send(b, 'POST', '/api/clients', input), 'client_archived')
    const cells = { ...input, company: '', status: '' }
    const imported = await good<{ results: { reason: string }[] }>(
      send(b, 'POST', '/api/clients/import', { rows: [cells], invite: false }),
    )
    expect(imported.results[0]?.reason).toContain('Restore the client')
    const other = await newBookkeeper(b.firmId)
    expect((await createdClient(other, input)).email).toBe(row?.email)
  })

  it('is archived once, only by its bookkeeper', async () => {
    const request = (caller: TestBookkeeper) =>
      send(caller, 'POST', '/api/clients/changes', { ids: [c.clientId], change: { kind: 'archive' } })
    const foreign = await good<{ results: unknown[] }>(request(await newBookkeeper(b.firmId)))
    expect(foreign.results).toMatchObject([{ ok: false, changed: false }])
    const both = await Promise.all([request(b), request(b)].map((r) => good<{ results: { changed: boolean }[] }>(r)))
    expect(both.map((r) => r.results[0]?.changed).filter(Boolean)).toEqual([true])
    const entries = await rows(
      `SELECT 1 FROM audit_log WHERE action = 'client.archived' AND subject_id = ?`,
      c.clientId,
    )
    expect(entries).toHaveLength(1)
    expect(
      (await send(c, 'POST', '/api/clients/changes', { ids: [c.clientId], change: { kind: 'restore' } })).status,
    ).toBe(403)
  })
})

describe('an archived assignment', () => {
  it('is in no list, count, chart or plan, and back everywhere after it is restored', async () => {
    expect((await submit()).status).toBe(200)
    await runAt(b, at(-20))
    const before = await figures()
    const detail = () => get<ClientDetail>(b, `/api/clients/${c.clientId}`)
    const overview = await detail()
    await setAssignment(true)
    await setAssignment(true)
    await runAt(b, at(-20))
    expect(await figures()).toEqual({ ...NONE, clients: 1, total: 1, selectable: 1, totalClients: 1 })
    expect(await detail()).toMatchObject({ sections: 0, next_due: null, workforms: [{ is_archived: true }] })
    await setAssignment(false)
    await runAt(b, at(-20))
    expect(await figures()).toEqual(before)
    expect(await detail()).toEqual(overview)
    const entries = await rows(
      `SELECT 1 FROM audit_log WHERE action = 'assignment.archived' AND client_id = ?`,
      c.clientId,
    )
    expect(entries).toHaveLength(1)
  })

  it('stays archived when its client is archived and restored', async () => {
    await setAssignment(true)
    await setClient('archive')
    await setClient('restore')
    expect((await figures()).submissions).toBe(0)
    await setClient('archive')
    await setAssignment(false)
    expect((await figures()).submissions).toBe(0)
    await setClient('restore')
    expect((await figures()).submissions).toBe(1)
  })

  it('is not assigned again or changed, and stays archived when the workform gets a new section', async () => {
    await setAssignment(true)
    const body = { workform_id: workformId, clients: [{ client_id: c.clientId, due_date: day(5) }] }
    const { results } = await good<{ results: unknown[] }>(send(b, 'POST', '/api/assignments', body))
    expect(results).toMatchObject([{ ok: false, reason: expect.stringContaining('Restore it') }])
    const url = `/api/clients/${c.clientId}/workforms/${workformId}`
    await refused(send(b, 'PATCH', url, { due_date: day(30) }), 'archived')
    const field = (id: string, section: string) => ({ id, name: id, type: 'short-text', section })
    const fields = [field('a', 'First'), field('b', 'Second'), field('c', 'Third')]
    await good(send(b, 'PATCH', `/api/workforms/${workformId}`, { name: 'Payroll', fields, version: 1 }))
    expect((await get<PortalWorkforms>(c, '/api/portal/workforms')).items).toEqual([])
    await setAssignment(false)
    const { items } = await get<PortalWorkforms>(c, '/api/portal/workforms')
    expect(items.flatMap((w) => w.sections.map((s) => s.name))).toEqual(['First', 'Second', 'Third'])
  })

  it('does not exist for others', async () => {
    const path = `/api/clients/${c.clientId}/workforms/${workformId}/archived`
    const other = await newBookkeeper(b.firmId)
    expect((await send(other, 'PUT', path, { archived: true })).status).toBe(404)
    expect((await send(stranger, 'PUT', path, { archived: true })).status).toBe(401)
    expect((await send(c, 'PUT', path, { archived: true })).status).toBe(403)
  })
})

describe('reminders', () => {
  it('are not sent while the client is archived, nor on the day of the restore, and then one at a time', async () => {
    await setClient('archive')
    for (const days of [-7, -3, -1, 0, 3, 6]) await runAt(b, at(days))
    expect(await reminders(c.clientId)).toEqual([])
    await setClient('restore')
    // The restore took place at the simulated time, before a reminder of that day would be due.
    await change('UPDATE agent_clients SET restored_at = ? WHERE client_id = ?', at(9, '08:00'), c.clientId)
    await runAt(b, at(9, '17:00'))
    expect(await reminders(c.clientId)).toEqual([])
    const { upcoming } = await timeline(b, c.clientId)
    expect(upcoming.length).toBeGreaterThan(0)
    for (const days of [10, 11, 12, 13, 14]) await runAt(b, at(days, '17:00'))
    expect((await reminders(c.clientId)).length).toBe(1)
  })

  it('that were skipped stay skipped after a restore', async () => {
    const { upcoming } = await timeline(b, c.clientId)
    const first = upcoming[0]?.day
    await good(send(b, 'PUT', `/api/follow-ups/clients/${c.clientId}/days/${first}/skip`, { skipped: true }))
    await setClient('archive')
    await runAt(b, at(-20))
    expect((await timeline(b, c.clientId)).upcoming).toEqual([])
    await setClient('restore')
    const after = (await timeline(b, c.clientId)).upcoming
    expect(after.find((f) => f.day === first)?.state).toBe('skipped')
    expect(DUE > day(0)).toBe(true)
  })
})
