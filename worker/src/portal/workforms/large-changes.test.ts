import type { AssignResult } from '@portal/contract/assignments'
import type { ChangedClients } from '@portal/contract/client-changes'
import type { ImportResult } from '@portal/contract/clients'
import { MAX_FIELDS } from '@portal/contract/limits'
import type { Workform } from '@portal/contract/workforms'
import { describe, expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import { newBookkeeper, type TestBookkeeper, unique } from '../../testing/portal.ts'
import { until } from '../../testing/until.ts'
import { change, createdClient, day, newWorkform, rows, send, textField, trips } from '../../testing/work.ts'

/** Changes of workforms with the most sections, which are divided into batches: one client fills one. */

const fieldsOf = (names: readonly string[]) => names.map((name) => textField(name.replace(' ', '-'), name))
const NAMES = Array.from({ length: MAX_FIELDS }, (_, i) => `Section ${i}`)

async function fixture(clients = 3) {
  const bea = await newBookkeeper()
  const workform = await newWorkform(bea, { fields: fieldsOf(NAMES) })
  const ids: string[] = []
  for (let i = 0; i < clients; i++) ids.push((await createdClient(bea)).id)
  return { bea, workform, ids }
}

const assign = (bea: TestBookkeeper, workform: { id: string }, ids: readonly string[], headers = {}) =>
  send(
    bea,
    'POST',
    '/api/assignments',
    { workform_id: workform.id, clients: ids.map((client_id) => ({ client_id, due_date: day(5) })) },
    headers,
  )
const patch = (
  bea: TestBookkeeper,
  { id, name, version }: Pick<Workform, 'id' | 'name' | 'version'>,
  names: string[],
) => send(bea, 'PATCH', `/api/workforms/${id}`, { name, version, fields: fieldsOf(names) })

/** Returns the number of sections of each client by version of the workform. */
const sectionsByClient = (workform: { id: string }) =>
  rows(
    `SELECT client_id, v.version, count(*) AS sections FROM book_client_workforms s
     JOIN workform_versions v ON v.id = s.workform_version_id
     WHERE s.workform_id = ? GROUP BY client_id, v.version ORDER BY client_id`,
    workform.id,
  )
const each = (ids: readonly string[], version: number, sections: number) =>
  ids.toSorted().map((client_id) => ({ client_id, version, sections }))

describe('assigning a large workform', () => {
  it('divides the clients into batches, and returns the result of each client', async () => {
    const { bea, workform, ids } = await fixture()
    const response = await assign(bea, workform, ids)
    expect(trips(response).writes).toBe(3)
    const { results } = await good<AssignResult>(response)
    expect(results.map(({ client_id, ok, sections }) => [client_id, ok, sections])).toEqual(
      ids.map((id) => [id, true, MAX_FIELDS]),
    )
    expect(await sectionsByClient(workform)).toEqual(each(ids, 1, MAX_FIELDS))
  })

  it('answers a repeat as the first time, and does again what is not done', async () => {
    const { bea, workform, ids } = await fixture()
    const key = unique('key')
    const headers = { 'idempotency-key': key }
    const first = await good<AssignResult>(assign(bea, workform, ids, headers))
    // As if the last part had failed.
    await good(send(bea, 'DELETE', `/api/clients/${ids[2]}/workforms/${workform.id}`))
    await change('DELETE FROM idempotency_keys WHERE instr(id, ?) > 0', `${key}.2-1`)
    expect(await good<AssignResult>(assign(bea, workform, ids, headers))).toEqual(first)
    expect(await sectionsByClient(workform)).toEqual(each(ids, 1, MAX_FIELDS))
    const told = `SELECT client_id, count(*) AS n FROM book_client_notifications
      WHERE workform_id = ? AND title = 'New workform assigned' GROUP BY client_id ORDER BY n`
    expect((await rows<{ n: number }>(told, workform.id)).map(({ n }) => n)).toEqual([1, 1, 2])
  })

  it('divides an import that assigns it, and answers a repeat as the first time', async () => {
    const { bea, workform } = await fixture(0)
    const row = () => ({ name: 'Ann', email: `${unique('ann')}@example.com`, phone: '1', company: 'A', status: 'new' })
    const list = [row(), row(), { ...row(), name: '' }, row()]
    const assignment = { workform_id: workform.id, due_date: day(5) }
    const [body, headers] = [{ rows: list, invite: false, assignment }, { 'idempotency-key': unique('key') }]
    const response = await send(bea, 'POST', '/api/clients/import', body, headers)
    expect(trips(response).writes).toBe(3)
    const answer = await good<ImportResult>(response)
    const { results } = answer
    expect(results.map((r) => r.reason)).toEqual([null, null, 'The name is missing.', null])
    expect(await good<ImportResult>(send(bea, 'POST', '/api/clients/import', body, headers))).toEqual(answer)
    expect(await sectionsByClient(workform)).toEqual(
      each(
        results.flatMap((r) => r.id ?? []),
        1,
        MAX_FIELDS,
      ),
    )
  })
})

describe('archiving clients with many sections', () => {
  it('divides the clients into batches, and answers a repeat as the first time', async () => {
    const { bea, workform, ids } = await fixture()
    await good(assign(bea, workform, ids.slice(0, 2)))
    const body = { ids, change: { kind: 'archive' } }
    const headers = { 'idempotency-key': unique('key') }
    const response = await send(bea, 'POST', '/api/clients/changes', body, headers)
    expect(trips(response).writes).toBe(2)
    const answer = await good<ChangedClients>(response)
    expect(answer.results.map(({ client_id, changed }) => [client_id, changed])).toEqual(ids.map((id) => [id, true]))
    expect(await good<ChangedClients>(send(bea, 'POST', '/api/clients/changes', body, headers))).toEqual(answer)
    const hidden = 'SELECT hidden_by, count(*) AS n FROM book_client_workforms WHERE workform_id = ? GROUP BY hidden_by'
    expect(await rows(hidden, workform.id)).toEqual([{ hidden_by: 'client', n: 2 * MAX_FIELDS }])
    await good(send(bea, 'POST', '/api/clients/changes', { ids, change: { kind: 'restore' } }))
    expect(await rows(hidden, workform.id)).toEqual([{ hidden_by: null, n: 2 * MAX_FIELDS }])
  })
})

/** Waits until the sections of all clients follow the changes of the workform. */
const followed = (workform: { id: string }) =>
  until('the sections of all clients', async () =>
    (await rows('SELECT 1 FROM workform_changes WHERE workform_id = ?', workform.id)).length === 0 ? true : undefined,
  )
const notified = (workform: { id: string }, title: string) =>
  rows(
    `SELECT client_id, count(*) AS n FROM book_client_notifications WHERE workform_id = ? AND title = ?
     GROUP BY client_id ORDER BY client_id`,
    workform.id,
    title,
  )
const once = (ids: readonly string[]) => ids.toSorted().map((client_id) => ({ client_id, n: 1 }))

describe('editing a large workform', () => {
  it('moves the sections of all clients, and notifies each once', async () => {
    const { bea, workform, ids } = await fixture()
    await good(assign(bea, workform, ids))
    const response = await patch(bea, workform, [...NAMES.slice(1), 'New'])
    expect([response.status, trips(response).writes]).toEqual([200, 1])
    await followed(workform)
    expect(await sectionsByClient(workform)).toEqual(each(ids, 2, MAX_FIELDS))
    const names = "SELECT count(*) AS n FROM book_client_workforms WHERE workform_id = ? AND section_name = 'New'"
    expect(await rows(names, workform.id)).toEqual([{ n: 3 }])
    expect(await notified(workform, 'Workform updated')).toEqual(once(ids))
  })

  it('keeps what is assigned while clients follow, and applies the latest of several edits', async () => {
    const { bea, workform, ids } = await fixture(4)
    const [first = '', ...others] = ids
    await good(assign(bea, workform, others))
    const [second, third] = [
      [...NAMES.slice(2), 'New'],
      [...NAMES.slice(2), 'New', 'Newer'],
    ]
    await good(patch(bea, workform, second))
    await good(assign(bea, workform, [first]))
    await good(patch(bea, { ...workform, version: 2 }, third))
    await followed(workform)
    expect(await sectionsByClient(workform)).toEqual(each(ids, 3, MAX_FIELDS))
    const names = 'SELECT DISTINCT section_name FROM book_client_workforms WHERE workform_id = ?'
    expect((await rows<{ section_name: string }>(names, workform.id)).map((r) => r.section_name).toSorted()).toEqual(
      third.toSorted(),
    )
  })
})

describe('deleting a large workform', () => {
  it('withdraws the sections of all clients, also during an edit, and notifies each once', async () => {
    const { bea, workform, ids } = await fixture()
    await good(assign(bea, workform, ids))
    await good(patch(bea, workform, NAMES.slice(1)))
    const response = await send(bea, 'DELETE', `/api/workforms/${workform.id}`)
    expect([response.status, trips(response).writes]).toEqual([200, 1])
    await followed(workform)
    expect(await sectionsByClient(workform)).toEqual([])
    expect(await notified(workform, 'Workform withdrawn')).toEqual(once(ids))
  })
})
