import type { SubmissionCard, SubmissionsPage } from '@portal/contract/review'
import { passesFilter, SECTION_FILTERS } from '@portal/contract/section-machine'
import { SECTION_STATUSES, type SectionStatus } from '@portal/contract/statuses'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { newBookkeeper, newClient, type TestBookkeeper } from '../../testing/portal.ts'
import { cards, decided, fieldsIn, newWork, reviewed, submit, uploaded } from '../../testing/sections.ts'
import {
  assigned,
  change,
  day,
  get,
  newWorkform,
  rows,
  sectionsOf,
  send,
  textField,
  trips,
} from '../../testing/work.ts'

const pairs = (list: readonly SubmissionCard[]): string[] => list.map((c) => `${c.client_name} · ${c.workform_name}`)

/** Stores a section status directly, including those that no route leaves behind. */
async function put(assignmentId: string, status: SectionStatus): Promise<void> {
  await change(
    `INSERT INTO workform_section_statuses (submission_id, section_name, status, updated_at)
     SELECT submission_id, section_name, ?, '2999-01-01T00:00:00.000Z' FROM book_client_workforms WHERE id = ?
     ON CONFLICT DO UPDATE SET status = excluded.status, updated_at = excluded.updated_at`,
    status,
    assignmentId,
  )
}

describe('the bookkeeper’s submissions', () => {
  it('show sections with the fields they were answered on, in one round trip', async () => {
    const { bookkeeper, client, workform, first, second } = await newWork()
    const file = await uploaded(client, first.id, 'passport.pdf')
    await good(submit(client, first.id, { name: 'Cleo', scan: [file] }))
    await good(
      send(bookkeeper, 'PATCH', `/api/workforms/${workform.id}`, {
        name: 'Renamed',
        description: 'New words',
        fields: [textField('name', 'First', { name: 'Another question' }), textField('note', 'Second')],
        version: 1,
      }),
    )
    const response = await bookkeeper.fetch('/api/submissions')
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    const { items, next } = (await response.json()) as SubmissionsPage
    expect(next).toBeNull()
    expect(items).toMatchObject([
      {
        workform_id: workform.id,
        workform_name: 'Renamed',
        workform_description: 'New words',
        client_id: client.clientId,
        client_name: 'Cleo Client',
        client_email: client.email,
        due_date: day(7),
        sections: [
          {
            assignment_id: first.id,
            section_name: 'First',
            status: 'pending_review',
            assignment_status: 'completed',
            version: 1,
            answers: { name: 'Cleo', scan: [file] },
            notes: null,
            approved_at: null,
          },
          {
            assignment_id: second.id,
            section_name: 'Second',
            status: 'pending',
            assignment_status: 'assigned',
            answers: {},
            submitted_at: null,
          },
        ],
      },
    ])
    expect(items[0]?.sections[0]?.fields.map((f) => f.name)).toEqual(fieldsIn('First').map((f) => f.name))
    expect(items[0]?.sections[0]?.submitted_at).toMatch(/Z$/)
  })

  it('are only the bookkeeper’s own, even within the firm', async () => {
    const { bookkeeper, client, workform } = await newWork()
    for (const other of [await newBookkeeper(bookkeeper.firmId), await newBookkeeper()]) {
      expect(await cards(other)).toEqual([])
      expect(await cards(other, { client: client.clientId, workform: workform.id })).toEqual([])
    }
    await refused(client.fetch('/api/submissions'), 'forbidden')
  })

  it('show a rejected section that was answered again as pending, and accept a decision on it', async () => {
    const { bookkeeper, client, first } = await newWork()
    await good(submit(client, first.id, { name: 'Cleo' }))
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'No' })
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({
      status: 'rejected',
      notes: 'No',
      answers: {},
      submitted_at: null,
    })
    const answered = `UPDATE book_form_submissions SET data = json_patch(data, '{"First":{"name":"Later"}}'),
      updated_at = ? WHERE id = ?`
    await change(answered, '2000-01-01T00:00:00.000Z', first.submission_id)
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({ status: 'rejected', answers: { name: 'Later' } })
    await change(answered, '2999-01-01T00:00:00.000Z', first.submission_id)
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({ status: 'pending', answers: { name: 'Later' } })
    expect(await cards(bookkeeper, { filter: 'rejected' })).toEqual([])
    expect(await cards(bookkeeper, { filter: 'pending' })).toHaveLength(1)
    await decided(bookkeeper, 'approve', first.id, { version: 2 })
  })

  it('keep approved sections of a deleted workform', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    await good(submit(client, first.id, { name: 'Cleo' }))
    await decided(bookkeeper, 'approve', first.id, { version: 1 })
    await bookkeeper.fetch(`/api/workforms/${workform.id}`, { method: 'DELETE' })
    const [card] = await cards(bookkeeper)
    expect(card).toMatchObject({
      workform_name: workform.name,
      sections: [{ section_name: 'First', status: 'approved', answers: { name: 'Cleo' } }],
    })
  })
})

/** Creates a bookkeeper with clients Ann, Ben and Cleo, each with the same two workforms. */
async function manyPairs(): Promise<{ bookkeeper: TestBookkeeper; names: string[] }> {
  const bookkeeper = await newBookkeeper()
  const clients = [
    await newClient(bookkeeper, 'Ann Ölsen'),
    await newClient(bookkeeper, 'Ben 100%'),
    await newClient(bookkeeper, 'Cleo_X'),
  ]
  const workforms = [
    await newWorkform(bookkeeper, { name: 'Tax Return' }),
    await newWorkform(bookkeeper, { name: 'Payroll' }),
  ]
  for (const workform of workforms) {
    await assigned(
      bookkeeper,
      workform,
      clients.map((c) => c.clientId),
    )
  }
  const names = workforms.flatMap((w) => clients.map((c) => `${c.name} · ${w.name}`))
  return { bookkeeper, names }
}

describe('the list', () => {
  it('pages through every submission once, the newest activity first', async () => {
    const { bookkeeper, names } = await manyPairs()
    const mine = await rows<{ id: string }>(
      'SELECT DISTINCT submission_id AS id FROM book_client_workforms WHERE assigned_by = ? ORDER BY submission_id',
      bookkeeper.userId,
    )
    // Two of them at the same time: the id breaks the tie.
    for (const [i, { id }] of mine.entries()) {
      await change(
        'UPDATE book_form_submissions SET updated_at = ? WHERE id = ?',
        `2026-01-0${Math.min(5, i + 1)}T00:00:00.000Z`,
        id,
      )
    }
    const seen: string[] = []
    const times: string[] = []
    for (let cursor: string | null = '', pages = 0; cursor !== null; pages++) {
      expect(pages).toBeLessThan(5)
      const page: SubmissionsPage = await get(
        bookkeeper,
        `/api/submissions?limit=2${cursor ? `&cursor=${cursor}` : ''}`,
      )
      expect(page.items.length).toBeLessThanOrEqual(2)
      seen.push(...pairs(page.items))
      for (const card of page.items) {
        const [row] = await rows<{ updated_at: string }>(
          'SELECT updated_at FROM book_form_submissions WHERE form_id = ? AND client_id = ?',
          card.workform_id,
          card.client_id,
        )
        times.push(row?.updated_at ?? '')
      }
      cursor = page.next
    }
    expect(seen.toSorted()).toEqual(names.toSorted())
    expect(times).toEqual(times.toSorted().toReversed())
    await refused(bookkeeper.fetch('/api/submissions?cursor=nonsense'), 'invalid_input')
  })

  it('finds workform name, client name and email in any case, without wildcards', async () => {
    const { bookkeeper } = await manyPairs()
    const found = async (q: string) =>
      new Set((await cards(bookkeeper, { q })).map((c) => c.client_name.split(' ')[0] ?? ''))
    expect(await cards(bookkeeper, { q: 'tAX rET' })).toHaveLength(3)
    expect(await found('ann')).toEqual(new Set(['Ann']))
    expect(await found('ÖLSEN')).toEqual(new Set(['Ann']))
    expect(await found('0%')).toEqual(new Set(['Ben']))
    expect(await found('o_x')).toEqual(new Set(['Cleo_X']))
    expect(await cards(bookkeeper, { q: 'a%n' })).toEqual([])
    expect(await cards(bookkeeper, { q: '"ann" OR "ben"' })).toEqual([])
    const one: SubmissionsPage = await get(bookkeeper, `/api/submissions?q=${encodeURIComponent('ölsen')}&limit=1`)
    const two: SubmissionsPage = await get(
      bookkeeper,
      `/api/submissions?q=${encodeURIComponent('Ölsen')}&limit=1&cursor=${one.next}`,
    )
    expect([one, two].map((p) => p.items[0]?.client_name)).toEqual(['Ann Ölsen', 'Ann Ölsen'])
    expect(two.next).toBeNull()
    expect(two.items[0]?.workform_id).not.toBe(one.items[0]?.workform_id)
    const [card] = await cards(bookkeeper)
    expect((await cards(bookkeeper, { q: card?.client_email.toUpperCase() ?? '' })).map((c) => c.client_id)).toEqual([
      card?.client_id,
      card?.client_id,
    ])
    expect(await cards(bookkeeper, { q: 'client ltd' })).toEqual([])
    expect(await cards(bookkeeper, { q: 'payroll', client: card?.client_id ?? '' })).toHaveLength(1)
    expect(await cards(bookkeeper, { workform: card?.workform_id ?? '', client: card?.client_id ?? '' })).toHaveLength(
      1,
    )
    expect(await cards(bookkeeper, { workform: card?.workform_id ?? '' })).toHaveLength(3)
  })

  it('filters like the contract for every combination of statuses', async () => {
    const { bookkeeper } = await manyPairs()
    const mixtures: SectionStatus[][] = [
      ['approved', 'approved'],
      ['approved', 'rejected'],
      ['pending_review', 'approved'],
      ['submitted', 'submitted'],
      ['submitted', 'approved'],
      ['pending', 'rejected'],
    ]
    for (const [i, card] of (await cards(bookkeeper)).entries()) {
      const sections = await sectionsOf(card.client_id, card.workform_id)
      for (const [j, section] of sections.entries()) await put(section.id, mixtures[i]?.[j] ?? 'pending')
    }
    const all = await cards(bookkeeper)
    expect(all.map((c) => c.sections.map((s) => s.status))).toEqual(mixtures)
    for (const filter of SECTION_FILTERS) {
      const wanted = all.filter((c) =>
        passesFilter(
          filter,
          c.sections.map((s) => s.status),
        ),
      )
      expect(pairs(await cards(bookkeeper, { filter })), filter).toEqual(pairs(wanted))
    }
    const [only] = all
    const [a, b] = only ? await sectionsOf(only.client_id, only.workform_id) : []
    for (const one of SECTION_STATUSES) {
      for (const two of SECTION_STATUSES) {
        if (a) await put(a.id, one)
        if (b) await put(b.id, two)
        for (const filter of SECTION_FILTERS) {
          const shown = await cards(bookkeeper, {
            filter,
            workform: only?.workform_id ?? '',
            client: only?.client_id ?? '',
          })
          expect(shown.length === 1, `${one}, ${two}: ${filter}`).toBe(passesFilter(filter, [one, two]))
        }
      }
    }
  })
})
