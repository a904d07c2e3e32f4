import type { Workform, WorkformStatistics, WorkformSummary } from '@portal/contract/workforms'
import { describe, expect, it } from 'vitest'
import { uuidv7 } from '../../platform/ids.ts'
import { good, refused } from '../../testing/accounts.ts'
import { insert, newBookkeeper, newClient, problemOf, type TestBookkeeper, unique } from '../../testing/portal.ts'
import { decided, newWork, submit } from '../../testing/sections.ts'
import {
  assigned,
  change,
  expectAudit,
  expectEvent,
  get,
  newWorkform,
  rows,
  send,
  textField,
  trips,
} from '../../testing/work.ts'

type Page = { items: WorkformSummary[]; next: string | null }
const create = (caller: TestBookkeeper, input: unknown, headers = {}) =>
  send(caller, 'POST', '/api/workforms', input, headers)
const errorsOf = async (response: Promise<Response>) => (await problemOf(await response)).errors

/** Inserts a template file of the bookkeeper. */
async function templateFile(bookkeeper: TestBookkeeper, more: { state?: string; purpose?: string } = {}) {
  const file = { id: uuidv7(), path: `bookkeeper/${bookkeeper.userId}/templates/${unique('t')}.pdf` }
  await insert([
    {
      sql: `INSERT INTO files (id, owner_id, firm_id, purpose, name, path, size, type, state, created_at)
              VALUES (?, ?, ?, ?, 't.pdf', ?, 9, 'application/pdf', ?, ?)`,
      args: [
        file.id,
        bookkeeper.userId,
        bookkeeper.firmId,
        more.purpose ?? 'template',
        file.path,
        more.state ?? 'stored',
        new Date().toISOString(),
      ],
    },
  ])
  return file
}
const reupload = (path: string) =>
  textField('r', 'Sign', {
    type: 'download-reupload',
    templateFile: { name: 't.pdf', path, size: 9, type: 'application/pdf' },
  })

describe('the default due date of a workform', () => {
  it('is stored, copied, listed and changed, and stays when an update does not mention it', async () => {
    const bea = await newBookkeeper()
    const fields = [textField('a', 'One')]
    const made = await good<Workform>(create(bea, { name: 'Payroll', fields, is_template: true, due_days: 14 }))
    expect(made.due_days).toBe(14)
    const copy = await good<Workform>(send(bea, 'POST', `/api/workforms/${made.id}/duplicate`))
    expect(copy.due_days).toBe(14)
    const update = (more: object) => ({ name: 'Payroll', fields, ...more })
    const patch = (json: object) => good<Workform>(send(bea, 'PATCH', `/api/workforms/${made.id}`, json))
    expect(await patch(update({ version: 1 }))).toMatchObject({ due_days: 14, version: 2 })
    expect(await patch(update({ version: 2, due_days: null }))).toMatchObject({ due_days: null })
    const { items } = await get<Page>(bea, '/api/workforms')
    expect(items.map((w) => w.due_days)).toEqual([14, null])
  })

  it('is a whole number of days', async () => {
    const bea = await newBookkeeper()
    for (const due_days of [-1, 1.5, 1000, '14']) {
      const message = 'Please enter a number of days between 0 and 999.'
      expect(await errorsOf(create(bea, { name: 'Payroll', fields: [textField('a', 'One')], due_days }))).toEqual([
        { path: 'due_days', message },
      ])
    }
  })
})

describe('creating a workform', () => {
  it('stores it with its first version and normalized fields', async () => {
    const bea = await newBookkeeper()
    const fields = [
      { label: ' Name ', type: 'text', required: true },
      { id: 'kind', name: 'Kind', type: 'select', options: ['A', 'A', 'B'], section: 'More' },
      { type: 'text' },
    ]
    const response = await create(bea, {
      name: '  Intake ',
      description: ' ',
      fields: JSON.stringify(fields),
      is_template: true,
    })
    expect(response.status).toBe(201)
    expect(trips(response)).toEqual({ reads: 0, writes: 1 })
    const workform = (await response.json()) as Workform
    expect(workform).toMatchObject({
      name: 'Intake',
      description: null,
      is_template: true,
      version: 1,
      user_id: bea.userId,
    })
    expect(workform.fields).toEqual([
      { id: 'field-1', name: 'Name', type: 'short-text', required: true, section: 'Name' },
      { id: 'kind', name: 'Kind', type: 'dropdown', required: false, section: 'More', options: ['A', 'B'] },
    ])
    expect(await get(bea, `/api/workforms/${workform.id}`)).toEqual(workform)
    const [version] = await rows<{ fields: string }>(
      'SELECT version, name, fields FROM workform_versions WHERE workform_id = ?',
      workform.id,
    )
    expect(version).toMatchObject({ version: 1, name: 'Intake' })
    expect(JSON.parse(version?.fields ?? '')).toEqual(workform.fields)
    await expectEvent(bea.userId, 'workform.changed', workform.id)
    await expectAudit('workform.created', workform.id)
  })

  it('names the invalid fields with the specified texts', async () => {
    const bea = await newBookkeeper()
    const fields = [textField('a', 'A')]
    expect(await errorsOf(create(bea, { fields }))).toEqual([{ path: 'name', message: 'Please fill in workform name' }])
    expect(await errorsOf(create(bea, { name: ' ', fields }))).toEqual([
      { path: 'name', message: 'Please fill in workform name' },
    ])
    for (const none of [[], '[]', 'not json', [{ type: 'text' }], undefined]) {
      expect(await errorsOf(create(bea, { name: 'X', fields: none }))).toEqual([
        { path: 'fields', message: 'Please add at least one field' },
      ])
    }
    const many = Array.from({ length: 501 }, (_, i) => textField(`f${i}`, 'A'))
    expect((await errorsOf(create(bea, { name: 'X', fields: many })))?.map((e) => e.path)).toEqual(['fields'])
    expect(
      (
        await errorsOf(create(bea, { name: 'X', fields: [textField('a', 'A', { min: 'x', name: 'y'.repeat(201) })] }))
      )?.[0]?.path,
    ).toBe('fields.0.name')
  })

  it('accepts only template files of the firm', async () => {
    const [bea, other] = [await newBookkeeper(), await newBookkeeper()]
    const own = await templateFile(bea)
    const colleague = await templateFile(await newBookkeeper(bea.firmId))
    for (const path of [own.path, own.id, colleague.path]) {
      const response = await create(bea, { name: 'Sign', fields: [reupload(path)] })
      expect(response.status).toBe(201)
      expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    }
    const foreign = await templateFile(other)
    const wrong = [
      foreign.path,
      foreign.id,
      'templates/x.pdf',
      (await templateFile(bea, { state: 'removed' })).path,
      (await templateFile(bea, { purpose: 'answer' })).path,
    ]
    for (const path of wrong) {
      const errors = await errorsOf(create(bea, { name: 'Sign', fields: [textField('a', 'A'), reupload(path)] }))
      expect(errors, path).toEqual([
        { path: 'fields.1.templateFile', message: 'This template file is not available. Please upload it again.' },
      ])
    }
    const workform = await newWorkform(bea)
    const edit = { name: 'Sign', version: 1, fields: [reupload(foreign.path)] }
    expect((await errorsOf(send(bea, 'PATCH', `/api/workforms/${workform.id}`, edit)))?.[0]?.path).toBe(
      'fields.0.templateFile',
    )
    await good(send(bea, 'PATCH', `/api/workforms/${workform.id}`, { ...edit, fields: [reupload(own.path)] }))
  })

  it('has one effect when the request is repeated', async () => {
    const bea = await newBookkeeper()
    const [input, headers] = [{ name: 'Once', fields: [textField('a', 'A')] }, { 'idempotency-key': unique('key') }]
    const answers = await Promise.all([create(bea, input, headers), create(bea, input, headers)])
    const [first, second] = await Promise.all(answers.map((a) => good<Workform>(a)))
    expect(second).toEqual(first)
    expect((await get<Page>(bea, '/api/workforms')).items.length).toBe(1)
  })

  it('refuses an idempotency key that was used for something else', async () => {
    const bookkeeper = await newBookkeeper()
    const headers = { 'idempotency-key': unique('key') }
    const client = await good<{ id: string }>(
      send(
        bookkeeper,
        'POST',
        '/api/clients',
        { name: 'Kay', email: `${unique('kay')}@example.com`, phone: '1' },
        headers,
      ),
    )
    const input = { name: 'Made all the same', fields: [textField('a', 'A')] }
    const made = await good<{ id: string; name: string }>(send(bookkeeper, 'POST', '/api/workforms', input, headers))
    expect(made).toMatchObject({ name: input.name })
    expect(made.id).not.toBe(client.id)
  })
})

describe('the lists of workforms', () => {
  it('find letters and apostrophes as people type them', async () => {
    const bea = await newBookkeeper()
    const { name } = await newWorkform(bea, { name: 'Łódź: GRÖẞE, Straße, Œuvre, O’Brien' })
    for (const q of ['lodz', 'ŁÓDŹ', 'grosse', 'strasse', 'Straße', 'stras', 'oeuvre', 'œuvre', "o'brien", 'O’BRIEN']) {
      const { items } = await get<Page>(bea, `/api/workforms?q=${encodeURIComponent(q)}`)
      expect(
        items.map((w) => w.name),
        q,
      ).toEqual([name])
    }
    expect((await get<Page>(bea, '/api/workforms?q=strase')).items).toEqual([])
  })

  it('page over ties, filter by tab and search by name', async () => {
    const bea = await newBookkeeper()
    const made: Workform[] = []
    for (let i = 0; i < 7; i++)
      made.push(await newWorkform(bea, { name: `${i % 2 ? 'Tax' : 'PAYROLL Ä'} ${i}%`, is_template: i % 3 === 0 }))
    await change(
      `UPDATE book_workforms SET created_at = '2026-01-01T00:00:00.000Z' WHERE user_id = ? AND name LIKE 'Tax%'`,
      bea.userId,
    )
    await newWorkform(await newBookkeeper(bea.firmId), { name: 'Tax of a colleague', is_template: true })
    const walk = async (query: string) => {
      const names: string[] = []
      for (let cursor = ''; ; ) {
        const page = await get<Page>(bea, `/api/workforms?limit=2&${query}${cursor && `&cursor=${cursor}`}`)
        names.push(...page.items.map((w) => w.name))
        if (page.next === null) return names
        cursor = page.next
      }
    }
    expect(await walk('')).toEqual([6, 4, 2, 0, 5, 3, 1].map((i) => made[i]?.name))
    expect(await walk('tab=templates')).toEqual([6, 0, 3].map((i) => made[i]?.name))
    expect(await walk('tab=client-forms')).toEqual([4, 2, 5, 1].map((i) => made[i]?.name))
    expect(await walk('q=payroll')).toEqual([6, 4, 2, 0].map((i) => made[i]?.name))
    expect(await walk(`q=${encodeURIComponent('ll ä')}&tab=templates`)).toEqual([6, 0].map((i) => made[i]?.name))
    expect(await walk('q=5%25')).toEqual([made[5]?.name])
    // In any accent, in both directions.
    expect(await walk(`q=${encodeURIComponent('LL A')}&tab=templates`)).toEqual([6, 0].map((i) => made[i]?.name))
    expect(await walk(`q=${encodeURIComponent('pàyroll')}`)).toEqual([6, 4, 2, 0].map((i) => made[i]?.name))
    for (const q of ['_', '*', '?', '[a-z]', '^']) expect(await walk(`q=${encodeURIComponent(q)}`)).toEqual([])
    const response = await send(bea, 'GET', '/api/workforms?q=tax')
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    expect(((await response.json()) as Page).items[0]).toEqual({
      id: made[5]?.id,
      name: 'Tax 5%',
      description: null,
      is_template: false,
      field_count: 2,
      due_days: null,
      section_count: 2,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: made[5]?.updated_at,
    })
    expect((await errorsOf(send(bea, 'GET', '/api/workforms?tab=mine')))?.map((e) => e.path)).toEqual(['tab'])
    expect((await errorsOf(send(bea, 'GET', '/api/workforms?cursor=x')))?.map((e) => e.path)).toEqual(['cursor'])
  })

  it('show the templates of the whole firm by name, and of no other firm', async () => {
    const bea = await newBookkeeper()
    const colleague = await newBookkeeper(bea.firmId)
    await newWorkform(await newBookkeeper(), { name: 'Foreign', is_template: true })
    await newWorkform(bea, { name: 'Not a template' })
    await newWorkform(bea, { name: 'zebra', is_template: true })
    const apple = await newWorkform(colleague, { name: 'Apple', is_template: true, description: 'Of fruit' })
    await newWorkform(bea, { name: 'Banana', is_template: true })
    await good(
      send(bea, 'DELETE', `/api/workforms/${(await newWorkform(bea, { name: 'Deleted', is_template: true })).id}`),
    )
    const response = await send(bea, 'GET', '/api/workforms/templates')
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    const { items } = (await response.json()) as Page
    expect(items.filter((w) => !w.starter).map((w) => w.name)).toEqual(['Apple', 'Banana', 'zebra'])
    expect(items[0]).toMatchObject({
      id: apple.id,
      description: 'Of fruit',
      field_count: 2,
      due_days: null,
      section_count: 2,
      is_template: true,
    })
    await expectEvent(bea.userId, 'workform.changed', apple.id)
  })
})

describe('access', () => {
  it('shows templates to the firm and client forms to their owner, and lets only the owner edit', async () => {
    const bea = await newBookkeeper()
    const [colleague, stranger] = [await newBookkeeper(bea.firmId), await newBookkeeper()]
    const [template, own] = [await newWorkform(bea, { is_template: true }), await newWorkform(bea)]
    expect(await get(colleague, `/api/workforms/${template.id}`)).toEqual(template)
    await refused(send(colleague, 'GET', `/api/workforms/${own.id}`), 'not_found')
    await refused(send(stranger, 'GET', `/api/workforms/${template.id}`), 'not_found')
    const edit = { name: 'Taken over', version: 1, fields: [textField('a', 'A')] }
    for (const caller of [colleague, stranger]) {
      for (const { id } of [template, own]) {
        await refused(send(caller, 'PATCH', `/api/workforms/${id}`, edit), 'not_found')
        await refused(send(caller, 'DELETE', `/api/workforms/${id}`), 'not_found')
        await refused(send(caller, 'GET', `/api/workforms/${id}/impact`), 'not_found')
      }
    }
    await refused(send(stranger, 'POST', `/api/workforms/${template.id}/duplicate`), 'not_found')
    await refused(send(colleague, 'POST', `/api/workforms/${own.id}/duplicate`), 'not_found')
    await refused(send(bea, 'GET', `/api/workforms/${uuidv7()}`), 'not_found')
    const cleo = await newClient(bea)
    await refused(send(cleo, 'GET', `/api/workforms/${template.id}`), 'forbidden')
    expect(trips(await send(bea, 'GET', `/api/workforms/${own.id}`))).toEqual({ reads: 1, writes: 0 })
  })
})

it('copies a workform into an own one', async () => {
  const bea = await newBookkeeper()
  const colleague = await newBookkeeper(bea.firmId)
  const template = await newWorkform(bea, { name: 'n'.repeat(200), is_template: true, description: 'Why' })
  const response = await send(colleague, 'POST', `/api/workforms/${template.id}/duplicate`)
  expect(response.status).toBe(201)
  expect(trips(response)).toEqual({ reads: 1, writes: 1 })
  const copy = (await response.json()) as Workform
  expect(copy).toMatchObject({
    name: `${'n'.repeat(193)} (copy)`,
    description: 'Why',
    fields: template.fields,
    user_id: colleague.userId,
    version: 1,
    is_template: true,
  })
  expect(copy.id).not.toBe(template.id)
  expect((await rows('SELECT 1 FROM workform_versions WHERE workform_id = ?', copy.id)).length).toBe(1)
})

it('counts the submitted and started work that a deletion would destroy', async () => {
  const bea = await newBookkeeper()
  const workform = await newWorkform(bea)
  const impact = () => get(bea, `/api/workforms/${workform.id}/impact`)
  expect(await impact()).toEqual({
    active_assignments: 0,
    clients: 0,
    locked_sections: 0,
    waiting: { sections: 0, clients: 0, own: 0 },
    begun_sections: 0,
    names: [],
    open_sections: [],
  })
  const clients = await Promise.all([newClient(bea, 'zoe'), newClient(bea, 'Ana')])
  await assigned(
    bea,
    workform,
    clients.map((c) => c.clientId),
  )
  expect(await impact()).toEqual({
    active_assignments: 2,
    clients: 2,
    locked_sections: 0,
    waiting: { sections: 0, clients: 0, own: 0 },
    begun_sections: 0,
    names: ['Ana', 'zoe'],
    open_sections: [
      { name: 'First', clients: 2 },
      { name: 'Second', clients: 2 },
    ],
  })
  await change(`UPDATE book_client_workforms SET status = 'approved' WHERE client_id = ?`, clients[0].clientId)
  await change(
    `UPDATE book_client_workforms SET status = 'completed' WHERE client_id = ? AND section_name = 'First'`,
    clients[1].clientId,
  )
  await change(
    `UPDATE book_client_workforms SET status = 'in_progress' WHERE client_id = ? AND section_name = 'Second'`,
    clients[1].clientId,
  )
  expect(await impact()).toEqual({
    active_assignments: 1,
    clients: 2,
    locked_sections: 3,
    waiting: { sections: 1, clients: 1, own: 1 },
    begun_sections: 1,
    names: ['Ana'],
    open_sections: [{ name: 'Second', clients: 1 }],
  })
  expect(trips(await send(bea, 'GET', `/api/workforms/${workform.id}/impact`))).toEqual({ reads: 1, writes: 0 })
})

it('turns a form into a template and back without changing who can edit it', async () => {
  const bea = await newBookkeeper()
  const colleague = await newBookkeeper(bea.firmId)
  const { id, name, fields } = await newWorkform(bea)
  const edit = (caller: TestBookkeeper, version: number, more: Record<string, unknown> = {}) =>
    send(caller, 'PATCH', `/api/workforms/${id}`, { name, fields, version, ...more })
  await refused(send(colleague, 'GET', `/api/workforms/${id}`), 'not_found')
  expect((await good<Workform>(edit(bea, 1, { is_template: true }))).is_template).toBe(true)
  await expectEvent(colleague.userId, 'workform.changed', id)
  expect((await get<Workform>(colleague, `/api/workforms/${id}`)).is_template).toBe(true)
  await refused(edit(colleague, 2), 'not_found')
  // Without the field, it stays the same.
  expect((await good<Workform>(edit(bea, 2))).is_template).toBe(true)
  expect((await good<Workform>(edit(bea, 3, { is_template: false }))).is_template).toBe(false)
  await refused(send(colleague, 'GET', `/api/workforms/${id}`), 'not_found')
})

it('keeps the description when an edit leaves it out, and clears it when it is blank', async () => {
  const bea = await newBookkeeper()
  const { id, name, fields } = await newWorkform(bea, { description: 'Why' })
  const edit = (version: number, more: Record<string, unknown> = {}) =>
    good<Workform>(send(bea, 'PATCH', `/api/workforms/${id}`, { name, fields, version, ...more }))
  expect((await edit(1)).description).toBe('Why')
  expect((await edit(2, { description: ' ' })).description).toBeNull()
})

describe('the templates to choose from', () => {
  it('are searched by name and description, and paged by name with the starters on the last page', async () => {
    const bea = await newBookkeeper()
    for (const name of ['beta', 'Alpha', 'Gamma']) await newWorkform(bea, { name, is_template: true })
    await newWorkform(bea, { name: 'Delta', is_template: true, description: 'About ALPHA particles' })
    const page = (query: string) => get<Page>(bea, `/api/workforms/templates/search?${query}`)
    const own = ({ items }: Page) => items.filter((w) => !w.starter).map((w) => w.name)
    const first = await page('limit=3')
    expect([own(first), first.items.length]).toEqual([['Alpha', 'beta', 'Delta'], 3])
    const last = await page(`limit=3&cursor=${encodeURIComponent(first.next ?? '')}`)
    expect([own(last), last.next, last.items.length]).toEqual([['Gamma'], null, 9])
    expect(own(await page('q=alpha'))).toEqual(['Alpha', 'Delta'])
    const starters = await page('q=engagement pack&limit=10')
    expect(starters.items.map((w) => [w.name, w.starter])).toEqual([['Engagement pack', true]])
  })
})

describe('the statistics of a workform', () => {
  it('count assignments, the days until completion, and the sections that were sent back', async () => {
    const { bookkeeper, client, workform, first, second } = await newWork([
      textField('a', 'First'),
      textField('b', 'Second'),
    ])
    const statistics = () => send(bookkeeper, 'GET', `/api/workforms/${workform.id}/statistics`)
    expect(await good(statistics())).toEqual({
      assigned: 1,
      completed: 0,
      median_days: null,
      sent_back: [],
      corrected: [],
    })
    await good(submit(client, second.id, { b: 'Yes' }))
    await decided(bookkeeper, 'reject', second.id, { version: 1, reason: 'Blurred' })
    await good(submit(client, second.id, { b: 'Better' }))
    await decided(bookkeeper, 'approve', second.id, { version: 3 })
    await good(submit(client, first.id, { a: 'Yes' }))
    await decided(bookkeeper, 'approve', first.id, { version: 1 })
    await insert([
      {
        sql: "UPDATE book_client_workforms SET assigned_at = datetime(assigned_at, '-6 days') WHERE workform_id = ?",
        args: [workform.id],
      },
    ])
    const response = await statistics()
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    const { median_days, ...counts } = (await response.json()) as WorkformStatistics
    expect(counts).toEqual({
      assigned: 1,
      completed: 1,
      sent_back: [{ section: 'Second', times: 1, own: 1 }],
      corrected: [{ field_id: 'b', question: 'b', section: 'Second', times: 1, own: 1 }],
    })
    expect(median_days).toBeCloseTo(6, 1)
  })

  it('are only for the owner', async () => {
    const { bookkeeper, workform } = await newWork()
    const path = `/api/workforms/${workform.id}/statistics`
    expect((await send(await newBookkeeper(bookkeeper.firmId), 'GET', path)).status).toBe(404)
    expect((await send(await newBookkeeper(), 'GET', path)).status).toBe(404)
  })
})
