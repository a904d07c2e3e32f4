import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import type { Preferences } from '@portal/contract/preferences'
import { REMINDER_CAUTIONS, REMINDER_REFUSALS } from '@portal/contract/reminder-texts'
import type { RemindedClients } from '@portal/contract/reminders'
import { beforeAll, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { type Caller, newBookkeeper, newClient, stranger, type TestBookkeeper } from '../../testing/portal.ts'
import { assigned, change, createdClient, day, newWorkform, rows, send } from '../../testing/work.ts'

let bea: TestBookkeeper
let workform: { id: string; name: string }

beforeAll(async () => {
  bea = await newBookkeeper()
  workform = await newWorkform(bea, { name: 'Payroll' })
})

async function assignedClient(): Promise<string> {
  const { clientId } = await newClient(bea)
  await assigned(bea, workform, [clientId], day(20))
  return clientId
}
const post = (caller: Caller, ids: string[], headers: Record<string, string> = {}) =>
  send(caller, 'POST', '/api/follow-ups/reminders', { ids }, headers)
const remind = async (ids: string[], headers: Record<string, string> = {}) =>
  (await good<RemindedClients>(post(bea, ids, headers))).results
const sent = (ids: string[]) =>
  rows(
    `SELECT client_id FROM follow_ups WHERE state = 'sent' AND client_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )

it('reminds the clients who can be reminded, and says why others are not', async () => {
  const [ann, held] = [await assignedClient(), await assignedClient()]
  const idle = (await newClient(bea)).clientId
  const fresh = (await createdClient(bea)).id
  const foreign = (await newClient(await newBookkeeper(bea.firmId))).clientId
  await good(send(bea, 'PUT', `/api/follow-ups/clients/${held}`, { mode: 'off' }))
  const ids = [ann, held, idle, fresh, foreign]
  expect((await remind(ids)).map((r) => r.reason)).toEqual([
    null,
    REMINDER_CAUTIONS.on_hold,
    REMINDER_REFUSALS.nothing_open,
    REMINDER_REFUSALS.not_signed_up,
    'This client was not found.',
  ])
  expect(await sent(ids)).toEqual([{ client_id: ann }])
  expect(await remind([ann])).toEqual([{ client_id: ann, ok: false, reason: REMINDER_CAUTIONS.reminded_today }])
})

it('leaves out what the preferences exclude, and follows them when nothing else is open', async () => {
  const other = await newWorkform(bea, { name: 'Secret audit' })
  const excluded: Partial<Preferences>[] = [
    { never: true },
    { not_before: day(5) },
    { only_on: [day(9)] },
    { max: 1, only_on: [day(12)] },
    { not_for: ['First', 'Second'] },
  ]
  for (const preferences of excluded) {
    const { clientId } = await newClient(bea)
    await assigned(bea, other, [clientId], day(20))
    const set = { notes: null, preferences: { ...NO_PREFERENCES, ...preferences } }
    const path = `/api/follow-ups/clients/${clientId}/workforms/${other.id}/preferences`
    await good(send(bea, 'PUT', path, set))
    expect(await remind([clientId])).toMatchObject([{ ok: false }])
    await assigned(bea, workform, [clientId], day(20))
    expect(await remind([clientId])).toMatchObject([{ ok: true }])
    const [message] = await rows<{ text: string }>(
      "SELECT text FROM follow_ups WHERE client_id = ? AND state = 'sent'",
      clientId,
    )
    expect(message?.text).toContain(workform.name)
    expect(message?.text).not.toContain('Secret audit')
  }
})

it('does not remind outside of the times that the preferences name, or too soon', async () => {
  const clientId = await assignedClient()
  const setPreferences = (preferences: Partial<Preferences>) =>
    good(
      send(bea, 'PUT', `/api/follow-ups/clients/${clientId}/preferences`, {
        notes: null,
        preferences: { ...NO_PREFERENCES, ...preferences },
      }),
    )
  const today = new Date().getUTCDay()
  await setPreferences({ times: [{ weekdays: [(today + 2) % 7], from: '09:00', until: '18:00' }] })
  expect(await remind([clientId])).toMatchObject([{ reason: REMINDER_CAUTIONS.not_allowed }])
  await setPreferences({ every: 7 })
  expect(await remind([clientId])).toMatchObject([{ ok: true }])
  await change("UPDATE follow_ups SET day = ? WHERE client_id = ? AND state = 'sent'", day(-3), clientId)
  expect(await remind([clientId])).toMatchObject([{ reason: REMINDER_CAUTIONS.not_allowed }])
})

it('sends each reminder once when the request is repeated or sent twice at the same time', async () => {
  const ids = [await assignedClient(), await assignedClient()]
  const key = { 'idempotency-key': crypto.randomUUID() }
  const results = await Promise.all([remind(ids, key), remind(ids, key), remind(ids, key)])
  for (const result of results) expect(result.map((r) => r.ok)).toEqual([true, true])
  expect(await remind(ids, key)).toEqual(results[0])
  expect((await sent(ids)).length).toBe(2)
})

it('is for the bookkeeper only', async () => {
  const ids = [await assignedClient()]
  expect((await post(await newClient(bea), ids)).status).toBe(403)
  expect((await post(stranger, ids)).status).toBe(401)
  await refused(post(bea, []), 'invalid_input')
  expect(await sent(ids)).toEqual([])
})
