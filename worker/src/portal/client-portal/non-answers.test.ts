import type { Answers } from '@portal/contract/fields'
import type { NonAnswers } from '@portal/contract/non-answers'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { problemOf, type TestClient } from '../../testing/portal.ts'
import { draft, newWork, opened, reviewed, submit, uploaded } from '../../testing/sections.ts'
import { rows, send } from '../../testing/work.ts'

const FIELDS = [
  { id: 'name', name: 'Full name', required: true, section: 'First' },
  { id: 'iban', name: 'Account number', required: true, answerRequired: true, section: 'First' },
  { id: 'scan', name: 'Passport', type: 'file', required: true, section: 'First' },
  { id: 'note', name: 'Note', section: 'Second' },
]
const ALL = { name: 'Cleo', iban: '12' }
const NONE = { reason: 'dont_have', note: 'Lost in the fire' } as const

const work = () => newWork(FIELDS)
const path = (id: string) => `/api/portal/sections/${id}`
const saved = (client: TestClient, id: string, answers: Answers, non_answers: NonAnswers, base_version: number) =>
  good<{ draft_version: number }>(send(client, 'PUT', `${path(id)}/draft`, { answers, non_answers, base_version }))
const submitted = (client: TestClient, id: string, answers: Answers, non_answers: NonAnswers, version = 0) =>
  send(client, 'POST', `${path(id)}/submit`, { answers, non_answers, version })
const stored = async (submissionId: string) => {
  const [row] = await rows<{ non_answers: string }>(
    'SELECT non_answers FROM book_form_submissions WHERE id = ?',
    submissionId,
  )
  return JSON.parse(row?.non_answers ?? '{}') as Record<string, NonAnswers>
}

describe('a draft with non-answers', () => {
  it('keeps them next to the answers', async () => {
    const { client, first } = await work()
    await saved(client, first.id, { iban: '12' }, { scan: NONE }, 0)
    expect(await opened(client, first.id)).toMatchObject({ answers: { iban: '12' }, non_answers: { scan: NONE } })
  })

  it('drops them where there is an answer, where one is required, and for unknown fields', async () => {
    const { client, first } = await work()
    await saved(client, first.id, { name: 'Cleo' }, { name: NONE, iban: NONE, nothing: NONE, scan: NONE }, 0)
    expect((await opened(client, first.id)).non_answers).toEqual({ scan: NONE })
    await uploaded(client, first.id, 'a.pdf')
    expect((await opened(client, first.id)).non_answers).toEqual({})
  })

  it('keeps the stored ones when an older version of the page saves without them', async () => {
    const { client, first } = await work()
    const { draft_version } = await saved(client, first.id, {}, { name: NONE, scan: NONE }, 0)
    await good(draft(client, first.id, { name: 'Cleo' }, draft_version))
    expect((await opened(client, first.id)).non_answers).toEqual({ scan: NONE })
  })

  it('is saved once when the request is repeated, and not when only the non-answers differ', async () => {
    const { client, first } = await work()
    const { draft_version } = await saved(client, first.id, {}, { scan: NONE }, 0)
    expect(await saved(client, first.id, {}, { scan: NONE }, 0)).toMatchObject({ draft_version })
    await refused(
      send(client, 'PUT', `${path(first.id)}/draft`, { answers: {}, non_answers: {}, base_version: 0 }),
      'stale',
    )
  })

  it('is not saved when it has one of a field of another section', async () => {
    const { client, first } = await work()
    await refused(
      send(client, 'PUT', `${path(first.id)}/draft`, { answers: {}, non_answers: { note: NONE }, base_version: 0 }),
      'stale',
    )
  })

  it('refuses unknown reasons and notes that are too long', async () => {
    const { client, first } = await work()
    for (const wrong of [
      { reason: 'because', note: '' },
      { reason: 'dont_have', note: 'x'.repeat(501) },
    ])
      await refused(
        send(client, 'PUT', `${path(first.id)}/draft`, { answers: {}, non_answers: { name: wrong }, base_version: 0 }),
        'invalid_input',
      )
  })
})

describe('submitting non-answers', () => {
  it('accepts them for required fields, and shows them to the bookkeeper', async () => {
    const { bookkeeper, client, first } = await work()
    const other = { reason: 'someone_else', note: '' } as const
    await good(submitted(client, first.id, { iban: '12' }, { name: other, scan: NONE }))
    expect(await stored(first.submission_id)).toEqual({ First: { name: other, scan: NONE } })
    expect(await reviewed(bookkeeper, first.id)).toMatchObject({
      answers: { iban: '12' },
      non_answers: { name: other, scan: NONE },
    })
    expect(await opened(client, first.id)).toMatchObject({
      status: 'pending_review',
      non_answers: { name: other, scan: NONE },
    })
  })

  it('requires an answer where the bookkeeper wants one', async () => {
    const { client, first } = await work()
    const missing = await problemOf(await submitted(client, first.id, {}, { name: NONE, iban: NONE, scan: NONE }))
    expect(missing).toMatchObject({ code: 'missing_required', errors: [{ path: 'answers.iban' }] })
    expect(await stored(first.submission_id)).toEqual({})
  })

  it('submits those of the draft when an older version of the page sends none', async () => {
    const { client, first } = await work()
    await saved(client, first.id, ALL, { scan: NONE }, 0)
    await good(submit(client, first.id, ALL))
    expect(await stored(first.submission_id)).toEqual({ First: { scan: NONE } })
  })

  it('stores a whole submission without answers, and the answer that replaces a non-answer', async () => {
    const { bookkeeper, client, second } = await work()
    await good(submitted(client, second.id, {}, { note: { reason: 'not_applicable', note: '' } }))
    expect(await stored(second.submission_id)).toEqual({ Second: { note: { reason: 'not_applicable', note: '' } } })
    await good(send(bookkeeper, 'POST', `/api/sections/${second.id}/reject`, { version: 1, reason: 'It does' }))
    expect((await opened(client, second.id)).non_answers).toEqual({})
    await good(submitted(client, second.id, { note: 'Yes' }, {}, 2))
    expect(await stored(second.submission_id)).toEqual({ Second: {} })
  })
})

describe('editing a workform', () => {
  const edit = async (
    { bookkeeper, workform }: Awaited<ReturnType<typeof work>>,
    fieldId: string,
    change: Record<string, unknown>,
  ) => {
    const fields = FIELDS.map((field) => (field.id === fieldId ? { ...field, ...change } : field))
    const { id, name, version } = workform
    await good(send(bookkeeper, 'PATCH', `/api/workforms/${id}`, { name, fields, version }))
  }

  it('moves a non-answer along with its field', async () => {
    const created = await work()
    const { client, first, second } = created
    await saved(client, first.id, { iban: '12' }, { scan: NONE }, 0)
    await edit(created, 'scan', { section: 'Second' })
    expect(await opened(client, first.id)).toMatchObject({ answers: { iban: '12' }, non_answers: {} })
    expect(await opened(client, second.id)).toMatchObject({ answers: {}, non_answers: { scan: NONE } })
  })

  it('asks for an answer once the bookkeeper requires one', async () => {
    const created = await work()
    const { client, first } = created
    await saved(client, first.id, ALL, { scan: NONE }, 0)
    await edit(created, 'scan', { answerRequired: true })
    expect((await opened(client, first.id)).non_answers).toEqual({})
    await refused(submit(client, first.id, ALL), 'missing_required')
  })
})
