import type { Workform } from '@portal/contract/workforms'
import { expect, it } from 'vitest'
import type { BookkeeperContext } from '../../context.ts'
import { commit, type Step } from '../../platform/db/write.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { good } from '../../testing/accounts.ts'
import { insert, newBookkeeper, newClient, type TestBookkeeper } from '../../testing/portal.ts'
import { interrupted } from '../../testing/interrupted.ts'
import { draft } from '../../testing/sections.ts'
import { assigned, newWorkform, rows, sectionsOf, textField } from '../../testing/work.ts'
import { reconcileSteps } from './reconcile.ts'
import { withdrawSteps } from './withdraw-workform.ts'

/** A workform that two clients have, both with a draft. */
async function fixture() {
  const bea = await newBookkeeper()
  const [one, two] = [await newClient(bea), await newClient(bea)]
  const fields = ['Kept', 'Renamed', 'Removed', 'Moved'].map((name) => textField(name.toLowerCase(), name))
  const workform = await newWorkform(bea, { fields })
  await assigned(bea, workform, [one.clientId, two.clientId])
  for (const client of [one, two]) {
    const moved = (await sectionsOf(client.clientId, workform.id)).find((s) => s.section_name === 'Moved')
    await good(draft(client, moved?.id ?? '', { moved: 'answer' }, 0))
  }
  return { bea, one, two, workform }
}

/** Commits the steps that `stepsOf` returns. */
const run = (bea: TestBookkeeper, stepsOf: (ctx: BookkeeperContext) => Step[]) =>
  interrupted(
    bea,
    (ctx) => commit(ctx, stepsOf(ctx)),
    () => Promise.resolve(),
  )

/** Returns everything that an edit or a deletion changes for a client. */
async function stateOf({ clientId }: { clientId: string }) {
  const ofSection = 'SELECT id FROM book_client_workforms WHERE client_id = ?'
  const queries = [
    'SELECT * FROM book_client_workforms WHERE client_id = ? ORDER BY id',
    'SELECT * FROM book_form_submissions WHERE client_id = ?',
    'SELECT * FROM book_client_notifications WHERE client_id = ? ORDER BY id',
    `SELECT * FROM section_drafts WHERE assignment_id IN (${ofSection}) ORDER BY assignment_id`,
  ]
  return Promise.all(queries.map((query) => rows(query, clientId)))
}

const names = async ({ clientId }: { clientId: string }, workform: Workform) =>
  (await sectionsOf(clientId, workform.id)).map((s) => s.section_name)

it('edits only the sections of the clients of a batch', async () => {
  const { bea, one, two, workform } = await fixture()
  const fields = [
    textField('kept', 'Kept'),
    textField('renamed', 'New name'),
    textField('moved', 'Kept'),
    textField('added', 'Added'),
  ]
  const versionId = uuidv7()
  const used = await rows<{ id: string; fields: string }>(
    'SELECT id, fields FROM workform_versions WHERE workform_id = ?',
    workform.id,
  )
  await insert([
    {
      sql: `INSERT INTO workform_versions (id, workform_id, version, name, fields, created_at)
            VALUES (?, ?, 2, ?, ?, ?)`,
      args: [versionId, workform.id, workform.name, JSON.stringify(fields), new Date().toISOString()],
    },
  ])
  const before = await stateOf(two)
  const edit = {
    workform: { id: workform.id, name: workform.name, fields: fields as Workform['fields'] },
    versionId,
    used: used.map((version) => ({ ...version, fields: JSON.parse(version.fields) as Workform['fields'] })),
  }
  await run(bea, (ctx) => reconcileSteps(ctx, { ...edit, clients: [one.clientId] }))
  expect(await names(one, workform)).toEqual(['Kept', 'New name', 'Added'])
  expect(await stateOf(two)).toEqual(before)
  await run(bea, (ctx) => reconcileSteps(ctx, { ...edit, clients: [two.clientId] }))
  expect(await names(two, workform)).toEqual(['Kept', 'New name', 'Added'])
})

it('withdraws only the sections of the clients of a batch', async () => {
  const { bea, one, two, workform } = await fixture()
  const before = await stateOf(two)
  await run(bea, (ctx) => withdrawSteps(ctx, workform.id, workform.name, [one.clientId]))
  expect(await names(one, workform)).toEqual([])
  expect(await stateOf(two)).toEqual(before)
})
