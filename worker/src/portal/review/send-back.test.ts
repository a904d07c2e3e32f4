import type { AuditPage } from '@portal/contract/audit'
import type { SectionHistory } from '@portal/contract/review'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { newBookkeeper } from '../../testing/portal.ts'
import {
  attemptsOf,
  decided,
  delivered,
  draft,
  fieldsIn,
  flag,
  newWork,
  opened,
  pdf,
  reviewed,
  sendBack,
  submit,
  uploaded,
} from '../../testing/sections.ts'
import { change, expectEvent, get, rows, send, trips } from '../../testing/work.ts'

/** Returns a section with answers of several types and a file, submitted. */
async function submitted() {
  const work = await newWork()
  const file = await uploaded(work.client, work.first.id, 'passport.pdf')
  const answers = { name: 'Cleo', mail: 'cleo@example.com', size: 'Small', since: '2019-02-28', scan: [file] }
  await good(submit(work.client, work.first.id, answers))
  return { ...work, file, answers }
}
const fileStates = async (assignmentId: string) =>
  Object.fromEntries(
    (
      await rows<{ id: string; state: string }>('SELECT id, state FROM files WHERE assignment_id = ?', assignmentId)
    ).map(({ id, state }) => [id, state]),
  )
const download = async (caller: { fetch: (path: string) => Promise<Response> }, id: string) =>
  (await caller.fetch(`/api/files/${id}`)).status

describe('sending answers back', () => {
  it('returns the section with the flagged answers and keeps everything else, in one read and one write', async () => {
    const { bookkeeper, client, workform, first, file, answers } = await submitted()
    const flags = [flag('scan', 'unreadable'), flag('mail', 'other', '  Which one is it? ')]
    const response = await sendBack(bookkeeper, first.id, 1, flags)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    expect(await response.json()).toEqual({ assignment_id: first.id, status: 'rejected', version: 2 })
    const reason = '2 answers need to be fixed.\n"Email": Which one is it?\n"Passport": Unreadable'
    expect(await rows('SELECT * FROM book_client_workforms WHERE id = ?', first.id)).toMatchObject([
      {
        status: 'rejected',
        core_status: 'waiting',
        submit_status: 'not_submitted',
        rejection_reason: reason,
        submitted_at: null,
      },
    ])
    const toFix = [
      { field_id: 'mail', question: 'Email', flag: { reason: 'other', note: 'Which one is it?' } },
      { field_id: 'scan', question: 'Passport', flag: { reason: 'unreadable', note: null } },
    ]
    expect(await opened(client, first.id)).toMatchObject({
      status: 'rejected',
      rejection_reason: reason,
      to_fix: toFix,
      answers,
      draft_version: 2_000_001,
    })
    const section = await reviewed(bookkeeper, first.id)
    expect(section).toMatchObject({ status: 'rejected', notes: reason, answers: {}, attempts: 1 })
    expect(section.marks).toEqual({
      ...Object.fromEntries(
        ['name', 'size', 'since'].map((id) => [id, { verdict: 'accepted', flag: null, version: 1 }]),
      ),
      mail: { verdict: 'flagged', flag: toFix[0]?.flag, version: 1 },
      scan: { verdict: 'flagged', flag: toFix[1]?.flag, version: 1 },
    })
    expect(await attemptsOf(bookkeeper, first.id)).toMatchObject([
      {
        number: 1,
        version: 1,
        outcome: 'sent_back',
        answers,
        files: [{ field_id: 'scan', id: file.id, is_kept: true, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
        flags: toFix,
      },
    ])
    // Nobody has written since.
    const [attempt] = await attemptsOf(bookkeeper, first.id)
    expect((await opened(client, first.id)).saved_at).toBe(attempt?.submitted_at)
    expect(await fileStates(first.id)).toEqual({ [file.id]: 'stored' })
    // The bookkeeper can compare the next submission with the file.
    expect(await download(bookkeeper, file.id)).toBe(200)
    expect(await download(client, file.id)).toBe(200)
    for (const userId of [client.userId, bookkeeper.userId]) await expectEvent(userId, 'section.changed', first.id)
    const told = await rows<{ title: string; message: string }>(
      `SELECT title, message FROM book_client_notifications WHERE client_id = ? AND section_name = 'First'
        AND recipient_type = 'client'`,
      client.clientId,
    )
    expect(told).toEqual([
      {
        title: 'Answers to fix',
        message: `2 answers need to be fixed in "First" of "${workform.name}": "Email", "Passport".`,
      },
    ])
  })

  it('names the questions in the audit log and the history, and seals what the bookkeeper wrote', async () => {
    const { bookkeeper, client, first } = await submitted()
    await good(sendBack(bookkeeper, first.id, 1, [flag('name', 'other', 'Not your name')]))
    const [entry] = await rows<{ detail: string }>(
      `SELECT detail FROM audit_log WHERE action = 'doc_rejected' AND subject_id = ?`,
      first.id,
    )
    expect(entry?.detail).toContain('"questions":["Full name"]')
    expect(entry?.detail).not.toContain('Not your name')
    const { items } = await get<AuditPage>(bookkeeper, `/api/audit?client=${client.clientId}&kind=section`)
    expect(items[0]?.detail).toMatchObject({ questions: ['Full name'], flags: [{ flag: { note: 'Not your name' } }] })
    const history = await get<SectionHistory>(bookkeeper, `/api/sections/${first.id}/history`)
    expect(history).toMatchObject({
      items: [
        { event: 'rejected', flags: [{ question: 'Full name' }], answers: [], files: [] },
        { event: 'submitted', flags: [] },
      ],
      recalls: [],
    })
  })

  it('refuses questions that the section does not have, no questions, and an unexplained other reason', async () => {
    const { bookkeeper, first } = await submitted()
    await refused(sendBack(bookkeeper, first.id, 1, [flag('scan'), flag('note')]), 'invalid_input')
    await refused(sendBack(bookkeeper, first.id, 1, []), 'invalid_input')
    await refused(sendBack(bookkeeper, first.id, 1, [flag('scan', 'other')]), 'invalid_input')
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({ status: 'pending_review', version: 1 })
  })

  it('is decided once, on the version that was seen', async () => {
    const { bookkeeper, first, second } = await submitted()
    await refused(sendBack(bookkeeper, first.id, 0, [flag('scan')]), 'stale')
    await refused(sendBack(bookkeeper, second.id, 0, [flag('note')]), 'stale')
    const [one, two] = await Promise.all([
      sendBack(bookkeeper, first.id, 1, [flag('scan')]),
      sendBack(bookkeeper, first.id, 1, [flag('name')]),
    ])
    expect(one.ok).toBe(!two.ok)
    const key = 'send-back-key-1'
    const { first: again, bookkeeper: bea } = await submitted()
    const answers = await Promise.all([1, 2, 3].map(() => good(sendBack(bea, again.id, 1, [flag('scan')], key))))
    expect(answers[1]).toEqual(answers[0])
    expect(
      await rows(`SELECT 1 FROM audit_log WHERE subject_id = ? AND action = 'doc_rejected'`, again.id),
    ).toHaveLength(1)
  })

  it('is only possible for the bookkeeper of the section', async () => {
    const { bookkeeper, client, first, file } = await submitted()
    for (const other of [await newBookkeeper(bookkeeper.firmId), await newBookkeeper()]) {
      await refused(sendBack(other, first.id, 1, [flag('scan')]), 'not_found')
      await refused(other.fetch(`/api/sections/${first.id}/attempts`), 'not_found')
      expect(await download(other, file.id)).toBe(404)
    }
    await refused(sendBack(client, first.id, 1, [flag('scan')]), 'forbidden')
    await good(sendBack(bookkeeper, first.id, 1, [flag('scan')]))
    for (const other of [await newBookkeeper(bookkeeper.firmId), await newBookkeeper()])
      expect(await download(other, file.id)).toBe(404)
  })
})

describe('a section that was sent back', () => {
  it('compares three submissions and keeps replaced files until it is approved', async () => {
    const { bookkeeper, client, first, file, answers } = await submitted()
    await good(sendBack(bookkeeper, first.id, 1, [flag('scan')]))
    await good(client.fetch(`/api/portal/files/${file.id}`, { method: 'DELETE' }))
    const better = await uploaded(client, first.id, 'better.pdf', pdf('better'))
    expect(await fileStates(first.id)).toEqual({ [file.id]: 'replaced', [better.id]: 'stored' })
    // The client no longer has the file, and the bookkeeper still does.
    expect(await download(client, file.id)).toBe(404)
    expect(await download(bookkeeper, file.id)).toBe(200)
    expect(await download(bookkeeper, better.id)).toBe(404)
    await refused(submit(client, first.id, answers), 'invalid_input')
    await refused(client.fetch(`/api/portal/files/${file.id}`, { method: 'DELETE' }), 'not_found')
    expect((await opened(client, first.id)).answers).toEqual({ ...answers, scan: [better] })
    await good(submit(client, first.id, { ...answers, scan: [better] }))
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({
      status: 'pending_review',
      attempts: 2,
      marks: { scan: { verdict: 'flagged', version: 1 } },
    })
    await good(sendBack(bookkeeper, first.id, 3, [flag('mail', 'incomplete')]))
    const best = await uploaded(client, first.id, 'best.pdf', pdf('best'))
    // A file that the client does not submit again is kept as well.
    await good(submit(client, first.id, { ...answers, mail: 'me@example.com', scan: [best] }))
    expect(await fileStates(first.id)).toEqual({ [file.id]: 'replaced', [better.id]: 'replaced', [best.id]: 'stored' })
    const attempts = await attemptsOf(bookkeeper, first.id)
    expect(attempts.map((a) => [a.number, a.outcome, a.files[0]?.name, a.files[0]?.is_kept])).toEqual([
      [3, null, 'best.pdf', true],
      [2, 'sent_back', 'better.pdf', true],
      [1, 'sent_back', 'passport.pdf', true],
    ])
    const corrected = await rows(
      'SELECT version, field_id FROM corrected_answers WHERE assignment_id = ? ORDER BY version, field_id',
      first.id,
    )
    expect(corrected).toEqual([
      { version: 1, field_id: 'scan' },
      { version: 3, field_id: 'mail' },
      { version: 3, field_id: 'scan' },
    ])
    await decided(bookkeeper, 'approve', first.id, { version: 5 })
    await delivered('recipient = ?', `files:${client.clientId}`)
    expect(await fileStates(first.id)).toEqual({ [file.id]: 'removed', [better.id]: 'removed', [best.id]: 'stored' })
    expect(await download(bookkeeper, file.id)).toBe(404)
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({ marks: {}, recall_requested_at: null })
    await decided(bookkeeper, 'undo', first.id, { version: 6 })
    expect((await attemptsOf(bookkeeper, first.id)).map((a) => [a.outcome, a.files[0]?.is_kept])).toEqual([
      [null, true],
      ['sent_back', false],
      ['sent_back', false],
    ])
    await good(sendBack(bookkeeper, first.id, 7, [flag('name')]))
    expect((await opened(client, first.id)).answers).toEqual({ ...answers, mail: 'me@example.com', scan: [best] })
  })

  it('removes a file for good when no submission contains it', async () => {
    const { bookkeeper, client, first } = await submitted()
    await good(sendBack(bookkeeper, first.id, 1, [flag('scan')]))
    const draftFile = await uploaded(client, first.id, 'draft.pdf')
    await good(client.fetch(`/api/portal/files/${draftFile.id}`, { method: 'DELETE' }))
    expect((await fileStates(first.id))[draftFile.id]).toBe('removed')
  })

  it('removes all files when the next submission is rejected as a whole', async () => {
    const { bookkeeper, client, first, file, answers } = await submitted()
    await good(sendBack(bookkeeper, first.id, 1, [flag('scan')]))
    const better = await uploaded(client, first.id, 'better.pdf')
    await good(submit(client, first.id, { ...answers, scan: [better] }))
    await decided(bookkeeper, 'reject', first.id, { version: 3, reason: 'Start over' })
    expect(await fileStates(first.id)).toEqual({ [file.id]: 'removed', [better.id]: 'removed' })
    expect(await opened(client, first.id)).toMatchObject({ answers: {}, to_fix: [], draft_version: 0 })
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({ marks: {}, attempts: 2 })
  })

  it('shows no answers to the bookkeeper in lists, exports and downloads', async () => {
    const { bookkeeper, client, first, file } = await submitted()
    await good(sendBack(bookkeeper, first.id, 1, [flag('scan')]))
    await refused(send(bookkeeper, 'POST', '/api/downloads', { assignment: first.id }), 'not_found')
    const listed = await get<{ items: { id: string }[] }>(bookkeeper, `/api/clients/${client.clientId}/files`)
    expect(listed.items).toEqual([])
    // It is kept, and counts as storage.
    expect(await fileStates(first.id)).toEqual({ [file.id]: 'stored' })
  })

  it('counts as sent back in lists and statistics', async () => {
    const { bookkeeper, client, workform, first, answers } = await submitted()
    await good(sendBack(bookkeeper, first.id, 1, [flag('mail')]))
    await good(submit(client, first.id, { ...answers, mail: 'new@example.com' }))
    for (const only of ['sent_back', 'corrected'])
      expect(
        (await get<{ items: unknown[] }>(bookkeeper, `/api/submissions?only=${only}&workform=${workform.id}`)).items,
        only,
      ).toHaveLength(1)
    expect(await get(bookkeeper, `/api/workforms/${workform.id}/statistics`)).toMatchObject({
      sent_back: [{ section: 'First', times: 1 }],
      corrected: [{ question: 'Email' }],
    })
  })

  it('is removed with everything when the assignment is removed', async () => {
    const { bookkeeper, client, workform, first, file, answers } = await submitted()
    await good(sendBack(bookkeeper, first.id, 1, [flag('scan')]))
    const better = await uploaded(client, first.id, 'better.pdf')
    await good(submit(client, first.id, { ...answers, scan: [better] }))
    await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform.id}`))
    for (const table of ['section_attempts', 'section_reviews', 'section_drafts', 'corrected_answers'])
      expect(await rows(`SELECT 1 FROM ${table} WHERE assignment_id = ?`, first.id), table).toEqual([])
    expect(await fileStates(first.id)).toEqual({ [file.id]: 'removed', [better.id]: 'removed' })
  })

  it('works for a submission from before attempts were kept', async () => {
    const { bookkeeper, client, first, file, answers } = await submitted()
    await change('DELETE FROM section_attempts WHERE assignment_id = ?', first.id)
    await good(sendBack(bookkeeper, first.id, 1, [flag('scan')]))
    expect(await attemptsOf(bookkeeper, first.id)).toMatchObject([
      { outcome: 'sent_back', answers, files: [{ id: file.id, is_kept: true }] },
    ])
    expect(await opened(client, first.id)).toMatchObject({ answers, to_fix: [{ field_id: 'scan' }] })
  })

  it('gives another device that saves on top of the old draft a conflict', async () => {
    const { bookkeeper, client, first } = await newWork()
    const saved = await good<{ draft_version: number }>(draft(client, first.id, { name: 'Cle' }, 0))
    await good(submit(client, first.id, { name: 'Cleo' }))
    await good(sendBack(bookkeeper, first.id, 1, [flag('name')]))
    await refused(draft(client, first.id, { name: 'Old' }, saved.draft_version), 'stale')
    const { draft_version } = await opened(client, first.id)
    await good(draft(client, first.id, { name: 'New' }, draft_version))
  })

  it('takes draft, file and flag along when the workform is edited meanwhile', async () => {
    const { bookkeeper, client, workform, first, second, file, answers } = await submitted()
    await good(sendBack(bookkeeper, first.id, 1, [flag('scan'), flag('name', 'incomplete')]))
    const replaced = await uploaded(client, first.id, 'better.pdf')
    await good(client.fetch(`/api/portal/files/${file.id}`, { method: 'DELETE' }))
    // The file field moves to the other section, the name is asked no more, and a question is new.
    const fields = [
      ...fieldsIn('First').filter((f) => !['name', 'scan'].includes(f.id)),
      { id: 'new', name: 'New', section: 'First' },
      { id: 'note', name: 'Note', section: 'Second' },
      ...fieldsIn('Second').filter((f) => f.id === 'scan'),
    ]
    await good(send(bookkeeper, 'PATCH', `/api/workforms/${workform.id}`, { name: 'Form', fields, version: 1 }))
    const { mail, size, since } = answers
    expect(await opened(client, first.id)).toMatchObject({
      status: 'rejected',
      to_fix: [],
      answers: { mail, size, since },
    })
    expect(await opened(client, second.id)).toMatchObject({
      status: 'pending',
      to_fix: [{ field_id: 'scan', question: 'Passport', flag: { reason: 'unreadable', note: null } }],
      answers: { scan: [{ id: replaced.id }] },
    })
    expect(
      await rows('SELECT id, assignment_id, state FROM files WHERE client_id = ? ORDER BY state', client.clientId),
    ).toEqual([
      { id: file.id, assignment_id: second.id, state: 'replaced' },
      { id: replaced.id, assignment_id: second.id, state: 'stored' },
    ])
    await good(submit(client, first.id, { mail, size, since, new: 'Yes' }))
    await good(submit(client, second.id, { scan: [replaced] }))
    const { version, marks } = await reviewed(bookkeeper, second.id)
    expect(marks).toEqual({ scan: { verdict: 'flagged', flag: { reason: 'unreadable', note: null }, version: 0 } })
    expect(await attemptsOf(bookkeeper, first.id)).toMatchObject([{ number: 2 }, { number: 1, answers }])
    expect(await download(bookkeeper, file.id)).toBe(200)
    await good(sendBack(bookkeeper, second.id, version, [flag('scan', 'wrong_document')]))
    expect(await opened(client, second.id)).toMatchObject({ to_fix: [{ flag: { reason: 'wrong_document' } }] })
    // The replaced file goes with its question.
    await good(submit(client, second.id, { scan: [replaced] }))
    const approve = async (id: string) =>
      decided(bookkeeper, 'approve', id, { version: (await reviewed(bookkeeper, id)).version, notes: null })
    await approve(first.id)
    expect(await download(bookkeeper, file.id)).toBe(200)
    await approve(second.id)
    expect(await fileStates(second.id)).toEqual({ [file.id]: 'removed', [replaced.id]: 'stored' })
  })

  it('is withdrawn when an edit removes the section', async () => {
    const { bookkeeper, workform, first, file } = await submitted()
    await good(sendBack(bookkeeper, first.id, 1, [flag('scan')]))
    const fields = [{ id: 'note', name: 'Note', section: 'Second' }]
    await good(send(bookkeeper, 'PATCH', `/api/workforms/${workform.id}`, { name: 'Form', fields, version: 1 }))
    expect(await rows('SELECT 1 FROM section_attempts WHERE assignment_id = ?', first.id)).toEqual([])
    expect(await fileStates(first.id)).toEqual({ [file.id]: 'removed' })
  })
})
