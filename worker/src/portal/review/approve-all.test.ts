import type { ApprovedSections } from '@portal/contract/review'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { afterPause } from '../../testing/digests.ts'
import { type Caller, newBookkeeper } from '../../testing/portal.ts'
import { decide, decided, newWork, reviewed, submit } from '../../testing/sections.ts'
import { rows, sectionsOf, send, textField, trips } from '../../testing/work.ts'

const FOUR = ['One', 'Two', 'Three', 'Four']

/** Returns a client's workform of four sections, three of them submitted. */
async function submitted() {
  const work = await newWork(FOUR.map((section) => textField(section.toLowerCase(), section)))
  const sections = await sectionsOf(work.client.clientId, work.workform.id)
  for (const { id, section_name } of sections.slice(0, 3))
    await good(submit(work.client, id, { [section_name.toLowerCase()]: 'Yes' }))
  return { ...work, sections }
}
type Work = Awaited<ReturnType<typeof submitted>>

const approve = (
  caller: Caller,
  work: Work,
  seen: readonly (readonly [id: string, version: number])[],
  key?: string,
): Promise<Response> =>
  send(
    caller,
    'POST',
    '/api/submissions/approve',
    {
      workform_id: work.workform.id,
      client_id: work.client.clientId,
      sections: seen.map(([assignment_id, version]) => ({ assignment_id, version })),
    },
    key ? { 'idempotency-key': key } : {},
  )
const seenOf = ({ sections }: Work, count = 3): [string, number][] => sections.slice(0, count).map((s) => [s.id, 1])
const outcomes = async (response: Promise<Response>) =>
  (await good<ApprovedSections>(response)).results.map((r) => r.outcome)
const approvals = (work: Work) =>
  rows<{ subject_id: string }>(
    `SELECT subject_id FROM audit_log WHERE action = 'doc_approved' AND client_id = ? ORDER BY seq`,
    work.client.clientId,
  )

describe('approving all submitted sections of a card', () => {
  it('costs one read and one batch, with a notification and entry per section and one mail', async () => {
    const work = await submitted()
    await afterPause(work.client.email)
    const response = await approve(work.bookkeeper, work, seenOf(work))
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    expect(await response.json()).toEqual({
      results: work.sections.slice(0, 3).map((s) => ({ assignment_id: s.id, outcome: 'approved', version: 2 })),
    })
    for (const { id } of work.sections.slice(0, 3)) {
      expect(await reviewed(work.bookkeeper, id)).toMatchObject({ status: 'approved', version: 2, notes: null })
    }
    expect(await reviewed(work.bookkeeper, work.sections[3]?.id ?? '')).toMatchObject({ status: 'pending', version: 0 })
    expect((await approvals(work)).map((r) => r.subject_id)).toEqual(work.sections.slice(0, 3).map((s) => s.id))
    const told = await rows(
      `SELECT 1 FROM book_client_notifications WHERE client_id = ? AND title = 'Section approved'`,
      work.client.clientId,
    )
    expect(told).toHaveLength(3)
    const decisions = (await afterPause(work.client.email)).filter((m) => m.subject.startsWith('Section'))
    expect(decisions.map((m) => m.subject)).toEqual([`Section approved: ${work.workform.name} (3)`])
    const text = decisions[0]?.text
    for (const name of FOUR.slice(0, 3)) expect(text).toContain(`"${name}"`)
    expect(text).not.toContain('"Four"')
  })

  it('skips and reports sections that have changed since they were seen', async () => {
    const work = await submitted()
    const [one, two, three] = work.sections
    if (!one || !two || !three) throw new Error('three sections')
    await decided(work.bookkeeper, 'reject', two.id, { version: 1, reason: 'No' })
    await good(submit(work.client, two.id, { two: 'Better' }))
    const seen: [string, number][] = [...seenOf(work), [crypto.randomUUID(), 1]]
    expect(await outcomes(approve(work.bookkeeper, work, seen))).toEqual(['approved', 'stale', 'approved', 'not_found'])
    expect(await reviewed(work.bookkeeper, two.id)).toMatchObject({
      status: 'pending_review',
      version: 3,
      answers: { two: 'Better' },
    })
    expect(await outcomes(approve(work.bookkeeper, work, seenOf(work)))).toEqual(['stale', 'stale', 'stale'])
    expect(await approvals(work)).toHaveLength(2)
  })

  it('decides on every section once when other decisions are made at the same time', async () => {
    const work = await submitted()
    const [first] = work.sections
    const all = await Promise.all([
      approve(work.bookkeeper, work, seenOf(work)),
      decide(work.bookkeeper, 'reject', first?.id ?? '', { version: 1, reason: 'No' }),
      approve(work.bookkeeper, work, seenOf(work)),
      approve(work.bookkeeper, work, seenOf(work, 1)),
    ])
    const approved: string[] = []
    for (const response of [all[0], all[2], all[3]]) {
      const { results } = await good<ApprovedSections>(response)
      approved.push(...results.filter((r) => r.outcome === 'approved').map((r) => r.assignment_id))
    }
    expect(approved.toSorted()).toEqual((await approvals(work)).map((r) => r.subject_id).toSorted())
    expect(new Set(approved).size).toBe(approved.length)
    expect(approved.length + (all[1].ok ? 1 : 0)).toBe(3)
  })

  it('has one effect and the same answer when the request is repeated', async () => {
    const work = await submitted()
    const again = await Promise.all(
      [1, 2, 3].map(() => good(approve(work.bookkeeper, work, seenOf(work), 'approve-all-1'))),
    )
    expect(again[1]).toEqual(again[0])
    expect(again[2]).toEqual(again[0])
    expect(await approvals(work)).toHaveLength(3)
  })

  it('accepts only own sections of the same card', async () => {
    const work = await submitted()
    for (const other of [await newBookkeeper(work.bookkeeper.firmId), await newBookkeeper()]) {
      await refused(approve(other, work, seenOf(work)), 'not_found')
    }
    await refused(approve(work.client, work, seenOf(work)), 'forbidden')
    const elsewhere = await newWork()
    await good(submit(elsewhere.client, elsewhere.first.id, { name: 'Cleo' }))
    const mixed: [string, number][] = [...seenOf(work, 1), [elsewhere.first.id, 1]]
    expect(await outcomes(approve(work.bookkeeper, work, mixed))).toEqual(['approved', 'not_found'])
    await refused(approve(work.bookkeeper, work, []), 'invalid_input')
  })
})
