import type { AuditPage } from '@portal/contract/audit'
import type { SectionHistory, SubmissionsPage } from '@portal/contract/review'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { afterPause } from '../../testing/digests.ts'
import { newBookkeeper } from '../../testing/portal.ts'
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
import { change, expectAudit, expectEvent, get, queued, rows, trips } from '../../testing/work.ts'

const rowOf = async (id: string) => (await rows('SELECT * FROM book_client_workforms WHERE id = ?', id))[0]
const toldClient = (clientId: string) =>
  rows<{ title: string; message: string }>(
    `SELECT * FROM book_client_notifications WHERE client_id = ? AND recipient_type = 'client'
      AND section_name IS NOT NULL ORDER BY created_at`,
    clientId,
  )
const detailOf = async (action: string, id: string) =>
  (
    await rows<{ detail: string }>(
      'SELECT detail FROM audit_log WHERE action = ? AND subject_id = ? ORDER BY seq',
      action,
      id,
    )
  ).map((r) => JSON.parse(r.detail) as Record<string, unknown>)

/** Returns a section that the client has submitted. */
async function submitted() {
  const work = await newWork()
  await good(submit(work.client, work.first.id, { name: 'Cleo' }))
  return work
}

describe('approving', () => {
  it('stores the decision and notifies the client in one read and one write', async () => {
    const { bookkeeper, client, workform, first } = await submitted()
    const response = await decide(bookkeeper, 'approve', first.id, { version: 1, notes: 'All good' })
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    expect(await response.json()).toEqual({ assignment_id: first.id, status: 'approved', version: 2 })
    expect(await rowOf(first.id)).toMatchObject({
      status: 'approved',
      core_status: 'approved',
      submit_status: 'submitted',
      approved_by: bookkeeper.userId,
      rejection_reason: null,
      version: 2,
    })
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({
      status: 'approved',
      notes: 'All good',
      answers: { name: 'Cleo' },
    })
    expect(await toldClient(client.clientId)).toMatchObject([
      {
        title: 'Section approved',
        sender_type: 'bookkeeper',
        workform_id: workform.id,
        section_name: 'First',
        is_read: 0,
      },
    ])
    for (const userId of [client.userId, bookkeeper.userId]) {
      const [event] = (await queued('event', `user:${userId}`, '"approved"')).map(
        (e) => JSON.parse(e.payload) as unknown,
      )
      expect(event).toEqual({
        type: 'section.changed',
        ids: {
          assignment_id: first.id,
          workform_id: workform.id,
          client_id: client.clientId,
          section_name: 'First',
          status: 'approved',
        },
      })
    }
    await expectEvent(client.userId, 'notification.created', workform.id)
    expect(await detailOf('doc_approved', first.id)).toMatchObject([
      {
        client_id: client.clientId,
        workform_id: workform.id,
        section_name: 'First',
        doc_name: workform.name,
        status: 'approved',
        notes: 'All good',
      },
    ])
    const [mail] = await afterPause(client.email)
    expect(mail?.text).toContain(`"First" of "${workform.name}" has been approved. Notes: All good`)
  })

  it('can be undone: the section waits for review again and stays locked', async () => {
    const { bookkeeper, client, first } = await submitted()
    await decided(bookkeeper, 'approve', first.id, { version: 1, notes: 'Fine' })
    expect(await decided(bookkeeper, 'undo', first.id, { version: 2 })).toEqual({
      assignment_id: first.id,
      status: 'submitted',
      version: 3,
    })
    expect(await rowOf(first.id)).toMatchObject({
      status: 'completed',
      core_status: 'waiting',
      submit_status: 'submitted',
      approved_at: null,
      approved_by: null,
    })
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({
      status: 'submitted',
      notes: null,
      answers: { name: 'Cleo' },
    })
    expect(await opened(client, first.id)).toMatchObject({ status: 'pending_review', answers: { name: 'Cleo' } })
    await refused(submit(client, first.id, { name: 'Other' }), 'section_locked')
    expect((await toldClient(client.clientId)).map((n) => n.title)).toEqual(['Section approved', 'Approval undone'])
    await expectAudit('section.approval_undone', first.id)
    await decided(bookkeeper, 'reject', first.id, { version: 3, reason: 'After all, no' })
    await good(submit(client, first.id, { name: 'Other' }))
  })

  it('needs no submission', async () => {
    const { bookkeeper, client, first } = await newWork()
    await decided(bookkeeper, 'approve', first.id, { version: 0 })
    expect(await opened(client, first.id)).toMatchObject({ status: 'approved', answers: {} })
  })

  it('restores the previous state when the approval of an unsubmitted section is undone', async () => {
    const { bookkeeper, client, first, second } = await newWork()
    await good(draft(client, second.id, { note: 'Half' }, 0))
    const before = { first: await rowOf(first.id), second: await rowOf(second.id) }
    for (const { id } of [first, second]) {
      await decided(bookkeeper, 'approve', id, { version: 0 })
      expect(await decided(bookkeeper, 'undo', id, { version: 1 })).toEqual({
        assignment_id: id,
        status: 'pending',
        version: 2,
      })
      expect(await opened(client, id)).toMatchObject({ status: 'pending' })
    }
    expect(await rowOf(first.id)).toEqual({ ...before.first, version: 2 })
    expect(await rowOf(second.id)).toEqual({ ...before.second, version: 2 })
    expect((await toldClient(client.clientId)).at(-1)?.message).toContain('fill it in again')
    await good(submit(client, first.id, { name: 'Cleo' }))
    await good(submit(client, second.id, { note: 'Whole' }))
  })

  it('lists a card under Pending when an approval was undone', async () => {
    const { bookkeeper, client, workform, first, second } = await submitted()
    await good(submit(client, second.id, { note: 'All' }))
    for (const { id } of [first, second]) await decided(bookkeeper, 'approve', id, { version: 1 })
    const listed = async (filter: string) =>
      (await get<SubmissionsPage>(bookkeeper, `/api/submissions?filter=${filter}`)).items.map(
        (card) => card.workform_id,
      )
    expect(await listed('pending')).toEqual([])
    for (const { id } of [first, second]) await decided(bookkeeper, 'undo', id, { version: 2 })
    expect(await listed('pending')).toEqual([workform.id])
    expect(await listed('approved')).toEqual([])
  })
})

describe('rejecting', () => {
  it('removes answers and files, keeps the evidence, and reopens the section', async () => {
    const { bookkeeper, client, workform, first, second } = await newWork()
    const file = await uploaded(client, first.id, 'passport.pdf')
    await good(submit(client, second.id, { note: 'Keep me' }))
    await good(submit(client, first.id, { name: 'Cleo', mail: 'cleo@example.com', scan: [file] }))
    const [stored] = await rows<{ sha256: string }>('SELECT sha256 FROM files WHERE id = ?', file.id)
    const response = await decide(bookkeeper, 'reject', first.id, { version: 1, reason: '  The scan is blurred. ' })
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    expect(await response.json()).toEqual({ assignment_id: first.id, status: 'rejected', version: 2 })
    expect(await rowOf(first.id)).toMatchObject({
      status: 'rejected',
      core_status: 'waiting',
      submit_status: 'not_submitted',
      rejection_reason: 'The scan is blurred.',
      approved_at: null,
    })
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({
      status: 'rejected',
      notes: 'The scan is blurred.',
      answers: {},
    })
    expect(await reviewed(bookkeeper, second.id)).toMatchObject({
      status: 'pending_review',
      answers: { note: 'Keep me' },
    })
    expect(await opened(client, first.id)).toMatchObject({
      status: 'rejected',
      rejection_reason: 'The scan is blurred.',
      answers: {},
    })
    expect(await detailOf('doc_rejected', first.id)).toMatchObject([
      {
        client_id: client.clientId,
        workform_id: workform.id,
        section_name: 'First',
        status: 'rejected',
        evidence: expect.stringMatching(/^v1\./),
      },
    ])
    const { items } = await get<AuditPage>(bookkeeper, `/api/audit?client=${client.clientId}&kind=section`)
    expect(items[0]?.detail).toMatchObject({
      reason: 'The scan is blurred.',
      answers: { name: 'Cleo', mail: 'cleo@example.com' },
      files: [{ field_id: 'scan', id: file.id, name: 'passport.pdf', size: file.size, sha256: stored?.sha256 }],
    })
    expect(await toldClient(client.clientId)).toMatchObject([{ title: 'Section rejected' }])
    const [mail] = await afterPause(client.email)
    expect(mail?.text).toContain('has been rejected and reopened for you. Reason: The scan is blurred.')
    // The object is removed after the batch: a row that names it finds none.
    expect(await rows('SELECT state FROM files WHERE id = ?', file.id)).toMatchObject([{ state: 'removed' }])
    await delivered('recipient = ?', `files:${client.clientId}`)
    await change(`UPDATE files SET state = 'stored' WHERE id = ?`, file.id)
    await refused(client.fetch(`/api/files/${file.id}`), 'not_found')
  })

  it('keeps uploads that the client has not submitted', async () => {
    const { bookkeeper, client, first } = await newWork()
    const file = await uploaded(client, first.id, 'passport.pdf')
    await draft(client, first.id, { name: 'Half' }, 0)
    await decided(bookkeeper, 'reject', first.id, { version: 0, reason: 'Please hurry' })
    expect(await opened(client, first.id)).toMatchObject({
      status: 'rejected',
      answers: { name: 'Half', scan: [file] },
    })
    expect((await client.fetch(`/api/files/${file.id}`)).status).toBe(200)
    const history = await get<SectionHistory>(bookkeeper, `/api/sections/${first.id}/history`)
    expect(history.items).toMatchObject([{ event: 'rejected', text: 'Please hurry', answers: [], files: [] }])
  })

  it('needs a reason that is not blank', async () => {
    const { bookkeeper, first } = await submitted()
    for (const reason of ['', '   ', undefined])
      await refused(decide(bookkeeper, 'reject', first.id, { version: 1, reason }), 'invalid_input')
    expect(await rowOf(first.id)).toMatchObject({ version: 1, status: 'completed' })
  })
})

describe('a decision', () => {
  it('is refused for other bookkeepers and clients', async () => {
    const { bookkeeper, client, first } = await submitted()
    for (const other of [await newBookkeeper(bookkeeper.firmId), await newBookkeeper()]) {
      await refused(decide(other, 'approve', first.id, { version: 1 }), 'not_found')
      await refused(decide(other, 'reject', first.id, { version: 1, reason: 'Mine now' }), 'not_found')
      await refused(decide(other, 'undo', first.id, { version: 1 }), 'not_found')
    }
    await refused(decide(client, 'approve', first.id, { version: 1 }), 'forbidden')
    await refused(decide(bookkeeper, 'approve', crypto.randomUUID(), { version: 1 }), 'not_found')
    expect(await rowOf(first.id)).toMatchObject({ version: 1, status: 'completed' })
  })

  it('is refused on another version, and when the section machine does not allow it', async () => {
    const { bookkeeper, client, first } = await submitted()
    for (const version of [0, 2]) {
      await refused(decide(bookkeeper, 'approve', first.id, { version }), 'stale')
      await refused(decide(bookkeeper, 'reject', first.id, { version, reason: 'No' }), 'stale')
    }
    await refused(decide(bookkeeper, 'undo', first.id, { version: 1 }), 'stale')
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'No' })
    await refused(decide(bookkeeper, 'approve', first.id, { version: 2 }), 'stale')
    await good(submit(client, first.id, { name: 'Better' }))
    await refused(decide(bookkeeper, 'approve', first.id, { version: 2 }), 'stale')
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({
      status: 'pending_review',
      version: 3,
      answers: { name: 'Better' },
    })
    await decided(bookkeeper, 'approve', first.id, { version: 3 })
    await refused(decide(bookkeeper, 'approve', first.id, { version: 4 }), 'stale')
    await refused(decide(bookkeeper, 'reject', first.id, { version: 4, reason: 'Late' }), 'stale')
  })

  it('wins against all others made at the same time', async () => {
    const { bookkeeper, client, first } = await submitted()
    const outcomes = await Promise.all([
      decide(bookkeeper, 'approve', first.id, { version: 1 }),
      decide(bookkeeper, 'reject', first.id, { version: 1, reason: 'No' }),
      decide(bookkeeper, 'approve', first.id, { version: 1 }),
      decide(bookkeeper, 'reject', first.id, { version: 1, reason: 'No' }),
    ])
    expect(outcomes.map((r) => r.status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const won = (await outcomes.find((r) => r.ok)?.json()) as { status: string }
    const section = await reviewed(bookkeeper, first.id)
    expect(section).toMatchObject({
      status: won.status,
      version: 2,
      answers: won.status === 'approved' ? { name: 'Cleo' } : {},
    })
    expect(await toldClient(client.clientId)).toHaveLength(1)
    expect(await rows(`SELECT 1 FROM audit_log WHERE subject_id = ? AND action LIKE 'doc_%'`, first.id)).toHaveLength(1)
  })

  it('has one effect and the same answer when the request is repeated', async () => {
    const { bookkeeper, client, first } = await submitted()
    const once = await Promise.all(
      [1, 2, 3].map(() => good(decide(bookkeeper, 'approve', first.id, { version: 1 }, 'approve-key-1'))),
    )
    expect(await good(decide(bookkeeper, 'approve', first.id, { version: 1 }, 'approve-key-1'))).toEqual(once[0])
    expect(once[1]).toEqual(once[0])
    const undo = () => good(decide(bookkeeper, 'undo', first.id, { version: 2 }, 'undo-key-1'))
    expect(await undo()).toEqual(await undo())
    const reject = () => good(decide(bookkeeper, 'reject', first.id, { version: 3, reason: 'No' }, 'reject-key-1'))
    expect(await reject()).toEqual(await reject())
    expect(await toldClient(client.clientId)).toHaveLength(3)
    // Everything is collected in one mail.
    const [mail, ...others] = await afterPause(client.email)
    expect(others).toEqual([])
    expect(mail?.text).toContain('has been rejected and reopened for you. Reason: No')
  })
})
