import type { AssignWorkform } from '@portal/contract/assignments'
import type { z } from 'zod'
import { beforeEach, expect, it } from 'vitest'
import type { BookkeeperContext } from '../../context.ts'
import { runBatch } from '../../platform/db/run-batch.ts'
import { type Query, toStatement } from '../../platform/db/statement.ts'
import { digestsDue } from '../notifications/digests/send-due.ts'
import { good } from '../../testing/accounts.ts'
import { afterPause, say, switchMail } from '../../testing/digests.ts'
import { interrupted } from '../../testing/interrupted.ts'
import { newBookkeeper, newClient, type TestBookkeeper, type TestClient } from '../../testing/portal.ts'
import { assigned, change, day, newWorkform, queued, rows, sectionsOf, send } from '../../testing/work.ts'
import { assignWorkform } from './assign-workform.ts'
import { changeAssignment } from './change-assignment.ts'

let b: TestBookkeeper
let c: TestClient
let workform: { id: string; name: string }

beforeEach(async () => {
  b = await newBookkeeper()
  c = await newClient(b)
  workform = await newWorkform(b)
})

const archive = () => good(send(b, 'POST', '/api/clients/changes', { ids: [c.clientId], change: { kind: 'archive' } }))
const archiveAssignment = () =>
  good(send(b, 'PUT', `/api/clients/${c.clientId}/workforms/${workform.id}/archived`, { archived: true }))
const assign = (ctx: BookkeeperContext) => {
  const input: z.output<typeof AssignWorkform> = {
    workform_id: workform.id,
    clients: [{ client_id: c.clientId, due_date: day(7) }],
    notes: null,
  }
  return assignWorkform(ctx, input)
}
const notifications = () => rows('SELECT 1 FROM book_client_notifications WHERE client_id = ?', c.clientId)
const mails = async () => (await afterPause(c.email)).map((m) => m.subject)

it('assigns nothing when the client is archived first', async () => {
  const { results } = await interrupted(b, assign, archive)
  expect(results).toMatchObject([{ ok: false, reason: 'This client is archived.' }])
  expect(await sectionsOf(c.clientId, workform.id)).toEqual([])
  expect(await notifications()).toEqual([])
  expect(await mails()).toEqual([])
})

it('sends no mail when the client is archived right after a workform was assigned', async () => {
  await assigned(b, workform, [c.clientId])
  await archive()
  expect(await mails()).toEqual([])
})

it('adds no section when the assignment is archived first', async () => {
  await assigned(b, workform, [c.clientId])
  await change('DELETE FROM book_client_workforms WHERE client_id = ? AND position = 1', c.clientId)
  const before = (await notifications()).length
  const { results } = await interrupted(b, assign, archiveAssignment)
  expect(results).toMatchObject([{ ok: false, reason: expect.stringContaining('is archived for this client') }])
  expect(await sectionsOf(c.clientId, workform.id)).toHaveLength(1)
  expect(await notifications()).toHaveLength(before)
})

it.each([
  ['client', archive],
  ['assignment', archiveAssignment],
])('changes no due date when the %s is archived first', async (_, other) => {
  await assigned(b, workform, [c.clientId])
  const before = (await notifications()).length
  const move = (ctx: BookkeeperContext) => changeAssignment(ctx, c.clientId, workform.id, { due_date: day(20) })
  await expect(interrupted(b, move, other)).rejects.toMatchObject({ code: 'archived' })
  expect((await sectionsOf(c.clientId, workform.id)).map((s) => s.due_date)).toEqual([day(7), day(7)])
  expect(await notifications()).toHaveLength(before)
})

/** Composes the mail to the client; `meanwhile` happens before it is queued. @returns the mails, and the kinds left */
async function composeWhile(meanwhile: () => Promise<unknown>) {
  await assigned(b, workform, [c.clientId])
  await say(b, 'Lunch?', c.clientId)
  // Not due yet for the dispatcher. Only one of the two, since each that is due composes the mail.
  const soon = new Date(Date.now() + 10_000)
  const makeDue = (kinds: string) =>
    change(`UPDATE mail_digests SET due_at = ? WHERE address = ? AND kind IN (${kinds})`, soon.toISOString(), c.email)
  await makeDue("'assigned'")
  // Of the batches only the one with the mail: this happens right before it.
  const isOwn = (query: Query) => {
    const statement = JSON.stringify(toStatement(query))
    return statement.includes(c.email) && !statement.includes('due_failures')
  }
  const compose = ({ env }: BookkeeperContext) =>
    digestsDue.run({
      env,
      now: soon,
      write: async (queries) => (queries.some(isOwn) ? await runBatch(env, queries.filter(isOwn)) : []),
    })
  const outcome = async () => {
    const left = await rows<{ kind: string }>('SELECT kind FROM mail_digests WHERE address = ? ORDER BY kind', c.email)
    const sent = await queued('mail', `mail:${c.email}`, 'unsubscribe')
    const [agent] = await rows('SELECT routine_mail_at AS at FROM agent_clients WHERE client_id = ?', c.clientId)
    return { left: left.map(({ kind }) => kind), mails: sent.length, of_the_day: agent?.['at'] !== null }
  }
  await interrupted(b, compose, meanwhile)
  const first = await outcome()
  await makeDue("'assigned', 'messages'")
  await interrupted(b, compose, () => Promise.resolve())
  return { first, second: await outcome() }
}

const UNSENT = { left: ['assigned', 'messages'], mails: 0, of_the_day: false }

it('mails only messages when the client is archived while the mail is composed', async () => {
  const { first, second } = await composeWhile(archive)
  expect(first).toEqual(UNSENT)
  expect(second).toEqual({ left: [], mails: 1, of_the_day: false })
  const [mail] = await queued('mail', `mail:${c.email}`, 'unsubscribe')
  expect(mail?.payload).toContain('Lunch?')
  expect(mail?.payload).not.toContain(workform.name)
})

it('mails what comes while the mail is composed, too', async () => {
  const { first, second } = await composeWhile(() => say(b, 'One more', c.clientId))
  expect(first).toEqual(UNSENT)
  expect(second).toEqual({ left: [], mails: 1, of_the_day: true })
  expect((await queued('mail', `mail:${c.email}`, 'One more')).length).toBe(1)
})

it('leaves out what is switched off while the mail is composed', async () => {
  const { first, second } = await composeWhile(() => good(switchMail(c, 'messages', false)))
  expect(first).toEqual(UNSENT)
  expect(second).toEqual({ left: [], mails: 1, of_the_day: true })
  expect(await queued('mail', `mail:${c.email}`, 'Lunch?')).toEqual([])
})
