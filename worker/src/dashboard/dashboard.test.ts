import type { Dashboard } from '@portal/contract/clients'
import { inject, expect, it } from 'vitest'
import { signAccessToken } from '../auth/token.ts'
import { uuidv7 } from '../ids.ts'
import { good, refused } from '../testing/accounts.ts'
import { newBookkeeper, newClient, type TestBookkeeper } from '../testing/portal.ts'
import { assigned, change, createdClient, get, newWorkform, sectionsOf, send, settle, trips } from '../testing/work.ts'
import { monthsOf } from './months.ts'

const { start, previous } = monthsOf('UTC', new Date())
const before = (instant: string, days = 1) => new Date(Date.parse(instant) - days * 86_400_000).toISOString()
const dashboard = (caller: TestBookkeeper) => get<Dashboard>(caller, '/api/dashboard')
/** A bookkeeper who was there last month already. */
async function settled(firmId?: string): Promise<TestBookkeeper> {
  const bea = await newBookkeeper(firmId)
  await change('UPDATE profiles SET created_at = ? WHERE id = ?', before(previous, 90), bea.userId)
  return bea
}
const made = (clientId: string, at: string) => change('UPDATE book_clients SET created_at = ? WHERE id = ?', at, clientId)
const setStatus = async (bea: TestBookkeeper, id: string, status: string) => {
  const { name, email, phone, company, updated_at } = await get<Record<string, string>>(bea, `/api/clients/${id}`)
  await good(send(bea, 'PATCH', `/api/clients/${id}`, { name, email, phone, company, updated_at, status }))
}

it('has nothing to compare with in the first month', async () => {
  const bea = await newBookkeeper()
  await createdClient(bea)
  const response = await send(bea, 'GET', '/api/dashboard')
  expect(trips(response)).toEqual({ reads: 1, writes: 0 })
  const none = { value: 0, previous: null }
  expect(await response.json()).toEqual({
    total_clients: { value: 1, previous: null },
    in_onboarding: none,
    completed_forms: none,
    pending_tasks: none,
  })
})

it('counts own clients, now and at the end of last month', async () => {
  const bea = await settled()
  const clients = [await createdClient(bea), await createdClient(bea), await createdClient(bea)]
  await createdClient(await settled(bea.firmId))
  await made(clients[0]?.id ?? '', before(start))
  await made(clients[1]?.id ?? '', before(previous, 5))
  expect((await dashboard(bea)).total_clients).toEqual({ value: 3, previous: 2 })
})

it('knows from the trail who was in onboarding at the end of last month', async () => {
  const bea = await settled()
  const [stays, leaves, joins, returns, fresh, gone] = await Promise.all(Array.from({ length: 6 }, () => createdClient(bea)))
  if (!stays || !leaves || !joins || !returns || !fresh || !gone) throw new Error('no clients')
  for (const { id } of [stays, leaves, joins, returns, gone]) await made(id, before(start, 3))
  // As they were last month: the changes that made it so are not of this month.
  for (const { id } of [stays, leaves, returns, gone]) await change(`UPDATE book_clients SET status = 'onboarding' WHERE id = ?`, id)
  for (const { id } of [leaves, gone]) await setStatus(bea, id, 'active')
  await setStatus(bea, joins.id, 'onboarding')
  await setStatus(bea, returns.id, 'inactive')
  await setStatus(bea, returns.id, 'onboarding')
  await setStatus(bea, fresh.id, 'onboarding')
  expect((await dashboard(bea)).in_onboarding).toEqual({ value: 4, previous: 4 })
})

it('counts a form as completed in the month its last section was approved', async () => {
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

it('counts the sections that wait for review, now and at the end of last month', async () => {
  const bea = await settled()
  const cleo = await newClient(bea)
  const rows = []
  for (let i = 0; i < 3; i++) {
    const workform = await newWorkform(bea)
    await assigned(bea, workform, [cleo.clientId])
    rows.push(...(await sectionsOf(cleo.clientId, workform.id)))
  }
  const [waits, isNew, approvedSince, approvedThen, rejectedSince, cameSince] = rows
  if (!waits || !isNew || !approvedSince || !approvedThen || !rejectedSince || !cameSince) throw new Error('no sections')
  for (const row of [waits, approvedSince, approvedThen, rejectedSince]) await settle(row, 'completed', before(start, 2))
  await settle(isNew, 'completed')
  const decide = (id: string, at: string) =>
    change(`UPDATE book_client_workforms SET status = 'approved', approved_at = ? WHERE id = ?`, at, id)
  await decide(approvedSince.id, new Date().toISOString())
  await decide(approvedThen.id, before(start))
  // A rejection clears the section; what is left of it is in the trail.
  const entry = (id: string, action: string, at: string) =>
    change(
      `INSERT INTO audit_log (id, firm_id, actor_role, action, subject_type, subject_id, detail, at) VALUES (?, ?, 'client', ?, 'section', ?, '{}', ?)`,
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

it('begins the month when it begins for the bookkeeper', async () => {
  const bea = await settled()
  const client = await createdClient(bea)
  const zone = 'Pacific/Kiritimati'
  const months = monthsOf(zone, new Date())
  // An hour before the month began there.
  await made(client.id, new Date(Date.parse(months.start) - 3_600_000).toISOString())
  const actor = { userId: bea.userId, role: 'bookkeeper' as const, firmId: bea.firmId, clientId: null, sessionId: uuidv7(), timeZone: zone }
  const { token } = await signAccessToken(inject('authSecret'), actor, new Date())
  const there = () => good<Dashboard>(bea.fetch('/api/dashboard', { headers: { authorization: `Bearer ${token}` } }))
  expect((await there()).total_clients).toEqual({ value: 1, previous: 1 })
  await made(client.id, months.start)
  expect((await there()).total_clients).toEqual({ value: 1, previous: 0 })
})

it('is the bookkeeper’s', async () => {
  const cleo = await newClient(await newBookkeeper())
  await refused(send(cleo, 'GET', '/api/dashboard'), 'forbidden')
})
