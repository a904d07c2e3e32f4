import type { ClientDetail } from '@portal/contract/clients'
import type { WorkformsPage, WorkformSummary } from '@portal/contract/workforms'
import type { z } from 'zod'
import { beforeAll, expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import { newBookkeeper, newClient, stranger, type TestBookkeeper } from '../../testing/portal.ts'
import { assigned, day, expectAudit, expectEvent, get, newWorkform, rows, send } from '../../testing/work.ts'

let bea: TestBookkeeper
beforeAll(async () => {
  bea = await newBookkeeper()
})

const put = (id: string, archived: boolean, caller: Parameters<typeof send>[0] = bea) =>
  send(caller, 'PUT', `/api/workforms/${id}/archived`, { archived })
const listed = async (tab = 'all') =>
  (await get<z.infer<typeof WorkformsPage>>(bea, `/api/workforms?limit=50&tab=${tab}`)).items.map((w) => w.id)
const templates = async (caller = bea) =>
  (await get<{ items: WorkformSummary[] }>(caller, '/api/workforms/templates/search?limit=50')).items.map((w) => w.id)

it('hides an archived template from lists and pickers until it is restored', async () => {
  const colleague = await newBookkeeper(bea.firmId)
  const { id } = await newWorkform(bea, { is_template: true })
  await good(put(id, true))
  expect(await listed()).not.toContain(id)
  expect(await listed('templates')).not.toContain(id)
  expect(await listed('archived')).toEqual([id])
  expect(await templates()).not.toContain(id)
  expect(await templates(colleague)).not.toContain(id)
  await expectEvent(bea.userId, 'workform.changed', id)
  await good(put(id, false))
  expect(await listed('templates')).toContain(id)
  expect(await templates(colleague)).toContain(id)
  await expectAudit('workform.archived', id)
  await expectAudit('workform.restored', id)
})

it('cannot be assigned while archived, but its assignments go on', async () => {
  const client = await newClient(bea)
  const workform = await newWorkform(bea)
  await assigned(bea, workform, [client.clientId])
  await good(put(workform.id, true))
  const other = await newClient(bea)
  const clients = [{ client_id: other.clientId, due_date: day(5) }]
  expect((await send(bea, 'POST', '/api/assignments', { workform_id: workform.id, clients })).status).toBe(404)
  const detail = await get<ClientDetail>(bea, `/api/clients/${client.clientId}`)
  expect(detail).toMatchObject({ sections: 2, workforms: [{ workform_id: workform.id, is_archived: false }] })
  const portal = await get<{ items: unknown[] }>(client, '/api/portal/workforms')
  expect(portal.items).toHaveLength(1)
})

it('makes a new copy of a starter when the first one is archived', async () => {
  const starter = (await templates()).at(-1) ?? ''
  const [first, second] = [await newClient(bea), await newClient(bea)]
  const { workform_id } = await assigned(bea, { id: starter }, [first.clientId])
  await good(put(workform_id, true))
  const again = await assigned(bea, { id: starter }, [second.clientId])
  expect(again.workform_id).not.toBe(workform_id)
  await good(put(workform_id, false))
})

it('changes once, and only for the owner', async () => {
  const { id } = await newWorkform(bea)
  await Promise.all([good(put(id, true)), good(put(id, true))])
  await good(put(id, true))
  const found = await rows('SELECT archived_at FROM book_workforms WHERE id = ? AND is_archived = 1', id)
  expect(found).toHaveLength(1)
  expect((await put(id, false, await newBookkeeper(bea.firmId))).status).toBe(404)
  expect((await put(id, false, stranger)).status).toBe(401)
  expect((await put(id, false, await newClient(bea))).status).toBe(403)
})
