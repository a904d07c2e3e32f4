import type { WorkformField } from '@portal/contract/fields'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countFields } from './sections.ts'
import { type BuilderAction, builderReducer, type BuilderState, fieldsOf, initialState } from './state.ts'

const field = (id: string, name = id, section = 'General'): WorkformField => ({
  id,
  name,
  type: 'short-text',
  required: false,
  section,
})
const start = (fields: WorkformField[] = []): BuilderState =>
  initialState({ name: 'Intake', description: '', isTemplate: false, fields })
const run = (state: BuilderState, ...actions: BuilderAction[]): BuilderState => actions.reduce(builderReducer, state)
/** 'General: a b | Tax: c' */
const shape = (state: BuilderState): string =>
  state.sections.map((s) => [`${s.name}:`, ...s.fields.map((f) => f.id)].join(' ')).join(' | ')

const two = () => start([field('a'), field('b'), field('c', 'c', 'Tax'), field('d', 'd', 'Tax')])

describe('fields', () => {
  test('adds a field to the section with that name, whatever its case, or to a new section', () => {
    const state = run(
      two(),
      { type: 'add-field', field: field('e'), section: ' tax ', key: 'k1' },
      { type: 'add-field', field: field('f'), section: 'Payroll', key: 'k2' },
    )
    expect(shape(state)).toBe('General: a b | Tax: c d e | Payroll: f')
    expect(fieldsOf(state).map((f) => f.section)).toEqual(['General', 'General', 'Tax', 'Tax', 'Tax', 'Payroll'])
  })

  test('makes a field without a section its own section, and removes it with the field', () => {
    const alone = run(start(), { type: 'add-field', field: field('x', 'Passport'), section: '', key: 'k' })
    expect(shape(alone)).toBe('Passport: x')
    const moved = run(alone, { type: 'update-field', field: field('x', 'Passport'), section: 'Documents', key: 'k2' })
    expect(shape(moved)).toBe('Documents: x')
    expect(shape(run(alone, { type: 'remove-field', id: 'x' }))).toBe('')
  })

  test('moves a field step by step through and between sections, and stops at both ends', () => {
    expect(shape(run(two(), { type: 'step-field', id: 'a', by: 1 }))).toBe('General: b a | Tax: c d')
    expect(shape(run(two(), { type: 'step-field', id: 'b', by: 1 }))).toBe('General: a | Tax: b c d')
    expect(shape(run(two(), { type: 'step-field', id: 'c', by: -1 }))).toBe('General: a b c | Tax: d')
    const state = two()
    expect(run(state, { type: 'step-field', id: 'a', by: -1 })).toBe(state)
    expect(run(state, { type: 'step-field', id: 'd', by: 1 })).toBe(state)
  })

  test('moves a field before another one or to the end of any section', () => {
    const tax = two().sections[1]?.key ?? ''
    const general = two().sections[0]?.key ?? ''
    expect(shape(run(two(), { type: 'move-field', id: 'a', section: tax, before: 'd' }))).toBe(
      'General: b | Tax: c a d',
    )
    expect(shape(run(two(), { type: 'move-field', id: 'a', section: tax, before: null }))).toBe(
      'General: b | Tax: c d a',
    )
    expect(shape(run(two(), { type: 'move-field', id: 'b', section: general, before: 'a' }))).toBe(
      'General: b a | Tax: c d',
    )
    const state = two()
    expect(run(state, { type: 'move-field', id: 'a', section: general, before: 'b' })).toBe(state)
    expect(run(state, { type: 'move-field', id: 'd', section: tax, before: null })).toBe(state)
  })

  test('inserts a copy after its original with a new id', () => {
    const state = run(two(), { type: 'duplicate-field', id: 'a', newId: 'n' })
    expect(shape(state)).toBe('General: a n b | Tax: c d')
    expect(fieldsOf(state)[1]?.name).toBe('a (copy)')
  })
})

describe('sections', () => {
  test('renames a section with its fields, but never to an existing name', () => {
    const key = two().sections[0]?.key ?? ''
    expect(fieldsOf(run(two(), { type: 'rename-section', key, name: ' Business ' })).map((f) => f.section)).toEqual([
      'Business',
      'Business',
      'Tax',
      'Tax',
    ])
    const state = two()
    expect(run(state, { type: 'rename-section', key, name: 'TAX' })).toBe(state)
    expect(run(state, { type: 'rename-section', key, name: 'Táx' })).toBe(state)
    expect(run(state, { type: 'rename-section', key, name: '  ' })).toBe(state)
  })

  test('moves sections as a whole and leaves out empty ones', () => {
    const key = two().sections[0]?.key ?? ''
    const state = run(two(), { type: 'move-section', key, to: 9 }, { type: 'add-section', key: 'k', name: 'Later' })
    expect(shape(state)).toBe('Tax: c d | General: a b | Later:')
    expect(fieldsOf(state).map((f) => f.id)).toEqual(['c', 'd', 'a', 'b'])
  })
})

describe('undo', () => {
  test('restores what was removed', () => {
    const state = two()
    expect(run(state, { type: 'remove-section', key: state.sections[1]?.key ?? '' }, { type: 'undo' }).sections).toBe(
      state.sections,
    )
  })

  test('treats typing into one field as one step', () => {
    const typed = (name: string): BuilderAction => ({
      type: 'update-field',
      field: field('a', name),
      section: 'General',
      key: 'k',
    })
    const state = run(two(), typed('aa'), typed('aaa'), typed('aaaa'))
    expect(state.past).toHaveLength(1)
    expect(fieldsOf(run(state, { type: 'undo' }))[0]?.name).toBe('a')
    expect(fieldsOf(run(state, { type: 'step-field', id: 'a', by: 1 }, typed('b')))).toHaveLength(4)
    expect(run(state, { type: 'step-field', id: 'a', by: 1 }, typed('b')).past).toHaveLength(3)
  })
})

/** Small pools of ids and keys, so that actions often hit existing items, and often miss. */
const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const keys = fc.constantFrom('section-1', 'section-2', 'k1', 'k2', 'k3')
const names = fc.constantFrom('General', 'general ', 'Tax', 'Payroll', '', 'a', 'b')
const by = fc.constantFrom<1 | -1>(1, -1)
const fieldNamed = (id: string, name: string): WorkformField => field(id, name.trim() || id)

const action: fc.Arbitrary<BuilderAction> = fc.oneof(
  fc.record({
    type: fc.constant('add-field' as const),
    field: fc.tuple(ids, names).map(([id, n]) => fieldNamed(id, n)),
    section: names,
    key: keys,
  }),
  fc.record({
    type: fc.constant('update-field' as const),
    field: fc.tuple(ids, names).map(([id, n]) => fieldNamed(id, n)),
    section: names,
    key: keys,
  }),
  fc.record({ type: fc.constant('remove-field' as const), id: ids }),
  fc.record({ type: fc.constant('duplicate-field' as const), id: ids, newId: ids }),
  fc.record({ type: fc.constant('move-field' as const), id: ids, section: keys, before: fc.option(ids) }),
  fc.record({ type: fc.constant('step-field' as const), id: ids, by }),
  fc.record({ type: fc.constant('add-section' as const), key: keys, name: names }),
  fc.record({ type: fc.constant('rename-section' as const), key: keys, name: names }),
  fc.record({ type: fc.constant('move-section' as const), key: keys, to: fc.integer({ min: -2, max: 8 }) }),
  fc.record({ type: fc.constant('remove-section' as const), key: keys }),
  fc.constant({ type: 'undo' as const }),
)

const unique = (list: readonly string[]): boolean => new Set(list).size === list.length

describe('any sequence of operations', () => {
  test('keeps ids, section keys and section names unique, and every field in exactly one place', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const state = run(two(), ...actions)
        const fields = fieldsOf(state)
        expect(unique(fields.map((f) => f.id))).toBe(true)
        expect(unique(state.sections.map((s) => s.key))).toBe(true)
        expect(unique(state.sections.map((s) => s.name.toLowerCase()))).toBe(true)
        expect(state.sections.every((s) => s.name.trim() !== '')).toBe(true)
        expect(fields).toHaveLength(countFields(state.sections))
        // Storing and reading it again gives the same workform: the order is total.
        expect(fieldsOf(initialState({ name: '', description: '', isTemplate: false, fields }))).toEqual(fields)
      }),
      { numRuns: 500 },
    )
  })

  test('moves fields without losing or adding any', () => {
    const moves = action.filter(({ type }) => type === 'move-field' || type === 'step-field' || type === 'move-section')
    fc.assert(
      fc.property(fc.array(moves, { maxLength: 40 }), (actions) => {
        expect(
          fieldsOf(run(two(), ...actions))
            .map((f) => f.id)
            .toSorted(),
        ).toEqual(['a', 'b', 'c', 'd'])
      }),
    )
  })

  test('restores the initial state when everything is undone', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const initial = two()
        let state = run(initial, ...actions.filter(({ type }) => type !== 'undo'))
        while (state.past.length > 0) state = run(state, { type: 'undo' })
        expect(state.sections).toEqual(initial.sections)
      }),
    )
  })
})
