import { type Answer, FIELD_TYPES, type FieldType, takesFiles, type WorkformField } from '@portal/contract/fields'
import { expect, it } from 'vitest'
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

it.each(cases)('checks an empty answer when $type has required: $required', ({ type, required }) => {
  const question = field(type, required)
  for (const nothing of EMPTY) {
    const answers = nothing === undefined ? {} : { it: nothing }
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
    expect(problemsOf([question], { it: GOOD[type] })).toEqual([])
    expect(requiredCount([question], { it: GOOD[type] })).toEqual({ filled: required ? 1 : 0, total: required ? 1 : 0 })
    const wrong = takesFiles(question)
      ? 'a.pdf'
      : type === 'checkbox'
        ? ['Three']
        : type.endsWith('-text')
          ? ['a', 'list']
          : 'no such thing'
    expect(problemsOf([question], { it: wrong })).toMatchObject([{ missing: false }])
  },
)

it('treats a checkbox field as a single checkbox when it has no options', () => {
  const { options: _, ...single } = field('checkbox', true)
  expect(problemsOf([single], { it: false })).toMatchObject([{ missing: true }])
  expect(problemsOf([single], { it: true })).toEqual([])
})
