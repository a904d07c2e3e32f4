import { assert, oneof, property, string, stringMatching } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, guardCell, unguardCell } from './csv.ts'

describe('cells of a CSV file', () => {
  it.each(['=1+1', '+49 170', '-5', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', "'=1", "''@x"])('%j cannot run as a formula', (text) => {
    expect(guardCell(text)).toBe(`'${text}`)
  })

  it.each(['', 'Jane', "'tis", "O'Neil", 'a=b', "''", ' =1'])('%j is left as it is', (text) => {
    expect(guardCell(text)).toBe(text)
    expect(unguardCell(text)).toBe(text)
  })

  it('come back as they were', () => {
    const risky = stringMatching(/^['=+\-@\t\r\n ＝a]{0,6}$/)
    assert(property(oneof(string({ unit: 'grapheme' }), risky), (text) => unguardCell(guardCell(text)) === text))
  })

  it('never begin with what a spreadsheet calculates', () => {
    assert(property(string({ unit: 'grapheme' }), (text) => !/^[=+\-@\t\r\n＝＋－＠]/.test(guardCell(text))))
  })

  it('are quoted where a reader could take them apart', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', ' padded', 'plain', '', 'a;b'])).toBe(
      '"a,b","say ""hi""","two\nlines"," padded",plain,,"a;b"\r\n',
    )
  })
})
