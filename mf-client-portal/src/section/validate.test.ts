import { type Answer, FIELD_TYPES, type FieldType, takesFiles, type WorkformField } from '@portal/contract/fields'
import { expect, test } from 'vitest'
import { problemsOf, requiredCount } from './validate.ts'

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
const cases = FIELD_TYPES.flatMap((type) => [true, false].map((required) => ({ type, required })))

test.each(cases)('$type, required: $required: nothing given', ({ type, required }) => {
  const it = field(type, required)
  for (const nothing of EMPTY) {
    const answers = nothing === undefined ? {} : { it: nothing }
    expect(problemsOf([it], answers)).toEqual(
      required ? [{ field: it, message: 'This field is required.', missing: true }] : [],
    )
    expect(requiredCount([it], answers)).toEqual({ filled: 0, total: required ? 1 : 0 })
  }
})

test.each(cases)('$type, required: $required: a good answer, and one of the wrong form', ({ type, required }) => {
  const it = field(type, required)
  expect(problemsOf([it], { it: GOOD[type] })).toEqual([])
  expect(requiredCount([it], { it: GOOD[type] })).toEqual({ filled: required ? 1 : 0, total: required ? 1 : 0 })
  const wrong = takesFiles(it)
    ? 'a.pdf'
    : type === 'checkbox'
      ? ['Three']
      : type.endsWith('-text')
        ? ['a', 'list']
        : 'no such thing'
  expect(problemsOf([it], { it: wrong })).toMatchObject([{ missing: false }])
})

test('a checkbox without options is one to be ticked', () => {
  const { options: _, ...single } = field('checkbox', true)
  expect(problemsOf([single], { it: false })).toMatchObject([{ missing: true }])
  expect(problemsOf([single], { it: true })).toEqual([])
})
