import type { ChangedClients } from '@portal/contract/client-changes'
import { MAX_CHANGED_CLIENTS, TAGS_PER_CLIENT } from '@portal/contract/limits'
import { beforeAll, expect, it } from 'vitest'
import { good, refused } from '../../../testing/accounts.ts'
import { newBookkeeper, newClient, stranger, type Caller, type TestBookkeeper } from '../../../testing/portal.ts'
import { createdClient, expectAudit, expectEvent, get, rows, send, trips } from '../../../testing/work.ts'

let bea: TestBookkeeper
let ids: string[]

beforeAll(async () => {
  bea = await newBookkeeper()
  ids = []
  for (const name of ['Ann', 'Ben', 'Cem']) ids.push((await createdClient(bea, { name })).id)
})

const post = (caller: Caller, body: object, headers: Record<string, string> = {}) =>
  send(caller, 'POST', '/api/clients/changes', body, headers)
const apply = (change: object, to = ids) => good<ChangedClients>(post(bea, { ids: to, change }))
const statuses = async () =>
  (
    await rows<{ status: string }>('SELECT status FROM book_clients WHERE bookkeeper_id = ? ORDER BY name', bea.userId)
  ).map((r) => r.status)
const changed = ({ results }: ChangedClients) => results.map((r) => r.changed)

it('sets the status of several clients, each with an audit entry, and updates open tabs', async () => {
  const response = await post(bea, { ids: ids.slice(0, 2), change: { kind: 'status', status: 'active' } })
  expect(trips(response)).toEqual({ reads: 1, writes: 1 })
  expect(await statuses()).toEqual(['active', 'active', 'new'])
  expect(changed(await apply({ kind: 'status', status: 'active' }))).toEqual([false, false, true])
  for (const id of ids) await expectAudit('client.status_changed', id)
  const counts = await get<{ active: number; new: number }>(bea, '/api/clients/counts')
  expect(counts).toMatchObject({ active: 3, new: 0 })
  await expectEvent(bea.userId, 'client.changed', '')
})

it('has one effect when the request is repeated', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const body = { ids, change: { kind: 'status', status: 'onboarding' } }
  const first = await good<ChangedClients>(post(bea, body, key))
  expect(changed(first)).toEqual([true, true, true])
  expect(await good<ChangedClients>(post(bea, body, key))).toEqual(first)
  const entries = await rows(
    `SELECT 1 FROM audit_log WHERE subject_id = ? AND action = 'client.status_changed' AND detail LIKE '%onboarding%'`,
    ids[0] ?? '',
  )
  expect(entries.length).toBe(1)
})

it('answers with a reason for clients of others, and changes the rest', async () => {
  const foreign = await newClient(await newBookkeeper(bea.firmId))
  const { results } = await apply({ kind: 'tag', tag: 'Mixed' }, [foreign.clientId, ids[0] ?? ''])
  expect(results).toEqual([
    { client_id: foreign.clientId, ok: false, changed: false, reason: 'This client was not found.', status: null },
    { client_id: ids[0], ok: true, changed: true, reason: null, status: 'onboarding' },
  ])
  expect(await rows('SELECT 1 FROM client_tags WHERE client_id = ?', foreign.clientId)).toEqual([])
  await apply({ kind: 'status', status: 'inactive' }, [foreign.clientId])
  expect(await rows("SELECT 1 FROM book_clients WHERE id = ? AND status = 'inactive'", foreign.clientId)).toEqual([])
  await apply({ kind: 'untag', tag: 'Mixed' })
  await expectAudit('client.untagged', ids[0] ?? '')
})

it('refuses a tag beyond the limit of a client', async () => {
  for (let i = 0; i < TAGS_PER_CLIENT; i++) await apply({ kind: 'tag', tag: `Tag ${i}` }, ids.slice(0, 1))
  const { results } = await apply({ kind: 'tag', tag: 'One more' })
  expect(results.map((r) => r.reason)).toEqual([`This client already has ${TAGS_PER_CLIENT} tags.`, null, null])
  // A tag that the client has already does not count again.
  expect(changed(await apply({ kind: 'tag', tag: 'TAG 0' }))).toEqual([false, true, true])
})

it('keeps the limit of tags when many are added at the same time', async () => {
  const { id } = await createdClient(bea)
  const tag = (i: number) => post(bea, { ids: [id], change: { kind: 'tag', tag: `At once ${i}` } })
  await Promise.all(Array.from({ length: TAGS_PER_CLIENT + 10 }, async (_, i) => (await tag(i)).text()))
  expect((await rows('SELECT 1 FROM client_tags WHERE client_id = ?', id)).length).toBeLessThanOrEqual(TAGS_PER_CLIENT)
})

it('refuses invalid changes and other callers', async () => {
  const change = { kind: 'tag', tag: 'x' }
  const tooMany = Array.from({ length: MAX_CHANGED_CLIENTS + 1 }, () => crypto.randomUUID())
  for (const body of [
    { ids: [], change },
    { ids: tooMany, change },
    { ids, change: { kind: 'tag', tag: ' ' } },
    { ids, change: { kind: 'tag', tag: 'x'.repeat(41) } },
    { ids, change: { kind: 'status', status: 'gone' } },
    { ids, change: { kind: 'erase' } },
  ])
    await refused(post(bea, body), 'invalid_input')
  expect((await post(await newClient(bea), { ids, change })).status).toBe(403)
  expect((await post(stranger, { ids, change })).status).toBe(401)
})
