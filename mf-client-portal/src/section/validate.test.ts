import {
  type Answer,
  type Answers,
  FIELD_TYPES,
  type FieldType,
  takesFiles,
  type WorkformField,
} from '@portal/contract/fields'
import { expect, it } from 'vitest'
import { detail } from '../testing/fixtures.tsx'
import { contentOf, problemsOf, requiredCount } from './validate.ts'

const file = { id: 'f', name: 'a.pdf', path: 'p', size: 1, type: 'application/pdf' }
const GOOD: Record<FieldType, Answer> = {
  'short-text': 'Saffron',
  'long-text': 'Food\nand joy',
  email: 'priya@example.com',
  number: '0',
  date: '2019-02-28',
  dropdown: 'One',
  checkbox: ['Two'],
  file: [file],
  'download-reupload': [file],
}
const EMPTY: readonly (Answer | undefined)[] = [undefined, null, '', '  \n', [], false]
const field = (type: FieldType, required: boolean): WorkformField => ({
  id: 'it',
  name: 'It',
  type,
  required,
  section: 'S',
  ...(type === 'dropdown' || type === 'checkbox' ? { options: ['One', 'Two'] } : {}),
})
const content = (answers: Answers) => ({ answers, non_answers: {} })
const cases = FIELD_TYPES.flatMap((type) => [true, false].map((required) => ({ type, required })))

it.each(cases)('checks an empty answer when $type has required: $required', ({ type, required }) => {
  const question = field(type, required)
  for (const nothing of EMPTY) {
    const answers = content(nothing === undefined ? {} : { it: nothing })
    expect(problemsOf([question], answers)).toEqual(
      required ? [{ field: question, message: 'This field is required.', missing: true }] : [],
    )
    expect(requiredCount([question], answers)).toEqual({ filled: 0, total: required ? 1 : 0 })
  }
})

it.each(cases)(
  'accepts a valid answer and refuses an invalid one when $type has required: $required',
  ({ type, required }) => {
    const question = field(type, required)
    expect(problemsOf([question], content({ it: GOOD[type] }))).toEqual([])
    expect(requiredCount([question], content({ it: GOOD[type] }))).toEqual({
      filled: required ? 1 : 0,
      total: required ? 1 : 0,
    })
    const wrong = takesFiles(question)
      ? 'a.pdf'
      : type === 'checkbox'
        ? ['Three']
        : type.endsWith('-text')
          ? ['a', 'list']
          : 'no such thing'
    expect(problemsOf([question], content({ it: wrong }))).toMatchObject([{ missing: false }])
  },
)

it('treats a checkbox field as a single checkbox when it has no options', () => {
  const { options: _, ...single } = field('checkbox', true)
  expect(problemsOf([single], content({ it: false }))).toMatchObject([{ missing: true }])
  expect(problemsOf([single], content({ it: true }))).toEqual([])
})

it.each(FIELD_TYPES)('accepts a non-answer in a required field of type %s, unless it needs an answer', (type) => {
  const question = field(type, true)
  const none = { answers: {}, non_answers: { it: { reason: 'dont_have', note: '' } } } as const
  expect(problemsOf([question], none)).toEqual([])
  expect(requiredCount([question], none)).toEqual({ filled: 1, total: 1 })
  expect(problemsOf([{ ...question, answerRequired: true }], none)).toMatchObject([{ missing: true }])
})

it('ignores a non-answer when the field has files, and when it needs an answer', () => {
  const none = { reason: 'dont_have', note: '' } as const
  const written = { name: none, bank: none }
  expect(contentOf(detail(), written)).toEqual({ answers: { bank: null }, non_answers: written })
  expect(contentOf(detail({ answers: { bank: [file] } }), written)).toEqual({
    answers: { bank: [file] },
    non_answers: { name: none },
  })
  const fields = detail().fields.map((question) => ({ ...question, answerRequired: true }))
  expect(contentOf(detail({ fields }), written).non_answers).toEqual({})
})
