import { assert, oneof, property, string, stringMatching } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, guardCell, unguardCell } from './csv.ts'

describe('CSV cells', () => {
  it.each(['=1+1', '+49 170', '-5', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', "'=1", "''@x"])(
    'guards %j, which a spreadsheet would run as a formula',
    (text) => {
      expect(guardCell(text)).toBe(`'${text}`)
    },
  )

  it.each(['', 'Jane', "'tis", "O'Neil", 'a=b', "''", ' =1', 'a; b', 'a,=b', "a;'b"])('leaves %j unchanged', (text) => {
    expect(guardCell(text)).toBe(text)
    expect(unguardCell(text)).toBe(text)
  })

  it.each(['+46 70 123 45 67', '+49 (0)170-1234567', '+1.512.555.0100', '+4670\u00A01234567', 'a;+46 70 123 45 67;b'])(
    'leaves the phone number %j as it is, because digits call no function',
    (text) => {
      expect(guardCell(text)).toBe(text)
      expect(unguardCell(text)).toBe(text)
    },
  )

  it.each([
    '+46 70 123 45 67+cmd',
    '+1+1',
    '+4670123A1',
    '+46 70 123 45 67;=1',
    '+123',
    '＋46 70 123 45 67',
    "'+46 70 123 45 67",
  ])('guards %j, which only looks like a phone number', (text) => {
    expect(guardCell(text)).not.toBe(text)
    expect(unguardCell(guardCell(text))).toBe(text)
  })

  it('guards formulas within a cell when a spreadsheet splits it at semicolons or tabs', () => {
    expect(guardCell('a;=1+1;b')).toBe("a;'=1+1;b")
    expect(guardCell('a;"=1+1;b')).toBe(`a;"'=1+1;b`)
    const [risky] = csvLine(['1', 'a;=cmd|x;\t-1\n@b']).split('\r\n')
    for (const cell of risky?.split(/[;\t\n]/) ?? []) expect(cell).not.toMatch(/^[=+\-@]/)
  })

  it.each([
    '01701234567',
    '+46701234567',
    '+46 70 123 45 67',
    '073 090 7665',
    '+49-170-1234567',
    '01-02-03',
    '(0)5/55.1',
  ])('makes the phone number %s text, so that a spreadsheet keeps its + and zeros', (phone) => {
    expect(csvLine(['Jane', phone], 1)).toBe(`Jane,"\t${phone}"\r\n`)
    expect(csvLine(['Jane', phone])).not.toContain('\t')
  })

  it.each(['=1+1', '-5', '+1+1', '+46 70 x12', '+46701234567+A1', '@SUM(1)', '\t=1'])(
    'guards %j in the column of phone numbers like any other cell',
    (text) => {
      expect(csvLine([text], 0)).toBe(csvLine([text]))
    },
  )

  it.each(['', 'ask Jane', '555 0100 ext. 7'])('leaves %j in the column of phone numbers as it is', (text) => {
    expect(csvLine([text], 0)).toBe(`${text}\r\n`)
  })

  it('returns the original text when guards are removed', () => {
    const risky = stringMatching(/^['=+\-@\t\r\n; ＝a]{0,8}$/)
    assert(property(oneof(string({ unit: 'grapheme' }), risky), (text) => unguardCell(guardCell(text)) === text))
  })

  it('never starts a cell with the start of a formula', () => {
    assert(property(string({ unit: 'grapheme' }), (text) => !/^[=+\-@\t\r\n＝＋－＠]/.test(guardCell(text))))
  })

  it.each([',', ';', '\t'])('never starts a cell with a formula where a spreadsheet splits it at %j', (delimiter) => {
    const cell = new RegExp(`(?:"((?:[^"]|"")*)"?)?([^${delimiter}\r\n]*)(?:[${delimiter}\r\n]|$)`, 'g')
    const risky = stringMatching(/^[=+\-@＝＠'"a1,;| \t\n]{0,10}$/)
    assert(
      property(risky, risky, (one, two) => {
        const cells = [...csvLine([one, two, one]).matchAll(cell)].map(([, quoted = '', rest = '']) => quoted + rest)
        return cells.every((text) => !/^[=+\-@＝＋－＠]/.test(text))
      }),
    )
  })

  it('quotes cells that contain separators, quotes, line breaks or outer spaces', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', ' padded', 'plain', '', 'a;b'])).toBe(
      '"a,b","say ""hi""","two\nlines"," padded",plain,,"a;b"\r\n',
    )
  })
})
