import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { optionLines, optionsFromPaste, repeatIn, splitLine, withoutRepeats } from './option-list.ts'

test('a line with separators is several options, unless they are within quotes', () => {
  expect(optionsFromPaste(' Monday, Tuesday ,,Wednesday')).toEqual(['Monday', 'Tuesday', 'Wednesday'])
  expect(optionsFromPaste('Smith, John; Doe, Jane')).toEqual(['Smith, John', 'Doe, Jane'])
  expect(splitLine('"Smith, John", Doe')).toEqual(['Smith, John', 'Doe'])
  expect(optionsFromPaste('Only one')).toBeUndefined()
  expect(splitLine('A\nB, C')).toEqual([])
})

test('cells of a spreadsheet come as a column, a row or both, and quoted where they hold a break or a quote', () => {
  expect(optionsFromPaste('A\tB\r\nC\tD\r\n')).toEqual(['A', 'B', 'C', 'D'])
  expect(optionsFromPaste('"The ""big"" one"\n"Two\nlines"\nPlain')).toEqual(['The "big" one', 'Two lines', 'Plain'])
  // Lines are taken by the text field itself.
  expect(optionsFromPaste('A\nB, with comma')).toBeUndefined()
  expect(optionLines(' A \r\n\nB, with comma\tC')).toEqual(['A', 'B, with comma', 'C'])
})

test('a repeated option is named with its places, and can be taken out', () => {
  expect(repeatIn(['A', 'B', 'A', 'A'])).toBe('The option “A” is there more than once (numbers 1, 3 and 4).')
  expect(repeatIn(['A', 'a'])).toBeUndefined()
  expect(withoutRepeats('A\nB\n A')).toBe('A\nB')
})

test('whatever is pasted, options are single lines without blanks at their ends, and reading them again changes nothing', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', ' ', ',', ';', '"', '\t', '\n', '\r', 'é') })
  fc.assert(
    fc.property(text, (pasted) => {
      const found = optionsFromPaste(pasted) ?? optionLines(pasted)
      expect(optionLines(found.join('\n'))).toEqual(found)
      expect(repeatIn(optionLines(withoutRepeats(found.join('\n'))))).toBeUndefined()
    }),
  )
})
