import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { optionLines, optionsFromPaste, findDuplicate, splitLine, removeDuplicates } from './option-list.ts'

test('splits a line at separators, except within quotes', () => {
  expect(optionsFromPaste(' Monday, Tuesday ,,Wednesday')).toEqual(['Monday', 'Tuesday', 'Wednesday'])
  expect(optionsFromPaste('Smith, John; Doe, Jane')).toEqual(['Smith, John', 'Doe, Jane'])
  expect(splitLine('"Smith, John", Doe')).toEqual(['Smith, John', 'Doe'])
  expect(optionsFromPaste('Only one')).toBeUndefined()
  expect(splitLine('A\nB, C')).toEqual([])
})

test('reads a column, a row or a block of spreadsheet cells, quoted or not', () => {
  expect(optionsFromPaste('A\tB\r\nC\tD\r\n')).toEqual(['A', 'B', 'C', 'D'])
  expect(optionsFromPaste('"The ""big"" one"\n"Two\nlines"\nPlain')).toEqual(['The "big" one', 'Two lines', 'Plain'])
  // The text field itself handles lines.
  expect(optionsFromPaste('A\nB, with comma')).toBeUndefined()
  expect(optionLines(' A \r\n\nB, with comma\tC')).toEqual(['A', 'B, with comma', 'C'])
})

test('reports a duplicate option with its positions, and removes it', () => {
  expect(findDuplicate(['A', 'B', 'A', 'A'])).toBe('The option “A” appears more than once (numbers 1, 3 and 4).')
  expect(findDuplicate(['A', 'a'])).toBeUndefined()
  expect(removeDuplicates('A\nB\n A')).toBe('A\nB')
})

test('returns trimmed single lines for any pasted text, and the same lines when read again', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', ' ', ',', ';', '"', '\t', '\n', '\r', 'é') })
  fc.assert(
    fc.property(text, (pasted) => {
      const found = optionsFromPaste(pasted) ?? optionLines(pasted)
      expect(optionLines(found.join('\n'))).toEqual(found)
      expect(findDuplicate(optionLines(removeDuplicates(found.join('\n'))))).toBeUndefined()
    }),
  )
})
