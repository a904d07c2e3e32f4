import { groupSections, normalizeFields } from '@portal/contract/fields'
import { acceptedExtensions, contentMatches } from '@portal/contract/files'
import { MAX_FILES_PER_FIELD } from '@portal/contract/limits'
import { Workform, type WorkformSummary } from '@portal/contract/workforms'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { newBookkeeper, newClient, type TestBookkeeper, unique } from '../../testing/portal.ts'
import {
  assigned,
  day,
  expectAudit,
  expectEvent,
  get,
  newWorkform,
  rows,
  send,
  sectionsOf,
  trips,
} from '../../testing/work.ts'
import { letterOf, LETTER } from './letter.ts'
import { STARTERS, starterWorkform } from './starters.ts'

const [INTAKE, PACK] = ['New client intake', 'Engagement pack'].map(
  (name) => STARTERS.find((s) => s.name === name)?.id ?? '',
) as [string, string]
const templatesOf = async (bookkeeper: TestBookkeeper) =>
  (await get<{ items: WorkformSummary[] }>(bookkeeper, '/api/workforms/templates')).items
const copiesOf = (bookkeeper: TestBookkeeper) =>
  rows<{ id: string; starter: string | null; is_template: number }>(
    'SELECT * FROM book_workforms WHERE user_id = ? ORDER BY id',
    bookkeeper.userId,
  )

describe('the built-in starter templates', () => {
  it.each(STARTERS.map((s) => [s.name, s] as const))('%s is a complete workform, as if built by hand', (_, starter) => {
    expect(Workform.parse(starterWorkform(starter))).toEqual(starterWorkform(starter))
    expect(normalizeFields(starter.fields)).toEqual(starter.fields)
    expect(groupSections(starter.fields).length).toBeGreaterThan(2)
    // The fields of a section are adjacent, so grouping does not reorder them.
    expect(groupSections(starter.fields).flatMap((s) => s.fields)).toEqual(starter.fields)
    for (const field of starter.fields) {
      const choices = field.type === 'dropdown' || field.type === 'checkbox'
      expect(choices ? new Set(field.options).size : 0, field.id).toBe(field.options?.length ?? 0)
      expect(choices && field.options === undefined, field.id).toBe(false)
      expect(acceptedExtensions(field), field.id).toEqual(expect.arrayContaining(field.accept ?? []))
      expect(field.maxFiles ?? 1).toBeLessThanOrEqual(MAX_FILES_PER_FIELD)
      expect(field.type === 'download-reupload' && !field.templateFile, field.id).toBe(false)
    }
    expect(starter.fields.some((f) => f.required)).toBe(true)
  })

  it('have unique ids and keys', () => {
    for (const part of ['id', 'key', 'name'] as const)
      expect(new Set(STARTERS.map((s) => s[part])).size).toBe(STARTERS.length)
  })

  it('are listed after the firm’s templates without being stored', async () => {
    const bea = await newBookkeeper()
    const builtIn = STARTERS.map((s) => s.name)
    expect((await templatesOf(bea)).map((t) => t.name)).toEqual(builtIn)
    await newWorkform(bea, { name: 'Zebra', is_template: true })
    const listed = await templatesOf(bea)
    expect(listed.map((t) => t.name)).toEqual(['Zebra', ...builtIn])
    expect(listed.map((t) => t.starter === true)).toEqual([false, ...builtIn.map(() => true)])
    expect(await copiesOf(bea)).toHaveLength(1)
    expect((await get<{ items: WorkformSummary[] }>(bea, '/api/workforms')).items.map((w) => w.name)).toEqual(['Zebra'])
  })

  it('can be read and copied, but not edited', async () => {
    const bea = await newBookkeeper()
    const intake = await get<Workform>(bea, `/api/workforms/${INTAKE}`)
    expect(intake).toMatchObject({ name: 'New client intake', user_id: null, is_template: true })
    const copy = await good<Workform>(send(bea, 'POST', `/api/workforms/${INTAKE}/duplicate`))
    expect(copy).toMatchObject({ name: 'New client intake (copy)', user_id: bea.userId, fields: intake.fields })
    const { name, fields, version } = intake
    await refused(send(bea, 'PATCH', `/api/workforms/${INTAKE}`, { name, fields, version }), 'not_found')
    await refused(send(bea, 'DELETE', `/api/workforms/${INTAKE}`), 'not_found')
    await refused(send(bea, 'GET', `/api/workforms/${INTAKE}/impact`), 'not_found')
  })
})

describe('assigning a starter', () => {
  it('copies it into the bookkeeper’s client forms once', async () => {
    const bea = await newBookkeeper()
    const [cleo, carl] = [await newClient(bea), await newClient(bea)]
    const response = await send(bea, 'POST', '/api/assignments', {
      workform_id: INTAKE,
      clients: [{ client_id: cleo.clientId, due_date: day(3) }],
    })
    expect(response.status).toBe(201)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    const [copy] = await copiesOf(bea)
    expect(copy).toMatchObject({ is_template: 0, starter: 'new-client-intake/1' })
    const id = copy?.id ?? ''
    expect((await sectionsOf(cleo.clientId, id)).map((s) => s.section_name)).toEqual(
      groupSections(STARTERS[0]?.fields ?? []).map((s) => s.name),
    )
    await expectAudit('workform.created', id)
    await expectEvent(bea.userId, 'workform.changed', id)
    // The second time, the copy is reused and existing sections are skipped.
    const again = await assigned(bea, { id: INTAKE }, [cleo.clientId, carl.clientId])
    expect(again.results.map((r) => r.sections)).toEqual([0, 5])
    expect(await copiesOf(bea)).toHaveLength(1)
    expect((await templatesOf(bea)).filter((t) => t.name === 'New client intake')).toHaveLength(1)
  })

  it('assigns the original content when the copy was edited or deleted', async () => {
    const bea = await newBookkeeper()
    const [cleo, carl, cora] = [await newClient(bea), await newClient(bea), await newClient(bea)]
    await assigned(bea, { id: INTAKE }, [cleo.clientId])
    const [first] = await copiesOf(bea)
    const edit = { name: 'Our intake', fields: [{ id: 'x', name: 'X', section: 'Only' }], version: 1 }
    await good(send(bea, 'PATCH', `/api/workforms/${first?.id}`, edit))
    await assigned(bea, { id: INTAKE }, [carl.clientId])
    const [, second] = await copiesOf(bea)
    expect(await sectionsOf(carl.clientId, second?.id ?? '')).toHaveLength(5)
    await good(send(bea, 'DELETE', `/api/workforms/${second?.id}`))
    await assigned(bea, { id: INTAKE }, [cora.clientId])
    expect((await copiesOf(bea)).map((c) => c.starter !== null)).toEqual([false, true, true])
  })

  it('creates one copy when two requests assign it at the same time', async () => {
    const bea = await newBookkeeper()
    const clients = await Promise.all(Array.from({ length: 4 }, () => newClient(bea)))
    const results = await Promise.all(clients.map((c) => assigned(bea, { id: PACK }, [c.clientId])))
    expect(results.flatMap((r) => r.results.map((x) => x.ok && x.sections))).toEqual([4, 4, 4, 4])
    expect(await copiesOf(bea)).toHaveLength(1)
  })

  it('works when a client is created', async () => {
    const bea = await newBookkeeper()
    const body = {
      name: 'Nora',
      email: `${unique('nora')}@example.com`,
      phone: '1',
      assignment: { workform_id: INTAKE, due_date: day(2) },
    }
    const { id } = await good<{ id: string }>(send(bea, 'POST', '/api/clients', body))
    const [copy] = await copiesOf(bea)
    expect(await sectionsOf(id, copy?.id ?? '')).toHaveLength(5)
  })
})

describe('the engagement letter', () => {
  it('is a Word file in the firm’s name, for the bookkeeper and the client', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    await assigned(bea, { id: PACK }, [cleo.clientId])
    const [firm] = await rows<{ name: string }>('SELECT name FROM firms WHERE id = ?', bea.firmId)
    for (const who of [bea, cleo]) {
      const response = await who.fetch(`/api/files/${encodeURIComponent(LETTER.path)}`)
      expect(response.headers.get('content-disposition')).toContain('Engagement letter.docx')
      const bytes = new Uint8Array(await response.arrayBuffer())
      expect(contentMatches('.docx', bytes)).toBe(true)
      expect(bytes).toEqual(await letterOf(firm?.name ?? null))
      expect(new TextDecoder().decode(bytes)).toContain(firm?.name.replace('&', '&amp;'))
    }
  })

  it('has the size that its field names', async () => {
    expect(LETTER.size).toBe((await letterOf(null)).length)
  })

  it('can be a template file of any workform', async () => {
    const field = { id: 'r', name: 'Sign', type: 'download-reupload', section: 'A', templateFile: LETTER }
    const workform = await newWorkform(await newBookkeeper(), { fields: [field] })
    expect(workform.fields[0]?.templateFile).toEqual(LETTER)
  })
})
