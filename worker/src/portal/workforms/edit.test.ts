import type { Workform } from '@portal/contract/workforms'
import { describe, expect, inject, it } from 'vitest'
import { uuidv7 } from '../../platform/ids.ts'
import { good, refused } from '../../testing/accounts.ts'
import { insert, newBookkeeper, newClient, type TestBookkeeper, type TestClient, unique } from '../../testing/portal.ts'
import { delivered } from '../../testing/sections.ts'
import {
  type AssignmentRow,
  assigned,
  day,
  expectAudit,
  expectEvent,
  get,
  newWorkform,
  queued,
  rows,
  sectionsOf,
  send,
  settle,
  textField,
  trips,
} from '../../testing/work.ts'

const [A, B, C] = [textField('a', 'First'), textField('b', 'Second'), textField('c', 'Third')]
const into = (field: { id: string }, section: string) => textField(field.id, section)

const patch = (
  caller: TestBookkeeper,
  workform: Pick<Workform, 'id' | 'name' | 'version'>,
  fields: unknown[],
  more = {},
) =>
  send(caller, 'PATCH', `/api/workforms/${workform.id}`, {
    name: workform.name,
    version: workform.version,
    fields,
    ...more,
  })
const edited = (
  caller: TestBookkeeper,
  workform: Pick<Workform, 'id' | 'name' | 'version'>,
  fields: unknown[],
  more = {},
) => good<Workform>(patch(caller, workform, fields, more))

async function fixture(fields: unknown[] = [A, B]): Promise<{
  bea: TestBookkeeper
  cleo: TestClient
  workform: Workform
  sections: () => Promise<AssignmentRow[]>
  section: (name: string) => Promise<AssignmentRow>
}> {
  const bea = await newBookkeeper()
  const cleo = await newClient(bea)
  const workform = await newWorkform(bea, { fields })
  await assigned(bea, workform, [cleo.clientId])
  const sections = () => sectionsOf(cleo.clientId, workform.id)
  const section = async (name: string) => {
    const row = (await sections()).find((s) => s.section_name === name)
    if (!row) throw new Error(`no section ${name}`)
    return row
  }
  return { bea, cleo, workform, sections, section }
}
const names = (list: readonly AssignmentRow[]) => list.map((s) => s.section_name)
const versionOf = async (row: AssignmentRow) =>
  (await rows<{ version: number }>('SELECT version FROM workform_versions WHERE id = ?', row.workform_version_id))[0]
    ?.version

/** Inserts a file of an answer. */
async function fileOf(bea: TestBookkeeper, cleo: TestClient, row: AssignmentRow): Promise<string> {
  const path = `clients/${cleo.clientId}/workforms/${unique('file')}.pdf`
  await insert([
    {
      sql: `INSERT INTO files (id, owner_id, firm_id, client_id, assignment_id, field_id, purpose, name, path, size,
              type, state, created_at)
            VALUES (?, ?, ?, ?, ?, 'b', 'answer', 'a.pdf', ?, 1, 'application/pdf', 'stored', ?)`,
      args: [uuidv7(), cleo.userId, bea.firmId, cleo.clientId, row.id, path, new Date().toISOString()],
    },
  ])
  return path
}

describe('editing a workform', () => {
  it('saves a new version and notifies everyone affected', async () => {
    const { bea, cleo, workform, sections } = await fixture()
    const response = await patch(bea, workform, [A, B], { name: 'Renamed', description: 'New words' })
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    const after = await good<Workform>(response)
    expect(after).toMatchObject({
      name: 'Renamed',
      description: 'New words',
      version: 2,
      is_template: false,
      created_at: workform.created_at,
    })
    expect(await get(bea, `/api/workforms/${workform.id}`)).toEqual(after)
    expect(
      await rows('SELECT version, name FROM workform_versions WHERE workform_id = ? ORDER BY version', workform.id),
    ).toEqual([
      { version: 1, name: workform.name },
      { version: 2, name: 'Renamed' },
    ])
    for (const row of await sections()) {
      expect(await versionOf(row)).toBe(2)
      // The fields are the same, so clients who are filling them in are not disturbed.
      expect(row.version).toBe(0)
    }
    await expectEvent(bea.userId, 'workform.changed', workform.id)
    await expectEvent(cleo.userId, 'assignment.changed', workform.id)
    await expectAudit('workform.updated', workform.id)
    expect(
      await rows(
        `SELECT 1 FROM book_client_notifications WHERE client_id = ? AND title = 'Workform updated'`,
        cleo.clientId,
      ),
    ).toEqual([])
  })

  it('refuses an edit of an older version, and one of two concurrent edits', async () => {
    const { bea, workform } = await fixture()
    const second = await edited(bea, workform, [A])
    await refused(patch(bea, workform, [B]), 'stale')
    const both = await Promise.all([patch(bea, second, [A, B]), patch(bea, second, [A, C])])
    expect(both.map((r) => r.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('moves an open section to the new version, and raises its own version when fields changed', async () => {
    const { bea, workform, section } = await fixture()
    await edited(bea, workform, [textField('b', 'Second'), textField('a', 'First', { required: true })])
    expect(await section('First')).toMatchObject({ position: 1, version: 1 })
    expect(await section('Second')).toMatchObject({ position: 0, version: 0 })
  })

  it('keeps submitted and approved sections on the version they were answered on', async () => {
    const { bea, workform, section } = await fixture()
    await settle(await section('First'), 'completed')
    await settle(await section('Second'), 'approved')
    const before = [await section('First'), await section('Second')]
    await edited(bea, workform, [textField('a', 'First', { required: true }), C])
    expect([await section('First'), await section('Second')]).toEqual(before)
  })

  it('renames a section with draft, status and reason when its fields stay', async () => {
    const { bea, workform, section, sections } = await fixture()
    const row = await section('First')
    await settle(row, 'rejected')
    await insert([
      {
        sql: `INSERT INTO section_drafts (assignment_id, answers, updated_at) VALUES (?, '{"a":"typed"}', 'x')`,
        args: [row.id],
      },
    ])
    await edited(bea, workform, [into(A, 'Begin'), B])
    expect(names(await sections())).toEqual(['Begin', 'Second'])
    expect(await section('Begin')).toMatchObject({ id: row.id, status: 'rejected', version: row.version + 2 })
    expect(
      await rows(
        'SELECT section_name, status FROM workform_section_statuses WHERE submission_id = ?',
        row.submission_id,
      ),
    ).toEqual([{ section_name: 'Begin', status: 'rejected' }])
    expect(await rows('SELECT answers FROM section_drafts WHERE assignment_id = ?', row.id)).toEqual([
      { answers: '{"a":"typed"}' },
    ])
  })

  it('swaps the names of sections', async () => {
    const { bea, workform, section } = await fixture()
    const [first, second] = [await section('First'), await section('Second')]
    await settle(first, 'rejected')
    await edited(bea, workform, [into(A, 'Second'), into(B, 'First')])
    expect(await section('Second')).toMatchObject({ id: first.id, status: 'rejected', position: 0 })
    expect(await section('First')).toMatchObject({ id: second.id, status: 'assigned', position: 1 })
    expect(
      await rows('SELECT section_name FROM workform_section_statuses WHERE submission_id = ?', first.submission_id),
    ).toEqual([{ section_name: 'Second' }])
  })

  it('adds a new section and notifies the client', async () => {
    const { bea, cleo, workform, section, sections } = await fixture()
    await edited(bea, workform, [A, C, B])
    expect(names(await sections())).toEqual(['First', 'Third', 'Second'])
    const { submission_id, due_date } = await section('First')
    expect(await section('Third')).toMatchObject({
      submission_id,
      due_date,
      assigned_by: bea.userId,
      status: 'assigned',
      version: 0,
    })
    expect((await section('Third')).id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(
      await rows(
        `SELECT workform_id FROM book_client_notifications WHERE client_id = ? AND title = 'Workform updated'`,
        cleo.clientId,
      ),
    ).toEqual([{ workform_id: workform.id }])
  })

  it('does not reopen a workform when all its sections are approved', async () => {
    const { bea, workform, sections } = await fixture()
    for (const row of await sections()) await settle(row, 'approved')
    await edited(bea, workform, [A, B, C])
    expect(names(await sections())).toEqual(['First', 'Second'])
  })

  it('withdraws a removed open section with its files', async () => {
    const { bea, cleo, workform, section, sections } = await fixture()
    const row = await section('Second')
    await settle(row, 'rejected')
    const path = await fileOf(bea, cleo, row)
    await edited(bea, workform, [A])
    expect(names(await sections())).toEqual(['First'])
    expect(
      await rows('SELECT section_name FROM workform_section_statuses WHERE submission_id = ?', row.submission_id),
    ).toEqual([])
    expect(await rows('SELECT state FROM files WHERE path = ?', path)).toEqual([{ state: 'removed' }])
    expect((await queued('purge', `files:${cleo.clientId}`, path)).length).toBe(1)
    await expectEvent(cleo.userId, 'assignment.changed', workform.id)
  })

  it('keeps the assignment when every section is replaced', async () => {
    const { bea, workform, section, sections } = await fixture()
    const { submission_id } = await section('First')
    await edited(bea, workform, [C])
    expect(await sections()).toMatchObject([{ section_name: 'Third', submission_id, status: 'assigned', position: 0 }])
  })

  it('renames a section to the name of a removed one', async () => {
    const { bea, workform, section, sections } = await fixture()
    const { id } = await section('First')
    await edited(bea, workform, [into(A, 'Second')])
    expect(await sections()).toMatchObject([{ id, section_name: 'Second' }])
  })

  it('keeps drafts and files when their fields move to another section', async () => {
    const { bea, cleo, workform, section } = await fixture([A, B, C])
    const [first, second, third] = [await section('First'), await section('Second'), await section('Third')]
    await insert([
      {
        sql: `INSERT INTO section_drafts (assignment_id, answers, version, updated_at)
                VALUES (?, ?, 3, '1'), (?, '{"a":"Cleo"}', 7, '2'),
                (?, '{"c":"kept"}', 1, '3')`,
        args: [second.id, '{"b":["x",true,"\\"y\\""]}', first.id, third.id],
      },
    ])
    const path = await fileOf(bea, cleo, second)
    // From a removed section and from a remaining one, all fields move to others.
    const after = await edited(bea, workform, [A, into(B, 'Third'), C])
    const drafts = () =>
      rows(
        `SELECT assignment_id AS id, answers, version FROM section_drafts
         WHERE assignment_id IN (?, ?) ORDER BY answers`,
        first.id,
        third.id,
      )
    expect(await drafts()).toEqual([
      { id: first.id, answers: '{"a":"Cleo"}', version: 7 },
      { id: third.id, answers: '{"c":"kept","b":["x",true,"\\"y\\""]}', version: 2 },
    ])
    expect(await rows('SELECT state, assignment_id FROM files WHERE path = ?', path)).toEqual([
      { state: 'stored', assignment_id: third.id },
    ])
    // To a new section and to one without a draft.
    await edited(bea, after, [A, into(B, 'New'), into(C, 'First')])
    const added = await section('New')
    expect(added).toMatchObject({ status: 'in_progress' })
    expect(await rows('SELECT answers FROM section_drafts WHERE assignment_id = ?', added.id)).toEqual([
      { answers: '{"b":["x",true,"\\"y\\""]}' },
    ])
    expect(await rows('SELECT answers, version FROM section_drafts WHERE assignment_id = ?', first.id)).toEqual([
      { answers: '{"a":"Cleo","c":"kept"}', version: 8 },
    ])
    expect(await rows('SELECT assignment_id, state FROM files WHERE path = ?', path)).toEqual([
      { assignment_id: added.id, state: 'stored' },
    ])
  })

  it('keeps a draft in its section when the field moves to a locked section', async () => {
    const { bea, workform, section } = await fixture([A, B, C])
    await settle(await section('Third'), 'completed')
    const { id } = await section('First')
    await insert([
      {
        sql: `INSERT INTO section_drafts (assignment_id, answers, updated_at) VALUES (?, '{"a":"typed"}', 'x')`,
        args: [id],
      },
    ])
    const after = await edited(bea, workform, [into(A, 'Third'), textField('d', 'First'), B, C])
    expect(await rows('SELECT answers FROM section_drafts WHERE assignment_id = ?', id)).toEqual([
      { answers: '{"a":"typed"}' },
    ])
    await settle(await section('Third'), 'rejected')
    await edited(bea, after, [into(A, 'Third'), textField('d', 'First'), B, C])
    expect(
      await rows('SELECT answers FROM section_drafts WHERE assignment_id = ?', (await section('Third')).id),
    ).toEqual([{ answers: '{"a":"typed"}' }])
  })

  it('does not rename an open section when an answered one has the new name', async () => {
    const { bea, workform, section, sections } = await fixture()
    await settle(await section('Second'), 'approved')
    const before = await section('First')
    // A section inserted in front: every name shifts by one.
    await edited(bea, workform, [into(C, 'First'), into(A, 'Second'), into(B, 'Third')])
    expect(await section('First')).toEqual(before)
    expect(names(await sections()).toSorted()).toEqual(['First', 'Second'])
    expect(await versionOf(await section('First'))).toBe(1)
  })

  it('moves a section with the next edit when it was rejected after this one', async () => {
    const { bea, workform, section, sections } = await fixture()
    await settle(await section('First'), 'completed')
    const second = await edited(bea, workform, [into(A, 'Begin'), B])
    expect(names(await sections()).toSorted()).toEqual(['First', 'Second'])
    await settle(await section('First'), 'rejected')
    await edited(bea, second, [into(A, 'Start'), B])
    expect(names(await sections()).toSorted()).toEqual(['Second', 'Start'])
    expect(await versionOf(await section('Start'))).toBe(3)
  })

  it('applies to clients of a colleague who assigned the template', async () => {
    const bea = await newBookkeeper()
    const colleague = await newBookkeeper(bea.firmId)
    const cleo = await newClient(colleague)
    const workform = await newWorkform(bea, { is_template: true })
    await assigned(colleague, workform, [cleo.clientId])
    await edited(bea, workform, [A, B, C])
    expect(await sectionsOf(cleo.clientId, workform.id)).toMatchObject([
      {},
      {},
      { section_name: 'Third', assigned_by: colleague.userId },
    ])
    await expectEvent(colleague.userId, 'assignment.changed', workform.id)
    await expectEvent(colleague.userId, 'workform.changed', workform.id)
    await expectEvent(cleo.userId, 'assignment.changed', workform.id)
  })
})

describe('any sequence of edits, answers and decisions', () => {
  /** A seeded generator, so that a failure can be reproduced. */
  function dice(seed: number) {
    let state = seed
    return (sides: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return Math.floor((state / 2 ** 32) * sides)
    }
  }

  it.each([1, 2, 3, 4, 5, 6])('keeps every section on a version that has its fields (seed %i)', async (seed) => {
    const roll = dice(seed * 7919)
    const { bea, cleo, workform } = await fixture()
    const other = await newClient(bea)
    await assigned(bea, workform, [other.clientId])
    let now = workform
    for (let step = 0; step < 12; step++) {
      for (const { clientId } of [cleo, other]) {
        for (const row of await sectionsOf(clientId, workform.id)) {
          const status = (['completed', 'approved', 'rejected', undefined, undefined] as const)[roll(5)]
          if (status && (row.status !== 'approved' || roll(3) === 0)) await settle(row, status)
        }
      }
      const locked = await rows<AssignmentRow>(
        `SELECT * FROM book_client_workforms WHERE workform_id = ? AND status IN ('completed', 'approved') ORDER BY id`,
        workform.id,
      )
      const fields = Array.from({ length: 1 + roll(5) }, () =>
        textField(`f${roll(6)}`, ['W', 'X', 'Y', 'Z'][roll(4)] ?? 'W'),
      )
      now = await edited(
        bea,
        now,
        fields.filter((f, i) => fields.findIndex((g) => g.id === f.id) === i),
      )
      const ids = locked.map((r) => r.id)
      const kept = await rows<AssignmentRow>(
        'SELECT * FROM book_client_workforms WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
        JSON.stringify(ids),
      )
      expect(kept).toEqual(locked)
      const stray = await rows(
        `SELECT a.section_name, a.position FROM book_client_workforms a
          JOIN workform_versions v ON v.id = a.workform_version_id
         WHERE a.workform_id = ? AND (a.position < 0
           OR a.section_name NOT IN (SELECT value ->> 'section' FROM json_each(v.fields)))`,
        workform.id,
      )
      expect(stray).toEqual([])
      const lost = await rows(
        `SELECT s.section_name FROM workform_section_statuses s JOIN book_form_submissions f ON f.id = s.submission_id
         WHERE f.form_id = ? AND NOT EXISTS (SELECT 1 FROM book_client_workforms a
           WHERE a.submission_id = s.submission_id AND a.section_name = s.section_name)`,
        workform.id,
      )
      expect(lost).toEqual([])
      expect(
        await rows('SELECT DISTINCT client_id FROM book_client_workforms WHERE workform_id = ?', workform.id),
      ).toHaveLength(2)
    }
  })
})

describe('deleting a workform', () => {
  it('withdraws unapproved sections, keeps approved ones, and notifies the clients', async () => {
    const { bea, cleo, workform, section, sections } = await fixture([A, B, C])
    const other = await newClient(bea)
    await assigned(bea, workform, [other.clientId], day(2))
    await settle(await section('First'), 'approved')
    await settle(await section('Second'), 'completed')
    const [kept, withdrawn] = [await section('First'), await section('Second')]
    const path = await fileOf(bea, cleo, withdrawn)
    const [othersSubmission] = await sectionsOf(other.clientId, workform.id)
    const response = await send(bea, 'DELETE', `/api/workforms/${workform.id}`)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    expect(await response.json()).toEqual({ ok: true })

    expect(await sections()).toEqual([kept])
    expect(await rows('SELECT data FROM book_form_submissions WHERE id = ?', kept.submission_id)).toEqual([
      { data: '{"First":{"a":"answer"}}' },
    ])
    expect(
      await rows('SELECT section_name FROM workform_section_statuses WHERE submission_id = ?', kept.submission_id),
    ).toEqual([{ section_name: 'First' }])
    expect(await rows('SELECT state FROM files WHERE path = ?', path)).toEqual([{ state: 'removed' }])
    expect(await sectionsOf(other.clientId, workform.id)).toEqual([])
    expect(
      await rows('SELECT 1 FROM book_form_submissions WHERE id = ?', othersSubmission?.submission_id ?? ''),
    ).toEqual([])
    for (const client of [cleo, other]) {
      expect(
        await rows(
          `SELECT workform_id FROM book_client_notifications WHERE client_id = ? AND title = 'Workform withdrawn'`,
          client.clientId,
        ),
      ).toEqual([{ workform_id: workform.id }])
      await expectEvent(client.userId, 'assignment.changed', workform.id)
      await expectEvent(client.userId, 'notification.created', workform.id)
    }
    const statusOfFile = async (clientId: string) => {
      const file = `bookkeeper-${bea.userId}/client-${clientId}/workform-${workform.id}.txt`
      await delivered('recipient = ?', `document:${file}`)
      return (await fetch(`${inject('documentsUrl')}/${encodeURIComponent(file)}`)).status
    }
    expect(await statusOfFile(other.clientId)).toBe(404)
    expect(await statusOfFile(cleo.clientId)).toBe(200)
    await expectEvent(bea.userId, 'submission.changed', workform.id)
    await expectAudit('workform.deleted', workform.id)

    await refused(send(bea, 'GET', `/api/workforms/${workform.id}`), 'not_found')
    await refused(send(bea, 'DELETE', `/api/workforms/${workform.id}`), 'not_found')
    await refused(patch(bea, workform, [A]), 'not_found')
    // Approved sections still appear in the client's detail.
    expect(await get(bea, `/api/clients/${cleo.clientId}`)).toMatchObject({
      workforms: [{ workform_name: workform.name, status: 'approved' }],
    })
  })

  it('keeps other workforms of the client', async () => {
    const { bea, cleo, workform } = await fixture()
    const kept = await newWorkform(bea)
    await assigned(bea, kept, [cleo.clientId])
    await good(send(bea, 'DELETE', `/api/workforms/${workform.id}`))
    expect((await sectionsOf(cleo.clientId, kept.id)).length).toBe(2)
    expect((await get<{ items: unknown[] }>(bea, '/api/workforms')).items.length).toBe(1)
  })
})
