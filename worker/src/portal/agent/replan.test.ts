import type { FollowUpsPage } from '@portal/contract/agent'
import type { ChatThread } from '@portal/contract/chat'
import type { ClientDetail } from '@portal/contract/clients'
import { addDays } from '@portal/contract/dates'
import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import type { AcceptedPromise } from '@portal/contract/promises'
import { expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import { DUE, newAssignment, runAt, timeline } from '../../testing/follow-ups.ts'
import type { TestBookkeeper } from '../../testing/portal.ts'
import { get, rows, send } from '../../testing/work.ts'

const later = { ...NO_PREFERENCES, not_before: DUE }
const hold = { ...NO_PREFERENCES, hold: { ask_on: null, why: 'On leave.' } }

/** Returns the planned follow-ups in the list of all clients, which shows the stored plan. */
const listed = async (b: TestBookkeeper) =>
  (await get<FollowUpsPage>(b, '/api/follow-ups')).items.map(({ day, at, kind, text }) => ({ day, at, kind, text }))
/** Returns the planned follow-ups of the client, which are planned when they are read. */
const planned = async (b: TestBookkeeper, clientId: string) =>
  (await timeline(b, clientId)).upcoming.map(({ day, at, kind, text }) => ({ day, at, kind, text }))

it.each([
  ['preferences of the client change', 'PUT', '/preferences', { notes: null, preferences: later }],
  ['preferences of an assignment change', 'PUT', '/workforms/:workform/preferences', { notes: '', preferences: later }],
  ['an assignment is paused', 'PUT', '/workforms/:workform', { paused: true }],
  ['the client is paused', 'PUT', '', { mode: 'paused', resumes: DUE }],
  ['the agent is turned off', 'PUT', '', { mode: 'off', resumes: null }],
] as const)('lists the new plan at once when %s', async (_, method, path, body) => {
  const { b, c, workformId } = await newAssignment()
  await runAt(b, new Date().toISOString())
  const before = await listed(b)
  expect(before[0]?.day).toBe(addDays(DUE, -7))
  await good(send(b, method, `/api/follow-ups/clients/${c.clientId}${path.replace(':workform', workformId)}`, body))
  const after = await listed(b)
  expect(after).not.toEqual(before)
  expect(after).toEqual(await planned(b, c.clientId))
})

it('lists the new plan at once when reminders are released', async () => {
  const { b, c } = await newAssignment('', hold)
  await runAt(b, new Date().toISOString())
  expect(await listed(b)).toEqual([])
  await good(send(b, 'POST', `/api/follow-ups/clients/${c.clientId}/release`))
  expect(await listed(b)).toEqual(await planned(b, c.clientId))
  expect((await listed(b))[0]?.day).toBe(addDays(DUE, -7))
})

it('lists the new plan at once when a promise is accepted, and the old one when that is undone', async () => {
  const { b, c } = await newAssignment()
  const { items } = await get<{ items: ChatThread[] }>(c, '/api/chat/threads')
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(DUE))
  await good(send(c, 'POST', `/api/chat/threads/${items[0]?.id}/messages`, { message: `I will send it on ${date}.` }))
  await runAt(b, new Date().toISOString())
  const before = await listed(b)
  expect(before[0]?.day).toBe(addDays(DUE, -7))
  const { promise } = await timeline(b, c.clientId)
  const path = `/api/follow-ups/clients/${c.clientId}/promise`
  const choice = { message_id: promise?.message_id, not_before: promise?.not_before }
  expect(choice.not_before).toBe(addDays(DUE, 1))
  const accepted = await good<AcceptedPromise>(send(b, 'POST', path, choice))
  const after = await listed(b)
  expect(after.every(({ day }) => day > DUE)).toBe(true)
  expect(after).toEqual(await planned(b, c.clientId))
  await good(send(b, 'POST', `${path}/undo`, { ...choice, ...accepted }))
  expect(await listed(b)).toEqual(before)
})

it('plans again when the name of a client changes, but not when the phone number does', async () => {
  const { b, c } = await newAssignment()
  const plan = async () => {
    const [row] = await rows('SELECT revision, next_at FROM agent_clients WHERE client_id = ?', c.clientId)
    return row
  }
  const update = async (change: object) => {
    const { name, email, phone, company, status, updated_at } = await get<ClientDetail>(b, `/api/clients/${c.clientId}`)
    const client = { name, email, phone, company, status, updated_at }
    await good(send(b, 'PATCH', `/api/clients/${c.clientId}`, { ...client, ...change }))
  }
  await expect.poll(plan).toMatchObject({ next_at: expect.stringMatching(/^\d/) as string })
  const before = await plan()
  await update({ phone: '555 0199' })
  expect(await plan()).toEqual(before)
  await update({ name: 'Another Name' })
  expect(await plan()).not.toEqual(before)
})
