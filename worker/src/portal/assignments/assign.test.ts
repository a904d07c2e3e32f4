import type { AssignResult } from '@portal/contract/assignments'
import { MAX_ASSIGN_CLIENTS } from '@portal/contract/limits'
import type { SubmissionsPage } from '@portal/contract/review'
import { describe, expect, it } from 'vitest'
import { signAccessToken } from '../../platform/access/access-token.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { good, nextMail, refused } from '../../testing/accounts.ts'
import { afterPause } from '../../testing/digests.ts'
import { insert, newBookkeeper, newClient, problemOf, type TestBookkeeper, unique } from '../../testing/portal.ts'
import { delivered } from '../../testing/sections.ts'
import {
  assigned,
  change,
  createdClient,
  day,
  expectAudit,
  expectEvent,
  get,
  newWorkform,
  rows,
  sectionsOf,
  send,
  settle,
  textField,
  trips,
} from '../../testing/work.ts'
import { inject } from 'vitest'

const assign = (caller: TestBookkeeper, input: unknown, headers = {}) =>
  send(caller, 'POST', '/api/assignments', input, headers)
const to = (workform: { id: string }, ids: readonly string[], due = day(5), notes?: string) => ({
  workform_id: workform.id,
  clients: ids.map((client_id) => ({ client_id, due_date: due })),
  ...(notes ? { notes } : {}),
})
const edit = (workform: { id: string; version: number; name: string }, fields: unknown[]) => ({
  name: workform.name,
  version: workform.version,
  fields,
})

describe('assigning a workform', () => {
  it('accepts the most clients with many sections and long notes', async () => {
    const bea = await newBookkeeper()
    const fields = Array.from({ length: 40 }, (_, i) => textField(`f${i}`, `Section ${i}`))
    const workform = await newWorkform(bea, { fields })
    const ids = Array.from({ length: MAX_ASSIGN_CLIENTS }, () => uuidv7())
    const at = new Date().toISOString()
    await change(
      `INSERT INTO book_clients (id, name, email, status, bookkeeper_id, firm_id, created_at, updated_at)
       SELECT value, 'Client', value || '@example.com', 'new', ?, ?, ?, ? FROM json_each(?)`,
      bea.userId,
      bea.firmId,
      at,
      at,
      JSON.stringify(ids),
    )
    const { results } = await good<AssignResult>(assign(bea, to(workform, ids, day(5), 'n'.repeat(4000))))
    expect(results.every((result) => result.ok && result.sections === 40)).toBe(true)
    expect(await sectionsOf(ids.at(-1) ?? '', workform.id)).toHaveLength(40)
  })

  it('creates a row per section and an empty submission, and notifies the client', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const workform = await newWorkform(bea)
    const response = await assign(bea, to(workform, [cleo.clientId], day(5), 'Remind twice'))
    expect(response.status).toBe(201)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    expect(await response.json()).toEqual({
      workform_id: workform.id,
      results: [
        {
          client_id: cleo.clientId,
          client_name: cleo.name,
          ok: true,
          sections: 2,
          is_new: true,
          differs: false,
          reason: null,
        },
      ],
    })

    const common = {
      status: 'assigned',
      core_status: 'waiting',
      submit_status: 'not_submitted',
      assigned_by: bea.userId,
      due_date: day(5),
      notes: 'Remind twice',
      version: 0,
    }
    const sections = await sectionsOf(cleo.clientId, workform.id)
    expect(sections).toMatchObject([
      { ...common, section_name: 'First', position: 0 },
      { ...common, section_name: 'Second', position: 1 },
    ])
    const [submission] = await rows(
      'SELECT * FROM book_form_submissions WHERE client_id = ? AND form_id = ?',
      cleo.clientId,
      workform.id,
    )
    expect(submission).toMatchObject({
      id: sections[0]?.submission_id,
      client_email: cleo.email,
      bookkeeper_id: bea.userId,
      data: '{}',
      status: 'waiting',
    })
    expect(
      await rows('SELECT version FROM workform_versions WHERE id = ?', sections[0]?.workform_version_id ?? ''),
    ).toEqual([{ version: 1 }])
    expect(
      await rows(
        'SELECT title, sender_type, recipient_type, is_read FROM book_client_notifications WHERE client_id = ?',
        cleo.clientId,
      ),
    ).toEqual([{ title: 'New workform assigned', sender_type: 'bookkeeper', recipient_type: 'client', is_read: 0 }])
    await expectEvent(cleo.userId, 'assignment.changed', workform.id)
    await expectEvent(cleo.userId, 'notification.created', workform.id)
    await expectEvent(bea.userId, 'assignment.changed', workform.id)
    await expectAudit('assignment.created', sections[0]?.submission_id ?? '')
    await afterPause(cleo.email)
    const mail = await nextMail(cleo.email, `New workform: ${workform.name}`)
    expect(mail.text).toContain('/client-dashboard?section=')
    const path = `bookkeeper-${bea.userId}/client-${cleo.clientId}/workform-${workform.id}.txt`
    await delivered('recipient = ?', `document:${path}`)
    const file = await fetch(`${inject('documentsUrl')}/${encodeURIComponent(path)}`)
    expect(await file.text()).toBe(
      `Workform: ${workform.name}\nClient: ${cleo.name} <${cleo.email}>\nBookkeeper: ${bea.name} ` +
        `<${bea.email}>\nDue date: ${day(5)}\nNotes: Remind twice`,
    )
  })

  it('skips and reports what is already assigned', async () => {
    const bea = await newBookkeeper()
    const [one, two] = [await newClient(bea), await newClient(bea)]
    const workform = await newWorkform(bea)
    await assigned(bea, workform, [one.clientId], day(3))
    const { results } = await assigned(bea, workform, [one.clientId, two.clientId], day(9))
    expect(results).toMatchObject([
      { ok: true, sections: 0, is_new: false, differs: true, reason: 'Already assigned.' },
      { ok: true, sections: 2, is_new: true, differs: false, reason: null },
    ])
    expect((await sectionsOf(one.clientId, workform.id)).map((s) => s.due_date)).toEqual([day(3), day(3)])
    const again = await assign(bea, to(workform, [one.clientId, two.clientId]))
    expect(trips(again)).toEqual({ reads: 1, writes: 0 })
    expect((await rows('SELECT 1 FROM book_client_notifications WHERE client_id = ?', one.clientId)).length).toBe(1)
    expect(await afterPause(one.email)).toHaveLength(1)
  })

  it('changes due date and notes of an assigned workform', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const workform = await newWorkform(bea)
    await assigned(bea, workform, [cleo.clientId], day(3))
    const patch = (json: unknown) => send(bea, 'PATCH', `/api/clients/${cleo.clientId}/workforms/${workform.id}`, json)
    const notes = async () =>
      (
        await rows<{ notes: string | null }>(
          'SELECT DISTINCT notes FROM book_client_workforms WHERE client_id = ?',
          cleo.clientId,
        )
      ).map((r) => r.notes)
    const told = () => rows('SELECT 1 FROM book_client_notifications WHERE client_id = ?', cleo.clientId)
    await good(patch({ due_date: day(9), notes: 'Be gentle' }))
    expect((await sectionsOf(cleo.clientId, workform.id)).map((s) => s.due_date)).toEqual([day(9), day(9)])
    expect(await notes()).toEqual(['Be gentle'])
    expect(await told()).toHaveLength(2)
    // The client does not see notes. A new date alone keeps them.
    await good(patch({ due_date: day(9), notes: 'Be firm' }))
    await good(patch({ due_date: day(8) }))
    expect(await notes()).toEqual(['Be firm'])
    expect(await told()).toHaveLength(3)
    await refused(patch({ due_date: day(-1), notes: 'Late' }), 'past_due_date')
    const { results } = await assigned(bea, workform, [cleo.clientId], day(8))
    expect(results).toMatchObject([{ sections: 0, differs: false }])
    const [entry] = await rows<{ subject_id: string }>(
      `SELECT subject_id FROM audit_log WHERE action = 'assignment.notes_changed' AND client_id = ?`,
      cleo.clientId,
    )
    expect(entry).toBeDefined()
  })

  it('adds only missing sections to the existing submission', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const workform = await newWorkform(bea)
    await assigned(bea, workform, [cleo.clientId])
    const [first, second] = await sectionsOf(cleo.clientId, workform.id)
    await change('DELETE FROM book_client_workforms WHERE id = ?', second?.id ?? '')
    expect((await assigned(bea, workform, [cleo.clientId], day(20))).results).toMatchObject([
      { sections: 1, is_new: false },
    ])
    const sections = await sectionsOf(cleo.clientId, workform.id)
    expect(sections).toMatchObject([
      { section_name: 'First' },
      { section_name: 'Second', due_date: day(20), submission_id: first?.submission_id },
    ])
  })

  it('skips a section that was answered under its older name', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const workform = await newWorkform(bea)
    await assigned(bea, workform, [cleo.clientId])
    for (const section of await sectionsOf(cleo.clientId, workform.id)) await settle(section, 'approved')
    await good(
      send(
        bea,
        'PATCH',
        `/api/workforms/${workform.id}`,
        edit(workform, [textField('a', 'Renamed'), textField('b', 'Second')]),
      ),
    )
    expect((await assigned(bea, workform, [cleo.clientId])).results).toMatchObject([
      { sections: 0, reason: 'Already assigned.' },
    ])
  })

  it('fails only when the client is unknown', async () => {
    const [bea, other] = [await newBookkeeper(), await newBookkeeper()]
    const [mine, foreign, nobody] = [(await newClient(bea)).clientId, (await newClient(other)).clientId, uuidv7()]
    const workform = await newWorkform(bea)
    const { results } = await assigned(bea, workform, [foreign, mine, nobody])
    const reason = 'This client was not found.'
    const missing = { client_name: null, ok: false, sections: 0, is_new: false, differs: false, reason }
    expect(results).toEqual([
      { client_id: foreign, ...missing },
      {
        client_id: mine,
        client_name: 'Cleo Client',
        ok: true,
        sections: 2,
        is_new: true,
        differs: false,
        reason: null,
      },
      { client_id: nobody, ...missing },
    ])
    expect(await sectionsOf(foreign, workform.id)).toEqual([])
  })

  it('assigns only own workforms and templates of the firm', async () => {
    const bea = await newBookkeeper()
    const [colleague, stranger] = [await newBookkeeper(bea.firmId), await newBookkeeper()]
    const { clientId } = await newClient(bea)
    const template = await newWorkform(colleague, { is_template: true })
    expect((await assigned(bea, template, [clientId])).results).toMatchObject([{ ok: true, sections: 2 }])
    await refused(assign(bea, to(await newWorkform(colleague), [clientId])), 'not_found')
    await refused(assign(bea, to(await newWorkform(stranger, { is_template: true }), [clientId])), 'not_found')
    await refused(assign(bea, to({ id: uuidv7() }, [clientId])), 'not_found')
    const deleted = await newWorkform(bea)
    await good(send(bea, 'DELETE', `/api/workforms/${deleted.id}`))
    await refused(assign(bea, to(deleted, [clientId])), 'not_found')
  })

  it('assigns to 200 clients in one read and one write', async () => {
    const bea = await newBookkeeper()
    const at = new Date().toISOString()
    const ids = Array.from({ length: 200 }, () => uuidv7())
    await insert(
      ids.map((id) => ({
        sql: `INSERT INTO book_clients (id, name, email, status, bookkeeper_id, firm_id, created_at, updated_at)
                VALUES (?, 'Many', ?, 'new', ?, ?, ?, ?)`,
        args: [id, `${id}@example.com`, bea.userId, bea.firmId, at, at],
      })),
    )
    const workform = await newWorkform(bea)
    const response = await assign(bea, to(workform, ids))
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    const { results } = await good<AssignResult>(response)
    expect(results.every((r) => r.ok && r.sections === 2)).toBe(true)
    expect(await rows('SELECT count(*) AS n FROM book_client_workforms WHERE workform_id = ?', workform.id)).toEqual([
      { n: 400 },
    ])
    const problem = await problemOf(await assign(bea, to(workform, [...ids, uuidv7()])))
    expect(problem.errors?.[0]?.path).toBe('clients')
  })

  it('lists the submissions of a batch in the order of its clients', async () => {
    const bea = await newBookkeeper()
    const workform = await newWorkform(bea)
    const ids: string[] = []
    for (const name of ['Ann', 'Bob', 'Cem', 'Dee', 'Eve', 'Fay']) ids.push((await createdClient(bea, { name })).id)
    const wanted = ids.toSorted((a, b) => (a.slice(-4) < b.slice(-4) ? -1 : 1))
    await good(assign(bea, to(workform, wanted)))
    const { items } = await get<SubmissionsPage>(bea, '/api/submissions')
    expect(items.map((card) => card.client_id)).toEqual(wanted)
  })

  it('names the invalid fields', async () => {
    const bea = await newBookkeeper()
    const { clientId } = await newClient(bea)
    const workform = await newWorkform(bea)
    const errorsOf = async (input: unknown) => (await problemOf(await assign(bea, input))).errors
    expect(await errorsOf({ workform_id: workform.id, clients: [] })).toEqual([
      { path: 'clients', message: 'Please select at least one client' },
    ])
    expect((await errorsOf({ clients: [{ client_id: clientId }] }))?.map((e) => e.path)).toEqual([
      'workform_id',
      'clients.0.due_date',
    ])
    expect((await errorsOf(to(workform, [clientId], '2026-13-01')))?.map((e) => e.path)).toEqual(['clients.0.due_date'])
    expect(await errorsOf(to(workform, [clientId, clientId]))).toEqual([
      { path: 'clients.1.client_id', message: 'This client is listed twice.' },
    ])
    const past = await assign(bea, {
      workform_id: workform.id,
      clients: [
        { client_id: clientId, due_date: day(1) },
        { client_id: uuidv7(), due_date: day(-1) },
      ],
    })
    expect(await problemOf(past)).toMatchObject({
      code: 'past_due_date',
      status: 400,
      errors: [{ path: 'clients.1.due_date' }],
    })
    expect(await sectionsOf(clientId, workform.id)).toEqual([])
  })

  it('checks the due date in the bookkeeper’s time zone', async () => {
    const bea = await newBookkeeper()
    const { clientId } = await newClient(bea)
    const workform = await newWorkform(bea)
    // Two time zones that are never on the same date, because they are 26 hours apart.
    for (const timeZone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
      const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
      const actor = {
        userId: bea.userId,
        role: 'bookkeeper' as const,
        firmId: bea.firmId,
        clientId: null,
        sessionId: uuidv7(),
        timeZone,
      }
      const { token } = await signAccessToken(inject('authSecret'), actor, new Date())
      const headers = { authorization: `Bearer ${token}` }
      await refused(assign(bea, to(workform, [clientId], yesterday), headers), 'past_due_date')
      await good(assign(bea, to(workform, [clientId], today), headers))
    }
  })
})

describe('concurrent assignments', () => {
  it('assigns once when two tabs assign the same', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const workform = await newWorkform(bea)
    const answers = await Promise.all(Array.from({ length: 6 }, () => assigned(bea, workform, [cleo.clientId])))
    expect(answers.map((a) => a.results[0]?.sections ?? -1).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 2])
    expect((await sectionsOf(cleo.clientId, workform.id)).length).toBe(2)
    expect((await rows('SELECT 1 FROM book_client_notifications WHERE client_id = ?', cleo.clientId)).length).toBe(1)
  })

  it('returns the first answer when the request is repeated', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const workform = await newWorkform(bea)
    const headers = { 'idempotency-key': unique('key') }
    const first = await good<AssignResult>(assign(bea, to(workform, [cleo.clientId]), headers))
    expect(first.results).toMatchObject([{ sections: 2 }])
    expect(await good(assign(bea, to(workform, [cleo.clientId]), headers))).toEqual(first)
  })

  it('puts every client on the same version when the workform is edited at the same time', async () => {
    const bea = await newBookkeeper()
    const clients = await Promise.all(Array.from({ length: 6 }, () => createdClient(bea)))
    const workform = await newWorkform(bea)
    const fields = [textField('a', 'First'), textField('b', 'Second'), textField('c', 'Third')]
    const [saved] = await Promise.all([
      send(bea, 'PATCH', `/api/workforms/${workform.id}`, edit(workform, fields)),
      ...clients.map((c) => assigned(bea, workform, [c.id])),
    ])
    expect(saved.status).toBe(200)
    for (const { id } of clients) {
      const sections = await sectionsOf(id, workform.id)
      expect(sections.map((s) => s.section_name)).toEqual(['First', 'Second', 'Third'])
      expect(new Set(sections.map((s) => s.workform_version_id)).size).toBe(1)
    }
  })

  it('leaves no open sections when the workform is deleted at the same time', async () => {
    const bea = await newBookkeeper()
    const clients = await Promise.all(Array.from({ length: 6 }, () => createdClient(bea)))
    const workform = await newWorkform(bea)
    const ids = clients.map((c) => c.id)
    const [deleted, ...answers] = await Promise.all([
      send(bea, 'DELETE', `/api/workforms/${workform.id}`),
      ...ids.map((id) => assign(bea, to(workform, [id]))),
    ])
    expect(deleted.status).toBe(200)
    expect(answers.every((a) => a.status === 201 || a.status === 404)).toBe(true)
    expect(await rows('SELECT 1 FROM book_client_workforms WHERE workform_id = ?', workform.id)).toEqual([])
    expect(await rows('SELECT 1 FROM book_form_submissions WHERE form_id = ?', workform.id)).toEqual([])
  })

  it('does not assign to a client who is deleted at the same time', async () => {
    const bea = await newBookkeeper()
    const [gone, kept] = [await createdClient(bea), await createdClient(bea)]
    const workform = await newWorkform(bea)
    const [deleted, answer] = await Promise.all([
      send(bea, 'DELETE', `/api/clients/${gone.id}`),
      assign(bea, to(workform, [gone.id, kept.id])),
    ])
    const { results } = await good<AssignResult>(answer)
    // The first request wins; the other is refused.
    expect(results[0]?.ok).toBe(deleted.status === 409)
    expect(results[1]).toMatchObject({ ok: true, sections: 2 })
  })
})
