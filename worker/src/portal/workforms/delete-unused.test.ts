import type { AssignWorkform } from '@portal/contract/assignments'
import { beforeEach, expect, it } from 'vitest'
import type { z } from 'zod'
import { assignWorkform } from '../assignments/assign-workform.ts'
import type { BookkeeperContext } from '../../context.ts'
import { good, refused } from '../../testing/accounts.ts'
import { interrupted } from '../../testing/interrupted.ts'
import { newBookkeeper, newClient, stranger, type TestBookkeeper, type TestClient } from '../../testing/portal.ts'
import {
  assigned,
  day,
  expectAudit,
  expectEvent,
  newWorkform,
  rows,
  sectionsOf,
  send,
  settle,
} from '../../testing/work.ts'
import { deleteWorkform } from './delete-workform.ts'

/** Deletions of workforms that nobody needs: `DELETE /api/workforms/:id?unused=true`. */

let bea: TestBookkeeper
let cleo: TestClient
let workform: Awaited<ReturnType<typeof newWorkform>>
beforeEach(async () => {
  bea = await newBookkeeper()
  cleo = await newClient(bea)
  workform = await newWorkform(bea)
})

const remove = (caller: Parameters<typeof send>[0] = bea) =>
  send(caller, 'DELETE', `/api/workforms/${workform.id}?unused=true`)
const removeInside = (ctx: BookkeeperContext) => deleteWorkform(ctx, workform.id, { onlyUnused: true })
const isKept = async () =>
  (await rows('SELECT 1 FROM book_workforms WHERE id = ? AND deleted_at IS NULL', workform.id)).length === 1
const edit = (more: object = {}) => {
  const { name, fields, version } = workform
  return good(send(bea, 'PATCH', `/api/workforms/${workform.id}`, { name, fields, version, ...more }))
}
const assign = () => assigned(bea, workform, [cleo.clientId])
const sections = () => sectionsOf(cleo.clientId, workform.id)

it('deletes a workform that nobody needs', async () => {
  expect(await good(remove())).toEqual({ ok: true })
  expect(await isKept()).toBe(false)
  await expectEvent(bea.userId, 'workform.changed', workform.id)
  await expectAudit('workform.deleted', workform.id)
  await refused(remove(), 'not_found')
})

it('deletes a workform again that was assigned once and taken back', async () => {
  await assign()
  await good(send(bea, 'DELETE', `/api/clients/${cleo.clientId}/workforms/${workform.id}`))
  await good(remove())
  expect(await isKept()).toBe(false)
})

it.each<[string, () => Promise<unknown>]>([
  ['was edited', () => edit()],
  ['was made a template', () => edit({ is_template: true })],
  ['was made as a template', async () => (workform = await newWorkform(bea, { is_template: true }))],
  ['was assigned', assign],
  [
    'is approved already',
    async () => {
      await assign()
      for (const section of await sections()) await settle(section, 'approved')
    },
  ],
])('changes nothing when the workform %s', async (_, use) => {
  await use()
  const before = await sections()
  await refused(remove(), 'stale')
  expect(await isKept()).toBe(true)
  expect(await sections()).toEqual(before)
  expect(
    await rows(`SELECT 1 FROM audit_log WHERE action = 'workform.deleted' AND subject_id = ?`, workform.id),
  ).toEqual([])
})

it('deletes only for the owner', async () => {
  for (const other of [await newBookkeeper(bea.firmId), await newBookkeeper()])
    await refused(remove(other), 'not_found')
  await refused(remove(cleo), 'forbidden')
  await refused(remove(stranger), 'unauthenticated')
  expect(await isKept()).toBe(true)
})

it('takes no other value for `unused`, which could mean a deletion in any case', async () => {
  await assign()
  const path = `/api/workforms/${workform.id}`
  for (const value of ['false', '1', '']) await refused(send(bea, 'DELETE', `${path}?unused=${value}`), 'invalid_input')
  expect(await sections()).toHaveLength(2)
})

it.each<[string, () => Promise<unknown>]>([
  ['assigned', assign],
  ['edited', () => edit()],
])('changes nothing when the workform is %s first', async (_, use) => {
  await expect(interrupted(bea, removeInside, use)).rejects.toMatchObject({ code: 'stale' })
  expect(await isKept()).toBe(true)
  expect(
    await rows(
      `SELECT 1 FROM book_client_notifications WHERE title = 'Workform withdrawn' AND workform_id = ?`,
      workform.id,
    ),
  ).toEqual([])
})

it('cannot be assigned when it is deleted first', async () => {
  const input: z.output<typeof AssignWorkform> = {
    workform_id: workform.id,
    clients: [{ client_id: cleo.clientId, due_date: day(7) }],
    notes: null,
  }
  await expect(interrupted(bea, (ctx) => assignWorkform(ctx, input), remove)).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await sections()).toEqual([])
})
