import type { WorkformField } from './fields.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchSections } from './match-sections.ts'

const field = (id: string, section: string, name = id): WorkformField => ({
  id,
  name,
  section,
  type: 'short-text',
  required: false,
})
const where = (moves: ReturnType<typeof matchSections>) => Object.fromEntries(moves.map((m) => [m.from, m.to]))

it('follows the field ids when a section is renamed', () => {
  const moves = matchSections([field('a', 'One'), field('b', 'Two')], [field('a', 'First'), field('b', 'Two')])
  expect(where(moves)).toEqual({ One: 'First', Two: 'Two' })
  expect(moves.find((m) => m.from === 'One')?.changed).toBe(true)
  expect(moves.find((m) => m.from === 'Two')?.changed).toBe(false)
})

it('follows the field ids when two names are swapped', () => {
  expect(where(matchSections([field('a', 'One'), field('b', 'Two')], [field('a', 'Two'), field('b', 'One')]))).toEqual({
    One: 'Two',
    Two: 'One',
  })
})

it('keeps a section by its name when all its fields are new', () => {
  expect(where(matchSections([field('a', 'One')], [field('z', 'One')]))).toEqual({ One: 'One' })
})

it('drops a section when it was removed or merged into another', () => {
  expect(where(matchSections([field('a', 'One'), field('b', 'Two')], [field('a', 'One')]))).toEqual({ One: 'One' })
  expect(
    where(
      matchSections(
        [field('a', 'One'), field('c', 'One'), field('b', 'Two')],
        [field('a', 'One'), field('c', 'One'), field('b', 'One')],
      ),
    ),
  ).toEqual({
    One: 'One',
  })
})

it('reports a change of the fields but not of the order of their properties', () => {
  const [before] = matchSections(
    [field('a', 'One')],
    [{ section: 'One', required: false, type: 'short-text', name: 'a', id: 'a', helpText: undefined }],
  )
  expect(before?.changed).toBe(false)
  expect(matchSections([field('a', 'One')], [{ ...field('a', 'One'), required: true }])[0]?.changed).toBe(true)
  expect(
    matchSections([field('a', 'One'), field('b', 'One')], [field('b', 'One'), field('a', 'One')])[0]?.changed,
  ).toBe(true)
})

const fields = fc
  .uniqueArray(fc.record({ id: fc.integer({ min: 0, max: 12 }), section: fc.constantFrom('A', 'B', 'C', 'D') }), {
    selector: (f) => f.id,
  })
  .map((list) => list.map((f) => field(String(f.id), f.section)))

it('never matches two sections with the same one, and returns only existing names', () => {
  fc.assert(
    fc.property(fields, fields, (before, after) => {
      const moves = matchSections(before, after)
      expect(new Set(moves.map((m) => m.to)).size).toBe(moves.length)
      expect(new Set(moves.map((m) => m.from)).size).toBe(moves.length)
      for (const m of moves) {
        expect(before.some((f) => f.section === m.from)).toBe(true)
        expect(after.some((f) => f.section === m.to)).toBe(true)
      }
    }),
  )
})

it('matches every section with itself when nothing has changed', () => {
  fc.assert(
    fc.property(fields, (list) => {
      for (const m of matchSections(list, list)) expect(m).toMatchObject({ to: m.from, changed: false })
    }),
  )
})
