import type { Notifications } from '@portal/contract/notifications'
import { expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import { afterPause, switchMail, triggerDueWork } from '../../testing/digests.ts'
import type { Caller } from '../../testing/portal.ts'
import { newWork, submit, type Work } from '../../testing/sections.ts'
import { change, day, expectEvent, get, rows, send } from '../../testing/work.ts'

const bell = async (bookkeeper: Caller) => (await get<Notifications>(bookkeeper, '/api/notifications')).items

/** Promises a workform, and moves the promise into the past, as if its day were over. */
async function endedPromise({ client, workform, first }: Work): Promise<void> {
  await good(send(client, 'PUT', `/api/portal/workforms/${workform.id}/commitment`, { day: day(1) }))
  await change(
    `UPDATE commitments SET day = date(day, '-3 days'), ends_at = strftime('%Y-%m-%dT%H:%M:%fZ', ends_at, '-3 days')
     WHERE submission_id = ?`,
    first.submission_id,
  )
}
/** Returns whether the end of the promise was noticed. */
const isMissed = async ({ first }: Work): Promise<boolean> => {
  const [row] = await rows<{ missed: number }>(
    'SELECT missed FROM commitments WHERE submission_id = ?',
    first.submission_id,
  )
  return row?.missed === 1
}
async function untilMissed(work: Work): Promise<void> {
  await triggerDueWork()
  await expect.poll(() => isMissed(work), { interval: 25 }).toBe(true)
}

it('notifies the bookkeeper once, in the bell and by mail', async () => {
  const work = await newWork()
  const { bookkeeper, client, workform } = work
  await endedPromise(work)
  await untilMissed(work)
  const [missed, ...others] = await bell(bookkeeper)
  expect(missed).toMatchObject({ title: 'Promise missed', is_read: false, workform_id: workform.id })
  expect(missed?.message).toContain(`${client.name} did not send "${workform.name}" by `)
  expect(others).toEqual([])
  await expectEvent(bookkeeper.userId, 'notification.created', client.clientId)
  const [mail, ...mails] = await afterPause(bookkeeper.email)
  expect(mail?.subject).toBe(`Promise missed: ${workform.name}`)
  expect(mail?.text).toContain(`${client.name} did not send "${workform.name}" by `)
  expect(mail?.text).toContain(`/form-submissions?workform=${workform.id}&client=${client.clientId}`)
  expect(mails).toEqual([])
  await good(send(bookkeeper, 'POST', '/api/notifications/read', { ids: [missed?.id] }))
  const other = await newWork()
  await endedPromise(other)
  await untilMissed(other)
  expect(await bell(bookkeeper)).toMatchObject([{ id: missed?.id, is_read: true }])
  expect(await afterPause(bookkeeper.email)).toHaveLength(1)
})

it('sends no mail when everything has arrived before it, or when follow-ups are switched off', async () => {
  const [late, off] = await Promise.all([newWork(), newWork()])
  await good(switchMail(off.bookkeeper, 'follow_ups', false))
  for (const work of [late, off]) await endedPromise(work)
  for (const work of [late, off]) await untilMissed(work)
  await good(submit(late.client, late.first.id, { name: 'Cleo' }))
  await good(submit(late.client, late.second.id, { note: 'Yes' }))
  const subjects = async ({ bookkeeper }: Work) => (await afterPause(bookkeeper.email)).map((mail) => mail.subject)
  expect((await subjects(late)).filter((subject) => subject.includes('missed'))).toEqual([])
  expect(await subjects(off)).toEqual([])
  expect(await bell(off.bookkeeper)).toMatchObject([{ title: 'Promise missed' }])
})

it('does not notify of a promise that was kept, withdrawn or archived', async () => {
  const [kept, withdrawn, archived, missed] = await Promise.all([newWork(), newWork(), newWork(), newWork()])
  const promised = (work: Work) => `/api/portal/workforms/${work.workform.id}/commitment`
  await good(send(kept.client, 'PUT', promised(kept), { day: day(1) }))
  await good(submit(kept.client, kept.first.id, { name: 'Cleo' }))
  await good(submit(kept.client, kept.second.id, { note: 'Yes' }))
  await good(send(withdrawn.client, 'PUT', promised(withdrawn), { day: day(1) }))
  await good(send(withdrawn.client, 'DELETE', promised(withdrawn)))
  const all = [kept, withdrawn].map(({ first }) => first.submission_id)
  for (const id of all)
    await change("UPDATE commitments SET ends_at = '2026-01-01T00:00:00.000Z' WHERE submission_id = ?", id)
  const path = `/api/clients/${archived.client.clientId}/workforms/${archived.workform.id}/archived`
  await good(send(archived.client, 'PUT', promised(archived), { day: day(1) }))
  await good(send(archived.bookkeeper, 'PUT', path, { archived: true }))
  await change(
    "UPDATE commitments SET ends_at = '2026-01-01T00:00:00.000Z' WHERE submission_id = ?",
    archived.first.submission_id,
  )
  await endedPromise(missed)
  await untilMissed(missed)
  expect([await isMissed(kept), await isMissed(withdrawn), await bell(archived.bookkeeper)]).toEqual([false, false, []])
  const digests = await rows('SELECT 1 FROM mail_digests WHERE address = ?', archived.bookkeeper.email)
  expect(digests).toEqual([])
})
