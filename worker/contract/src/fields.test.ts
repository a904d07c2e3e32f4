import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INCOMPLETE_DATE, INVALID_DATE } from './dates.ts'
import {
  answerProblem,
  FIELD_TYPES,
  groupSections,
  isAnswered,
  isDate,
  mailtoLink,
  missingRequired,
  normalizeFields,
  type WorkformField,
} from './fields.ts'

/** Blank, padded and repeated texts. */
const label = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('', '  ', ' Name ', 'Name', 'a', 'General', 'field-1', 'field-2', 'a-2'),
)
const anything = fc.oneof(fc.anything({ maxDepth: 1 }), label)
/** A field in a valid, legacy or invalid format. */
const raw = fc.oneof(
  fc.record(
    {
      id: fc.oneof(label, anything),
      name: label,
      label,
      type: fc.oneof(fc.constantFrom<string>(...FIELD_TYPES, 'text', 'textarea', 'select', 'rating'), anything),
      required: fc.oneof(fc.boolean(), anything),
      section: fc.oneof(label, anything),
      helpText: label,
      description: label,
      options: fc.oneof(fc.array(label), anything),
      templateFile: fc.oneof(fc.record({ name: label, path: label, size: fc.nat() }, { requiredKeys: [] }), anything),
      min: anything,
      maxFiles: anything,
      accept: anything,
    },
    { requiredKeys: [] },
  ),
  anything,
)
const rawFields = fc.array(raw, { maxLength: 12 })
const field = (more: Partial<WorkformField>): WorkformField => ({
  id: 'f',
  name: 'F',
  type: 'short-text',
  required: false,
  section: 'S',
  ...more,
})

describe('normalizeFields', () => {
  it('is idempotent, also for JSON', () => {
    fc.assert(
      fc.property(rawFields, (fields) => {
        const once = normalizeFields(fields)
        expect(normalizeFields(once)).toEqual(once)
        expect(normalizeFields(JSON.stringify(once))).toEqual(once)
      }),
    )
  })

  it('gives every field a unique id, a name, a section and a known type', () => {
    fc.assert(
      fc.property(rawFields, (fields) => {
        const normal = normalizeFields(fields)
        expect(new Set(normal.map((f) => f.id)).size).toBe(normal.length)
        for (const f of normal) {
          expect(f.id.trim()).not.toBe('')
          expect(f.name.trim()).not.toBe('')
          expect(f.section.trim()).not.toBe('')
          expect(FIELD_TYPES).toContain(f.type)
        }
      }),
    )
  })

  it('keeps unique ids', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 10 }), (ids) => {
        expect(normalizeFields(ids.map((id) => ({ id, name: 'N' }))).map((f) => f.id)).toEqual(ids)
      }),
    )
  })

  it('never throws, whatever the input', () => {
    fc.assert(fc.property(fc.anything(), (input) => Array.isArray(normalizeFields(input))))
    expect(normalizeFields('{not json')).toEqual([])
  })

  it('reads legacy names and types', () => {
    const [one, two, three] = normalizeFields([
      { label: 'About', type: 'textarea', description: 'Help' },
      { name: 'Kind', type: 'select', options: [' a ', 'b', 'a', ''] },
      { name: 'Odd', type: 'rating', section: ' Part ' },
    ])
    expect(one).toEqual({
      id: 'field-1',
      name: 'About',
      type: 'long-text',
      required: false,
      section: 'About',
      helpText: 'Help',
    })
    expect(two).toMatchObject({ type: 'dropdown', options: ['a', 'b'] })
    expect(three).toMatchObject({ type: 'short-text', section: 'Part' })
  })

  it.each([
    ['Red, Green', ['Red', 'Green']],
    ['Red; Green;', ['Red', 'Green']],
    ['Red, bright\nGreen\r\n', ['Red, bright', 'Green']],
    ['["Red","Green"]', ['Red', 'Green']],
    ['[{"label":"Red","value":"r"},{"value":"Green"}]', ['Red', 'Green']],
    [
      [{ label: 'Red', value: 1 }, { label: '', value: 'Green' }, { name: 'Blue' }],
      ['Red', 'Green', 'Blue'],
    ],
    [
      [2025, 2026],
      ['2025', '2026'],
    ],
    ['Red', ['Red']],
    ['', undefined],
    [{ label: 'Red' }, undefined],
  ])('keeps the options when they are given as %j', (options, expected) => {
    expect(normalizeFields([{ name: 'Colour', type: 'dropdown', options }])[0]?.options).toEqual(expected)
  })

  it.each([
    [true, true],
    ['true', true],
    [' TRUE ', true],
    [1, true],
    ['1', true],
    [false, false],
    ['false', false],
    [0, false],
    ['', false],
    [null, false],
  ])('reads whether a field is required when given as %j', (required, expected) => {
    expect(normalizeFields([{ name: 'Name', required }])[0]?.required).toBe(expected)
  })

  it('reads bounds and extensions when they are given as text', () => {
    expect(
      normalizeFields([{ name: 'Scan', type: 'file', maxFiles: '3', min: '0', max: 'many', accept: '.pdf, .png' }])[0],
    ).toMatchObject({
      maxFiles: 3,
      min: 0,
      accept: ['.pdf', '.png'],
    })
  })

  it('treats inherited property names like any unknown type or id', () => {
    for (const type of ['toString', 'constructor', '__proto__', 'hasOwnProperty'])
      expect(normalizeFields([{ name: 'N', type }])[0]?.type).toBe('short-text')
    const fields = normalizeFields([{ id: 'constructor', name: 'N', required: true }])
    expect(missingRequired(fields, {})).toHaveLength(1)
  })
})

describe('groupSections', () => {
  it('keeps every field once, in order of first appearance', () => {
    fc.assert(
      fc.property(rawFields, (input) => {
        const fields = normalizeFields(input)
        const sections = groupSections(fields)
        expect(sections.map((s) => s.name)).toEqual([...new Set(fields.map((f) => f.section))])
        expect(sections.flatMap((s) => s.fields)).toHaveLength(fields.length)
        for (const s of sections) expect(s.fields).toEqual(fields.filter((f) => f.section === s.name))
      }),
    )
  })
})

describe('answers', () => {
  it('count as given only when they are not empty', () => {
    for (const empty of [undefined, null, false, '', '  \n', []]) expect(isAnswered(empty)).toBe(false)
    for (const given of ['x', 0, true, ['a']]) expect(isAnswered(given)).toBe(true)
  })

  it('are missing exactly when a required field has none', () => {
    fc.assert(
      fc.property(
        rawFields,
        fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.constant(null), fc.array(fc.string()))),
        (input, answers) => {
          const fields = normalizeFields(input)
          const missing = missingRequired(fields, answers)
          for (const f of fields) expect(missing.includes(f)).toBe(f.required && !isAnswered(answers[f.id]))
        },
      ),
    )
  })

  it('are not missing where the client says why there is none, unless the field requires an answer', () => {
    const none = { f: { reason: 'dont_have', note: '' } } as const
    expect(missingRequired([field({ required: true })], {}, none)).toEqual([])
    expect(missingRequired([field({ required: true, answerRequired: true })], {}, none)).toHaveLength(1)
    expect(missingRequired([field({ id: 'other', required: true })], {}, none)).toHaveLength(1)
  })

  it.each([
    ['1900-01-01', undefined],
    ['2024-02-29', undefined],
    ['2026-12-31', undefined],
    ['9999-12-31', undefined],
    ['', undefined],
    // Neither missing nor empty, whether the date is required or not.
    [INCOMPLETE_DATE, INVALID_DATE],
    ['2023-02-29', INVALID_DATE],
    ['2026-02-31', INVALID_DATE],
    ['2026-13-01', INVALID_DATE],
    ['2026-00-10', INVALID_DATE],
    ['2026-04-31', INVALID_DATE],
    ['2026-1-5', INVALID_DATE],
    ['12/31/2026', INVALID_DATE],
    ['31.12.2026', INVALID_DATE],
    ['2026-12-31T00:00:00Z', INVALID_DATE],
    ['12026-01-01', INVALID_DATE],
    ['0026-02-01', 'Please check the year: it is before 1900.'],
    ['1899-12-31', 'Please check the year: it is before 1900.'],
  ])('that are the date %j have the problem %j', (date, problem) => {
    expect(answerProblem(field({ type: 'date' }), date)).toBe(problem)
    expect(isAnswered(date)).toBe(date !== '')
  })

  it('are checked by the type of the field', () => {
    expect(answerProblem(field({ type: 'email' }), 'a@b')).toBe('Please enter a valid email address.')
    expect(answerProblem(field({ type: 'email' }), 'a@b.co')).toBeUndefined()
    expect(answerProblem(field({ type: 'dropdown', options: ['a'] }), 'b')).toBe('Please choose from the list.')
    expect(answerProblem(field({ type: 'checkbox', options: ['a', 'b'] }), ['a', 'b'])).toBeUndefined()
    expect(answerProblem(field({ type: 'checkbox', options: ['a'] }), ['c'])).toBe('Please choose from the list.')
    expect(answerProblem(field({ type: 'number', min: 1, max: 9, decimals: 1 }), '0')).toBe('Please enter 1 or more.')
    expect(answerProblem(field({ type: 'number', min: 1, max: 9, decimals: 1 }), '9.5')).toBe('Please enter 9 or less.')
    expect(answerProblem(field({ type: 'number', decimals: 1 }), '1.25')).toBe('Please enter at most 1 decimal place.')
    expect(answerProblem(field({ type: 'number' }), 'ten')).toBe('Please enter a number.')
    expect(answerProblem(field({ type: 'file' }), 'scan.pdf')).toBe('Please upload a file.')
    expect(answerProblem(field({ type: 'short-text' }), ['a'])).toBe('Please enter text.')
    expect(answerProblem(field({ type: 'long-text' }), 'x'.repeat(20_001))).toBe(
      'Please use at most 20,000 characters.',
    )
  })

  it('have no problem when empty, whatever the field', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FIELD_TYPES),
        fc.constantFrom('', null, [], '  '),
        (type, answer) => answerProblem(field({ type }), answer) === undefined,
      ),
    )
  })
})

it('accepts exactly the dates that exist', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true }), (date) =>
      isDate(date.toISOString().slice(0, 10)),
    ),
  )
  for (const wrong of ['2023-02-29', '2024-13-01', '2024-1-1', '01-01-2024', '2024-01-01T00:00', ''])
    expect(isDate(wrong)).toBe(false)
})

it('encodes an address so that a mailto link has one recipient', () => {
  expect(mailtoLink('a@b.co')).toBe('mailto:a@b.co')
  expect(mailtoLink('a?bcc=x&b%0a@c.de')).toBe('mailto:a%3Fbcc%3Dx%26b%250a@c.de')
  expect(() => mailtoLink('\ud800@b.co')).not.toThrow()
})
