import type { AttemptFile } from '@portal/contract/answer-review'
import type { Answer, FieldType, WorkformField } from '@portal/contract/fields'
import type { NonAnswer } from '@portal/contract/non-answers'
import { expect, it } from 'vitest'
import { attempt } from '../testing/fixtures.tsx'
import { fileChanges, lastSeen, reviewedAnswers, verdictOf } from './changes.ts'

const field = (type: FieldType, change: Partial<WorkformField> = {}): WorkformField => ({
  id: 'f',
  name: 'Question',
  type,
  required: false,
  section: 'S',
  ...change,
})
const file = (id: string, sha256 = id): AttemptFile => ({
  id,
  name: `${id}.pdf`,
  path: id,
  size: 1000,
  type: 'application/pdf',
  field_id: 'f',
  sha256,
  is_kept: true,
})
const dontHave: NonAnswer = { reason: 'dont_have', note: '' }

/** Compares two answers to one field. */
function compared(f: WorkformField, before: Answer | undefined, now: Answer | undefined) {
  const of = (answer: Answer | undefined) => (answer === undefined ? {} : { f: answer })
  const base = attempt({ fields: [f], answers: of(before) })
  return reviewedAnswers({ fields: [f], answers: of(now), non_answers: {} }, base, undefined)[0]
}

it.each<[FieldType, Answer, Answer]>([
  ['short-text', 'Bluebird', 'Bluebird Bakery'],
  ['long-text', 'One\nTwo', 'One\nThree'],
  ['email', 'a@b.example', 'c@b.example'],
  ['number', '12', '12.5'],
  ['date', '2026-01-01', '2026-02-01'],
  ['dropdown', 'Yes', 'No'],
  ['checkbox', ['Bank', 'Cash'], ['Bank']],
  ['checkbox', true, false],
])('finds that the answer to a %s field has changed', (type, before, now) => {
  expect(compared(field(type), before, now)).toMatchObject({ isChanged: true, isSeen: false })
  expect(compared(field(type), before, before)).toMatchObject({ isChanged: false, isSeen: true })
  expect(compared(field(type), undefined, now)?.isChanged).toBe(now !== false)
})

it('finds no change when only the order of options or the kind of emptiness differs', () => {
  expect(compared(field('checkbox'), ['A', 'B'], ['B', 'A'])?.isChanged).toBe(false)
  expect(compared(field('short-text'), undefined, '  ')?.isChanged).toBe(false)
  expect(compared(field('number'), 12, '12')?.isChanged).toBe(false)
})

it('finds a change between an answer and a non-answer, and between two non-answers', () => {
  const fields = [field('short-text')]
  const base = attempt({ fields, answers: { f: 'x' } })
  const none = (nonAnswer: NonAnswer) => ({ fields, answers: {}, non_answers: { f: nonAnswer } })
  expect(reviewedAnswers(none(dontHave), base, undefined)[0]?.isChanged).toBe(true)
  const before = attempt({ fields, answers: {}, non_answers: { f: dontHave } })
  expect(reviewedAnswers(none(dontHave), before, undefined)[0]?.isChanged).toBe(false)
  expect(reviewedAnswers(none({ ...dontHave, note: 'Ask the bank' }), before, undefined)[0]?.isChanged).toBe(true)
})

it('distinguishes kept, removed, added and repeated files', () => {
  const changes = fileChanges([file('a'), file('b')], [file('a'), file('c'), file('d')], [file('c'), file('d', 'b')])
  expect(changes.kept.map((f) => f.id)).toEqual(['a'])
  expect(changes.removed.map((f) => f.id)).toEqual(['b'])
  expect(changes.added.map(({ id, isSameContent }) => [id, isSameContent])).toEqual([
    ['c', false],
    ['d', true],
  ])
})

it.each([
  ['kept', ['a'], false],
  ['replaced', ['b'], true],
  ['removed', [], true],
  ['added', ['a', 'b'], true],
] as const)('compares the files of an answer when a file is %s', (_, ids, isChanged) => {
  const fields = [field('file')]
  const files = ids.map((id) => file(id))
  const base = attempt({ fields, answers: { f: [file('a')] }, files: [file('a')] })
  const current = attempt({ fields, files })
  const [item] = reviewedAnswers({ fields, answers: { f: files }, non_answers: {} }, base, current)
  expect(item?.isChanged).toBe(isChanged)
  expect(item?.before?.files.map((f) => f.id)).toEqual(['a'])
})

it('keeps a flagged answer among those to look at when it has not changed', () => {
  const flag = { reason: 'incomplete' as const, note: null }
  const base = attempt({
    fields: [field('short-text')],
    answers: { f: 'x' },
    flags: [{ field_id: 'f', question: 'Question', flag }],
  })
  const section = { fields: [field('short-text')], answers: { f: 'x' }, non_answers: {} }
  expect(reviewedAnswers(section, base, undefined)[0]).toMatchObject({
    isChanged: false,
    isSeen: false,
    lastFlag: flag,
  })
})

it('treats a question that the earlier submission did not have as new', () => {
  const section = { fields: [field('short-text')], answers: { f: 'x' }, non_answers: {} }
  expect(reviewedAnswers(section, attempt({ fields: [] }), undefined)[0]).toMatchObject({
    before: undefined,
    isSeen: false,
  })
})

it('compares with the latest submission that the bookkeeper has seen', () => {
  const current = attempt({ number: 4, outcome: null })
  const unseen = attempt({ number: 3, outcome: 'recalled', answers: {} })
  const returned = attempt({ number: 2, outcome: 'recalled' })
  const first = attempt()
  expect(lastSeen([current, unseen, first])).toBe(first)
  expect(lastSeen([current, unseen, returned, first])).toBe(returned)
  expect(lastSeen([current])).toBeUndefined()
})

it('keeps an earlier acceptance while the answer stays the same', () => {
  const accepted = { verdict: 'accepted' as const, flag: null, version: 3 }
  expect(verdictOf(accepted, 3, false)).toBe('accepted')
  expect(verdictOf(accepted, 5, true)).toBe('accepted')
  expect(verdictOf(accepted, 5, false)).toBeUndefined()
  const flagged = { ...accepted, verdict: 'flagged' as const, flag: { reason: 'incomplete' as const, note: null } }
  expect(verdictOf(flagged, 3, false)).toBe('flagged')
  expect(verdictOf(flagged, 5, true)).toBeUndefined()
})
