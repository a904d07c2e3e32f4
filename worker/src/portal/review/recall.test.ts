import type { SectionHistory } from '@portal/contract/review'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { newBookkeeper, newClient } from '../../testing/portal.ts'
import {
  answerRecall,
  attemptsOf,
  decided,
  delivered,
  flag,
  mark,
  newWork,
  open,
  opened,
  recall,
  reviewed,
  sendBack,
  submit,
  uploaded,
} from '../../testing/sections.ts'
import { change, expectAudit, expectEvent, get, queued, rows, send, trips } from '../../testing/work.ts'

async function submitted() {
  const work = await newWork()
  const file = await uploaded(work.client, work.first.id, 'passport.pdf')
  const answers = { name: 'Cleo', scan: [file] }
  await good(submit(work.client, work.first.id, answers))
  return { ...work, file, answers }
}
const events = async (userId: string, id: string) =>
  (await queued('event', `user:${userId}`, '"section.changed"')).filter((e) => e.payload.includes(id)).length
const download = async (caller: { fetch: (path: string) => Promise<Response> }, id: string) =>
  (await caller.fetch(`/api/files/${id}`)).status

describe('a submission that the bookkeeper has not opened', () => {
  it('can be taken back: the answers become the draft, in one read and one write', async () => {
    const { bookkeeper, client, first, file, answers } = await submitted()
    expect(await opened(client, first.id)).toMatchObject({ recall: 'now' })
    const response = await recall(client, first.id, 1)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    expect(await response.json()).toEqual({ assignment_id: first.id, status: 'pending', version: 2 })
    expect(await rows('SELECT * FROM book_client_workforms WHERE id = ?', first.id)).toMatchObject([
      { status: 'in_progress', core_status: 'waiting', submit_status: 'not_submitted', submitted_at: null, version: 2 },
    ])
    expect(await opened(client, first.id)).toMatchObject({ status: 'pending', answers, recall: null, to_fix: [] })
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({ status: 'pending', answers: {}, submitted_at: null })
    await expectEvent(bookkeeper.userId, 'submission.changed', client.clientId)
    expect(await events(bookkeeper.userId, first.id)).toBe(2)
    await expectAudit('section.recalled', first.id)
    // The bookkeeper never saw what the client has reconsidered.
    expect(await attemptsOf(bookkeeper, first.id)).toMatchObject([
      { number: 1, outcome: 'recalled', answers: {}, non_answers: {}, files: [] },
    ])
    expect(await download(bookkeeper, file.id)).toBe(404)
    const bell = await get<{ items: unknown[] }>(bookkeeper, '/api/notifications')
    expect(bell.items).toEqual([])
    await good(client.fetch(`/api/portal/files/${file.id}`, { method: 'DELETE' }))
    expect(await rows('SELECT state FROM files WHERE id = ?', file.id)).toEqual([{ state: 'removed' }])
    await good(submit(client, first.id, { name: 'Cleo C.' }))
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({ attempts: 2, answers: { name: 'Cleo C.' } })
  })

  it('no longer counts as the answer to a rejection', async () => {
    const { bookkeeper, client, first, answers } = await submitted()
    await good(sendBack(bookkeeper, first.id, 1, [flag('name')]))
    await good(submit(client, first.id, { ...answers, name: 'Typo' }))
    await good(recall(client, first.id, 3))
    const counted = () => rows('SELECT field_id FROM corrected_answers WHERE assignment_id = ?', first.id)
    expect(await counted()).toEqual([])
    // What has to be fixed is still known.
    expect(await opened(client, first.id)).toMatchObject({ status: 'pending', to_fix: [{ field_id: 'name' }] })
    await good(submit(client, first.id, { ...answers, size: 'Small' }))
    expect(await counted()).toEqual([{ field_id: 'size' }])
  })

  it('can be taken back once, on the version that was seen', async () => {
    const { client, first } = await submitted()
    await refused(recall(client, first.id, 0), 'stale')
    const key = 'recall-key-1'
    const all = await Promise.all([1, 2].map(() => good(recall(client, first.id, 1, 'recall', key))))
    expect(all[1]).toEqual(all[0])
    await refused(recall(client, first.id, 1), 'stale')
    await refused(recall(client, first.id, 2), 'stale')
    await refused(recall(client, first.id, 2, 'recall-request'), 'stale')
  })

  it('can be taken back twenty times in a row, however slowly', async () => {
    const { bookkeeper, client, first, answers } = await submitted()
    await good(sendBack(bookkeeper, first.id, 1, [flag('name')]))
    await good(submit(client, first.id, answers, 2))
    await change(
      `INSERT INTO section_attempts (assignment_id, version, bookkeeper_id, workform_id, workform_version_id, answers,
        files, outcome) WITH RECURSIVE n(i) AS (SELECT 101 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
       SELECT assignment_id, i, bookkeeper_id, workform_id, workform_version_id, '{}', '[]', 'recalled'
       FROM section_attempts JOIN n WHERE assignment_id = ? AND version = 1`,
      first.id,
    )
    await refused(recall(client, first.id, 3), 'too_many_recalls')
    expect(await opened(client, first.id)).toMatchObject({ status: 'pending_review', version: 3 })
    // A review begins a new row.
    await change(
      "UPDATE section_attempts SET outcome = 'sent_back' WHERE assignment_id = ? AND version = 101",
      first.id,
    )
    await good(recall(client, first.id, 3))
  })

  it('can be taken back again and again, which is slowed down', async () => {
    const { client, first, answers } = await submitted()
    for (let version = 1; version < 41; version += 2) {
      await good(recall(client, first.id, version))
      await good(submit(client, first.id, answers, version + 1))
    }
    await refused(recall(client, first.id, 41), 'too_many_requests')
    expect(await opened(client, first.id)).toMatchObject({ recall: 'now', version: 41 })
  })

  it('does not displace those with answers from the list when it is taken back often', async () => {
    const { bookkeeper, client, first, answers } = await submitted()
    await good(sendBack(bookkeeper, first.id, 1, [flag('name')]))
    await change(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
       INSERT INTO section_attempts (assignment_id, version, bookkeeper_id, workform_id, workform_version_id,
         submitted_at, answers, files, outcome, decided_at)
       SELECT assignment_id, 1 + i * 2, bookkeeper_id, workform_id, workform_version_id, submitted_at, '{}', '[]',
         'recalled', decided_at FROM section_attempts JOIN n WHERE assignment_id = ?`,
      first.id,
    )
    await change('UPDATE book_client_workforms SET version = 302 WHERE id = ?', first.id)
    await good(submit(client, first.id, answers))
    const items = await attemptsOf(bookkeeper, first.id)
    expect(items).toHaveLength(100)
    expect(items.at(0)).toMatchObject({ number: 152, version: 303, outcome: null, answers })
    expect(items.at(1)).toMatchObject({ number: 151, version: 301, outcome: 'recalled', fields: [] })
    expect(items.at(-1)).toMatchObject({ number: 1, version: 1, outcome: 'sent_back', answers })
  })

  it('can only be taken back by its client', async () => {
    const { bookkeeper, first } = await submitted()
    const other = await newClient(bookkeeper)
    for (const how of ['recall', 'recall-request'] as const) {
      await refused(recall(other, first.id, 1, how), 'not_found')
      await refused(recall(bookkeeper, first.id, 1, how), 'forbidden')
    }
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({ status: 'pending_review' })
  })

  it('can be taken back or opened, not both', async () => {
    for (let i = 0; i < 4; i++) {
      const { bookkeeper, client, first } = await submitted()
      const [taken, seen] = await Promise.all([recall(client, first.id, 1), open(bookkeeper, first.id, 1)])
      expect(taken.ok).toBe(!seen.ok)
      expect((await opened(client, first.id)).recall).toBe(taken.ok ? null : 'ask')
    }
  })
})

describe('a submission that the bookkeeper has opened', () => {
  it('is opened once for each version, and the client learns it', async () => {
    const { bookkeeper, client, first } = await submitted()
    await good(open(bookkeeper, first.id, 1))
    expect(await opened(client, first.id)).toMatchObject({ recall: 'ask' })
    const before = await events(client.userId, first.id)
    const again = await open(bookkeeper, first.id, 1)
    expect(trips(again)).toEqual({ reads: 1, writes: 0 })
    expect(await events(client.userId, first.id)).toBe(before)
    await refused(open(bookkeeper, first.id, 2), 'stale')
    for (const other of [await newBookkeeper(bookkeeper.firmId), await newBookkeeper()])
      await refused(open(other, first.id, 1), 'not_found')
    await refused(recall(client, first.id, 1), 'already_opened')
  })

  it('is opened by a mark', async () => {
    const { bookkeeper, client, first } = await submitted()
    await good(mark(bookkeeper, first.id, 1, 'name', { verdict: 'accepted' }))
    await refused(recall(client, first.id, 1), 'already_opened')
  })

  it('stays opened when an approval is undone', async () => {
    const { bookkeeper, client, first } = await submitted()
    await decided(bookkeeper, 'approve', first.id, { version: 1 })
    await refused(recall(client, first.id, 2), 'stale')
    await decided(bookkeeper, 'undo', first.id, { version: 2 })
    await refused(recall(client, first.id, 3), 'already_opened')
    await good(recall(client, first.id, 3, 'recall-request'))
  })

  it('is returned when the client asks for it and the bookkeeper agrees', async () => {
    const { bookkeeper, client, first, file, answers } = await submitted()
    await refused(recall(client, first.id, 1, 'recall-request'), 'stale')
    await good(open(bookkeeper, first.id, 1))
    await refused(answerRecall(bookkeeper, first.id, 1, true), 'stale')
    const asked = { assignment_id: first.id, status: 'pending_review', version: 1 }
    expect(await good(recall(client, first.id, 1, 'recall-request'))).toEqual(asked)
    expect(await good(recall(client, first.id, 1, 'recall-request'))).toEqual(asked)
    expect(await opened(client, first.id)).toMatchObject({ recall: 'asked', status: 'pending_review' })
    expect((await reviewed(bookkeeper, first.id)).recall_requested_at).toEqual(expect.any(String))
    const response = await answerRecall(bookkeeper, first.id, 1, true)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    expect(await response.json()).toEqual({ assignment_id: first.id, status: 'pending', version: 2 })
    expect(await opened(client, first.id)).toMatchObject({ status: 'pending', answers, recall: null })
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({ status: 'pending', recall_requested_at: null })
    // The bookkeeper has seen it, so the next submission can be compared with it.
    expect(await attemptsOf(bookkeeper, first.id)).toMatchObject([
      { outcome: 'recalled', answers, files: [{ id: file.id, is_kept: true }] },
    ])
    const { recalls } = await get<SectionHistory>(bookkeeper, `/api/sections/${first.id}/history`)
    expect(recalls).toMatchObject([
      { event: 'recalled', by: { role: 'bookkeeper' } },
      { event: 'requested', by: { role: 'client', name: client.name } },
    ])
    const told = await rows(
      `SELECT 1 FROM book_client_notifications WHERE client_id = ? AND title = 'Section reopened'`,
      client.clientId,
    )
    expect(told).toHaveLength(1)
  })

  it('stays as it is when the bookkeeper declines, and the client can ask again', async () => {
    const { bookkeeper, client, first, answers } = await submitted()
    await good(open(bookkeeper, first.id, 1))
    await good(recall(client, first.id, 1, 'recall-request'))
    expect(await good(answerRecall(bookkeeper, first.id, 1, false))).toEqual({
      assignment_id: first.id,
      status: 'pending_review',
      version: 1,
    })
    await refused(answerRecall(bookkeeper, first.id, 1, false), 'stale')
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({ status: 'pending_review', answers })
    expect(await opened(client, first.id)).toMatchObject({ recall: 'ask' })
    await good(recall(client, first.id, 1, 'recall-request'))
    await decided(bookkeeper, 'approve', first.id, { version: 1 })
    await refused(answerRecall(bookkeeper, first.id, 1, true), 'stale')
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({ status: 'approved', recall_requested_at: null })
  })

  it('is answered by its bookkeeper only, and once', async () => {
    const { bookkeeper, client, first } = await submitted()
    await good(open(bookkeeper, first.id, 1))
    await good(recall(client, first.id, 1, 'recall-request'))
    for (const other of [await newBookkeeper(bookkeeper.firmId), await newBookkeeper()])
      await refused(answerRecall(other, first.id, 1, true), 'not_found')
    await refused(answerRecall(client, first.id, 1, true), 'forbidden')
    const all = await Promise.all([
      answerRecall(bookkeeper, first.id, 1, true),
      answerRecall(bookkeeper, first.id, 1, false),
      sendBack(bookkeeper, first.id, 1, [flag('name')]),
    ])
    // A decline leaves the version as it is, so one of the others may follow it.
    const done = all.map((r) => r.ok)
    expect(done[0] && done[2]).toBe(false)
    expect(done.filter(Boolean).length).toBeGreaterThan(0)
    await delivered('recipient = ?', `user:${client.userId}`)
  })

  it('is not returned when the assignment is archived', async () => {
    const { bookkeeper, client, workform, first } = await submitted()
    await good(open(bookkeeper, first.id, 1))
    const path = `/api/clients/${client.clientId}/workforms/${workform.id}/archived`
    await good(send(bookkeeper, 'PUT', path, { archived: true }))
    await refused(recall(client, first.id, 1, 'recall-request'), 'archived')
    await refused(recall(client, first.id, 1), 'archived')
    await refused(open(bookkeeper, first.id, 1), 'archived')
    await refused(mark(bookkeeper, first.id, 1, 'name', null), 'archived')
    await refused(sendBack(bookkeeper, first.id, 1, [flag('name')]), 'archived')
  })
})

describe('marks', () => {
  it('are set one by one without losing those of another tab', async () => {
    const { bookkeeper, first } = await submitted()
    const ids = ['name', 'mail', 'size', 'since', 'scan']
    await Promise.all(ids.map((id) => good(mark(bookkeeper, first.id, 1, id, { verdict: 'accepted' }))))
    expect(Object.keys((await reviewed(bookkeeper, first.id)).marks).toSorted()).toEqual(ids.toSorted())
    const flagged = { verdict: 'flagged', flag: { reason: 'incomplete', note: '  Page 2 is missing. ' } } as const
    const response = await mark(bookkeeper, first.id, 1, 'scan', flagged)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    const { marks } = (await response.json()) as { marks: Record<string, unknown> }
    expect(marks['scan']).toEqual({
      verdict: 'flagged',
      flag: { reason: 'incomplete', note: 'Page 2 is missing.' },
      version: 1,
    })
    expect(marks['name']).toEqual({ verdict: 'accepted', flag: null, version: 1 })
    await good(mark(bookkeeper, first.id, 1, 'scan', null))
    const after = (await reviewed(bookkeeper, first.id)).marks
    expect(Object.keys(after).toSorted()).toEqual(ids.filter((id) => id !== 'scan').toSorted())
    await expectEvent(bookkeeper.userId, 'section.changed', first.id)
  })

  it('belong to the version that was seen, to questions of the section, and to its bookkeeper', async () => {
    const { bookkeeper, client, first, second } = await submitted()
    const accepted = { verdict: 'accepted' } as const
    await refused(mark(bookkeeper, first.id, 0, 'name', accepted), 'stale')
    await refused(mark(bookkeeper, second.id, 0, 'note', accepted), 'stale')
    await refused(mark(bookkeeper, first.id, 1, 'note', accepted), 'invalid_input')
    await refused(
      mark(bookkeeper, first.id, 1, 'name', { verdict: 'flagged', flag: { reason: 'other', note: null } }),
      'invalid_input',
    )
    for (const other of [await newBookkeeper(bookkeeper.firmId), await newBookkeeper()])
      await refused(mark(other, first.id, 1, 'name', accepted), 'not_found')
    await refused(mark(client, first.id, 1, 'name', accepted), 'forbidden')
    expect((await reviewed(bookkeeper, first.id)).marks).toEqual({})
  })

  it('are not shown to the client before the section is sent back', async () => {
    const { bookkeeper, client, first } = await submitted()
    await good(
      mark(bookkeeper, first.id, 1, 'name', { verdict: 'flagged', flag: { reason: 'incomplete', note: null } }),
    )
    expect(await opened(client, first.id)).toMatchObject({ to_fix: [], status: 'pending_review' })
    await good(recall(client, first.id, 1, 'recall-request'))
    await good(answerRecall(bookkeeper, first.id, 1, true))
    expect(await opened(client, first.id)).toMatchObject({ to_fix: [], status: 'pending' })
  })
})
