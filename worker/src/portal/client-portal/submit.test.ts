import type { Answers } from '@portal/contract/fields'
import { describe, expect, it } from 'vitest'
import { good, nextMail, refused } from '../../testing/accounts.ts'
import { afterPause } from '../../testing/digests.ts'
import { problemOf } from '../../testing/portal.ts'
import {
  decide,
  decided,
  delivered,
  draft,
  newWork,
  opened,
  reviewed,
  submit,
  uploaded,
} from '../../testing/sections.ts'
import { change, expectAudit, expectEvent, rows, send, trips } from '../../testing/work.ts'

const dataOf = async (submissionId: string): Promise<Record<string, Answers>> => {
  const [row] = await rows<{ data: string }>('SELECT data FROM book_form_submissions WHERE id = ?', submissionId)
  return JSON.parse(row?.data ?? '{}') as Record<string, Answers>
}

describe('submitting a section', () => {
  it('stores the answers and notifies everyone in one read and one write', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    await draft(client, first.id, { name: 'Cle' }, 0)
    const response = await submit(client, first.id, {
      name: 'Cleo',
      mail: 'cleo@example.com',
      size: 'Large',
      since: '2019-02-28',
    })
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    expect(await response.json()).toEqual({ assignment_id: first.id, status: 'pending_review', version: 1 })
    expect(await rows('SELECT * FROM book_client_workforms WHERE id = ?', first.id)).toMatchObject([
      { status: 'completed', core_status: 'waiting', submit_status: 'submitted', version: 1, rejection_reason: null },
    ])
    expect(await rows('SELECT status FROM book_form_submissions WHERE id = ?', first.submission_id)).toMatchObject([
      { status: 'submitted' },
    ])
    expect(await dataOf(first.submission_id)).toEqual({
      First: { name: 'Cleo', mail: 'cleo@example.com', size: 'Large', since: '2019-02-28' },
    })
    expect(
      await rows('SELECT status, notes FROM workform_section_statuses WHERE submission_id = ?', first.submission_id),
    ).toMatchObject([{ status: 'pending_review', notes: null }])
    expect(await rows('SELECT 1 FROM section_drafts WHERE assignment_id = ?', first.id)).toEqual([])
    expect(
      await rows(
        `SELECT * FROM book_client_notifications WHERE client_id = ? AND recipient_type = 'bookkeeper'`,
        client.clientId,
      ),
    ).toMatchObject([
      {
        sender_type: 'client',
        title: 'Section submitted',
        workform_id: workform.id,
        section_name: 'First',
        is_read: 0,
      },
    ])
    for (const type of ['section.changed', 'submission.changed', 'notification.created'])
      await expectEvent(bookkeeper.userId, type, workform.id)
    await expectEvent(client.userId, 'section.changed', first.id)
    await expectAudit('section.submitted', first.id)
    await afterPause(bookkeeper.email)
    const mail = await nextMail(bookkeeper.email, `Section submitted: ${workform.name}`)
    expect(mail.text).toContain('Cleo Client submitted "First"')
  })

  it('names each missing required field and each invalid answer', async () => {
    const { client, first } = await newWork()
    const missing = await problemOf(await submit(client, first.id, { name: '   ', mail: 'x' }))
    expect(missing).toMatchObject({
      code: 'missing_required',
      title: 'Missing required fields',
      detail: 'Please fill in all required fields before submitting.',
      errors: [{ path: 'answers.name' }],
    })
    const invalid = await problemOf(
      await submit(client, first.id, { name: 'Cleo', mail: 'nope', size: '12,5', since: '0001-01-01' }),
    )
    expect(invalid.code).toBe('invalid_input')
    expect(invalid.errors?.map((e) => e.path)).toEqual(['answers.mail', 'answers.size', 'answers.since'])
    expect(invalid.detail).toBe('Email: Please enter a valid email address.')
    expect(await dataOf(first.submission_id)).toEqual({})
  })

  it.each([
    ['short-text', 'Saffron', '   '],
    ['long-text', 'Food', ' \n '],
    ['email', 'priya@example.com', ''],
    ['number', '0', ''],
    ['date', '2019-02-28', ''],
    ['dropdown', 'One', ''],
    ['checkbox', ['Two'], []],
    ['file', 'upload', []],
    ['download-reupload', 'upload', []],
  ] as const)(
    'wants an answer in a required field of type %s, and takes none in one that is not',
    async (type, answer, empty) => {
      const options = type === 'dropdown' || type === 'checkbox' ? { options: ['One', 'Two'] } : {}
      const must = { id: 'must', name: 'Must', type, required: true, section: 'First', ...options }
      const { client, first, second } = await newWork([
        must,
        { ...must, id: 'may', name: 'May', required: false, section: 'Second' },
      ])
      await refused(submit(client, first.id, {}), 'missing_required')
      await refused(
        submit(client, first.id, { must: Array.isArray(empty) ? [] : (empty as string) }),
        'missing_required',
      )
      const given = answer === 'upload' ? [await uploaded(client, first.id, 'a.pdf', undefined, 'must')] : answer
      await good(submit(client, first.id, { must: given as Answers[string] }))
      await good(submit(client, second.id, {}))
      expect(await dataOf(first.submission_id)).toEqual({ First: { must: given }, Second: {} })
    },
  )

  it('accepts only files with a row of the same field', async () => {
    const { client, first } = await newWork([
      { id: 'scan', name: 'Passport', type: 'file', required: true, section: 'First' },
      { id: 'other', name: 'Other', type: 'file', section: 'First' },
    ])
    const file = await uploaded(client, first.id, 'passport.pdf')
    const lie = { ...file, name: 'lie.exe', path: 'clients/someone/else.pdf', size: 1, type: 'text/html' }
    const notHere = await problemOf(await submit(client, first.id, { scan: [file], other: [file] }))
    expect(notHere).toMatchObject({ code: 'invalid_input', errors: [{ path: 'answers.other' }] })
    const invented = { ...file, id: '01890a5d-ac96-774b-bcce-b302099a8057' }
    const elsewhere = await newWork()
    const stolen = await uploaded(elsewhere.client, elsewhere.first.id, 'theirs.pdf')
    for (const foreign of [invented, stolen])
      await refused(submit(client, first.id, { scan: [foreign] }), 'invalid_input')
    await refused(submit(client, first.id, { scan: [] }), 'missing_required')
    await refused(submit(client, first.id, { scan: 'passport.pdf' }), 'invalid_input')
    await good(submit(client, first.id, { scan: [lie, lie] }))
    expect(await dataOf(first.submission_id)).toEqual({ First: { scan: [file] } })
  })

  it('removes uploaded files that are not part of the answers', async () => {
    const { client, first } = await newWork()
    const kept = await uploaded(client, first.id, 'kept.pdf')
    const left = await uploaded(client, first.id, 'left.pdf')
    await good(submit(client, first.id, { name: 'Cleo', scan: [kept] }))
    expect(await rows('SELECT id FROM files WHERE assignment_id = ? AND state = ?', first.id, 'stored')).toMatchObject([
      { id: kept.id },
    ])
    await delivered('recipient = ?', `files:${client.clientId}`)
    await change(`UPDATE files SET state = 'stored' WHERE id = ?`, left.id)
    await refused(client.fetch(`/api/files/${left.id}`), 'not_found')
  })

  it('replaces all answers of the section and no others', async () => {
    const { bookkeeper, client, first, second } = await newWork()
    await good(submit(client, second.id, { note: 'Stay' }))
    await good(submit(client, first.id, { name: 'Cleo', mail: 'cleo@example.com' }))
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'Again' })
    expect(await dataOf(first.submission_id)).toEqual({ Second: { note: 'Stay' } })
    await good(submit(client, first.id, { name: 'Cleo' }))
    expect(await dataOf(first.submission_id)).toEqual({ First: { name: 'Cleo' }, Second: { note: 'Stay' } })
  })

  it('keeps no earlier answers when a section is submitted again', async () => {
    const { client, first } = await newWork()
    await change(
      `UPDATE book_form_submissions SET data = '{"First":{"name":"Old","gone":"x"}}' WHERE id = ?`,
      first.submission_id,
    )
    await good(submit(client, first.id, { name: 'New' }))
    expect(await dataOf(first.submission_id)).toEqual({ First: { name: 'New' } })
  })

  it.each([
    'He said "hi"',
    "it's",
    'a.b.c',
    '$[0].x',
    'back\\slash',
    '{"json":1}',
    '名前 · Ω 😀',
    '#1 (50 %)',
    '__proto__',
    'null',
  ])('submits, rejects and approves a section named %s', async (name) => {
    const { bookkeeper, client, first, second } = await newWork([
      { id: 'f', name: 'F', section: name },
      { id: 'g', name: 'G', section: `${name} too` },
    ])
    await good(submit(client, second.id, { g: 'other' }))
    await good(submit(client, first.id, { f: 'one "two"' }))
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({
      section_name: name,
      status: 'pending_review',
      answers: { f: 'one "two"' },
    })
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'Again' })
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({ status: 'rejected', answers: {} })
    await good(submit(client, first.id, { f: 'three' }))
    await decided(bookkeeper, 'approve', first.id, { version: 3 })
    expect(await opened(client, first.id)).toMatchObject({
      name,
      status: 'approved',
      answers: { f: 'three' },
      fields: [{ id: 'f' }],
    })
    expect(await reviewed(bookkeeper, second.id)).toMatchObject({ status: 'pending_review', answers: { g: 'other' } })
    expect(Object.keys(await dataOf(first.submission_id)).sort()).toEqual([name, `${name} too`].sort())
  })
})

describe('a section that is submitted twice', () => {
  it('is submitted once', async () => {
    const { bookkeeper, client, first } = await newWork()
    const outcomes = await Promise.all([1, 2, 3].map(() => submit(client, first.id, { name: 'Cleo' }, 0)))
    expect(outcomes.map((r) => r.status).sort((a, b) => a - b)).toEqual([200, 409, 409])
    await refused(submit(client, first.id, { name: 'Cleo' }), 'section_locked')
    expect(
      await rows(
        'SELECT 1 FROM book_client_notifications WHERE client_id = ? AND title = ?',
        client.clientId,
        'Section submitted',
      ),
    ).toHaveLength(1)
    expect(await rows('SELECT total FROM mail_digests WHERE address = ?', bookkeeper.email)).toEqual([{ total: 1 }])
  })

  it('returns the first answer when the request is repeated', async () => {
    const { client, first } = await newWork()
    const key = 'press-of-the-button-1'
    const answers = await Promise.all(
      [1, 2, 3].map(async () => good(submit(client, first.id, { name: 'Cleo' }, 0, key))),
    )
    expect(answers[0]).toEqual({ assignment_id: first.id, status: 'pending_review', version: 1 })
    expect(answers).toEqual([answers[0], answers[0], answers[0]])
    expect(await good(submit(client, first.id, { name: 'Cleo' }, 0, key))).toEqual(answers[0])
    expect(await rows('SELECT version FROM book_client_workforms WHERE id = ?', first.id)).toMatchObject([
      { version: 1 },
    ])
    expect(
      await rows('SELECT 1 FROM audit_log WHERE action = ? AND subject_id = ?', 'section.submitted', first.id),
    ).toHaveLength(1)
  })

  it('is refused on another version and after an edit of the workform', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    await refused(submit(client, first.id, { name: 'Cleo' }, 7), 'stale')
    const fields = workform.fields.map((f) => (f.id === 'mail' ? { ...f, required: true } : f))
    const changed = { name: workform.name, description: null, fields, version: workform.version }
    await good(send(bookkeeper, 'PATCH', `/api/workforms/${workform.id}`, changed))
    await refused(submit(client, first.id, { name: 'Cleo' }, 0), 'stale')
    await refused(submit(client, first.id, { name: 'Cleo' }, 1), 'missing_required')
    await good(submit(client, first.id, { name: 'Cleo', mail: 'cleo@example.com' }, 1))
  })

  it('conflicts with a decision at the same time: one of the two wins', async () => {
    const { bookkeeper, client, first } = await newWork()
    const [submitted, approved] = await Promise.all([
      submit(client, first.id, { name: 'Cleo' }, 0),
      decide(bookkeeper, 'approve', first.id, { version: 0 }),
    ])
    expect([submitted.status, approved.status].sort((a, b) => a - b)).toEqual([200, 409])
    expect((await opened(client, first.id)).status).toBe(submitted.ok ? 'pending_review' : 'approved')
  })
})
