import type { Reminder } from '@portal/contract/reminders'
import { addDays } from '@portal/contract/dates'
import { expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import { at, DUE, newAssignment, reminders, runAt, timeline } from '../../testing/follow-ups.ts'
import { mailsTo, type TestClient } from '../../testing/portal.ts'
import { submit } from '../../testing/sections.ts'
import { get, send, day } from '../../testing/work.ts'

const promise = (client: TestClient, workformId: string, on: string) =>
  good(send(client, 'PUT', `/api/portal/workforms/${workformId}/commitment`, { day: on }))
const daysLeft = (upcoming: readonly { day: string }[]) =>
  upcoming.map((u) => (Date.parse(u.day) - Date.parse(DUE)) / 86_400_000)

it('sends nothing until the day after a promise, then says truthfully that it was missed', async () => {
  const { b, c, workformId } = await newAssignment()
  await runAt(b, at(-7))
  expect(await reminders(c.clientId)).toHaveLength(1)
  const friday = addDays(DUE, -3)
  await promise(c, workformId, friday)
  // The reminder of Friday comes on Monday, the due date.
  expect(daysLeft((await timeline(b, c.clientId)).upcoming).slice(0, 3)).toEqual([0, 3, 7])
  for (const days of [-6, -5, -4, -3, -2, -1]) await runAt(b, at(days))
  expect(await reminders(c.clientId)).toHaveLength(1)
  for (const days of [0, 3, 7]) await runAt(b, at(days))
  const [, monday, later, last] = await reminders(c.clientId)
  const date = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(friday),
  )
  const words = `You planned to send it by Friday, ${date}.`
  expect(monday?.message).toContain(words)
  expect(later?.message).toContain(words)
  expect(last?.message).not.toContain('You planned')
})

it('sends nothing when a promise is kept, and goes on when it is withdrawn', async () => {
  const { b, c, workformId, sections } = await newAssignment()
  await promise(c, workformId, addDays(DUE, -3))
  await good(send(c, 'DELETE', `/api/portal/workforms/${workformId}/commitment`))
  await runAt(b, at(-7))
  expect(await reminders(c.clientId)).toHaveLength(1)
  await promise(c, workformId, addDays(DUE, -3))
  for (const [i, { id }] of sections.entries()) await good(submit(c, id, { [i === 0 ? 'a' : 'b']: 'Done' }))
  for (const days of [-3, 0, 3]) await runAt(b, at(days))
  expect(await reminders(c.clientId)).toHaveLength(1)
})

it('sends reminders again when the due date is moved before the promised day', async () => {
  const { b, c, workformId } = await newAssignment()
  await promise(c, workformId, DUE)
  await runAt(b, at(-7))
  expect(await reminders(c.clientId)).toHaveLength(0)
  const path = `/api/clients/${c.clientId}/workforms/${workformId}`
  await good(send(b, 'PATCH', path, { due_date: addDays(DUE, -7) }))
  for (const days of [-7, -6, -5, -4]) await runAt(b, at(days))
  const texts = (await reminders(c.clientId)).map(({ message }) => message)
  expect(texts).not.toEqual([])
  // The promised day is not over, so it was not missed.
  expect(texts.join()).not.toContain('You planned')
})

it('warns a bookkeeper who sends a reminder before the day is over', async () => {
  const { b, c, workformId } = await newAssignment()
  const path = `/api/follow-ups/clients/${c.clientId}/reminder`
  expect(await get<Reminder>(b, path)).toMatchObject({ promised: null })
  await promise(c, workformId, day(1))
  expect(await get<Reminder>(b, path)).toMatchObject({ caution: 'on_hold', promised: day(1) })
})

it('links to the promise in each reminder mail', async () => {
  const { b, c, workformId } = await newAssignment()
  await runAt(b, at(-7))
  await expect
    .poll(async () => (await mailsTo(c.email)).filter((m) => m.text.includes(`?promise=${workformId}`)).length)
    .toBe(1)
})
