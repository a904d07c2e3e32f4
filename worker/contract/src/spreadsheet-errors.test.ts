import { describe, expect, it } from 'vitest'
import { spreadsheetError } from './spreadsheet-errors.ts'

describe('values that a spreadsheet writes in place of data', () => {
  it.each(
    `#REF! #N/A #VALUE! #NAME? #DIV/0! #NULL! #NUM! #SPILL! #CALC! #ERROR! #BEZUG! #NV #¡REF! #¿NOMBRE? #ЗНАЧ! #Н/Д #n/a
    Err:502 #GETTING_DATA`.split(/\s+/),
  )('calls %s an error of the spreadsheet', (text) => {
    expect(spreadsheetError('name', ` ${text} `)).toBe(
      `The name is “${text}”, an error of the spreadsheet. Correct its formula, or enter the value.`,
    )
  })

  it.each(['4.47912E+11', '4,47912E+11', '4E+11', '4.47912e+11', '4.47912E11', '1.2E-05'])(
    'calls %s a shortened number',
    (text) => {
      expect(spreadsheetError('phone', text)).toBe(
        `The phone is “${text}”, a shortened number. Format the column as text, and enter all digits.`,
      )
    },
  )

  it.each([
    ['########', ': its column was too narrow. Widen it in the spreadsheet, and save the file again.'],
    ['447912345678.0', ', a decimal number. Format the column as text, and enter the digits alone.'],
    ['NULL', ', which stands for a missing value. Clear the cell. If it is a name, write “Null”.'],
    ['nan', ', which stands for a missing value. Clear the cell. If it is a name, write “Nan”.'],
    ['(null)', ', which stands for a missing value. Clear the cell.'],
    ['\\N', ', which stands for a missing value. Clear the cell.'],
    ['undefined', ', which stands for a missing value. Clear the cell.'],
  ])('says what is wrong with %s', (text, message) => {
    expect(spreadsheetError('company', text)).toBe(`The company is “${text}”${message}`)
  })

  it.each([
    '',
    'Null',
    'Nan',
    'Jennifer Null',
    'Nullarbor Ltd',
    '#1 Plumbing!',
    '# 1',
    '#winning',
    '#',
    'C# Ltd',
    '+46 70 123 45 67',
    '555.0100',
    '0170/1234567',
    'E+11',
    '3E10',
    '7e Straat',
    'N/A',
    'Errol',
  ])('leaves %j alone', (text) => {
    expect(spreadsheetError('name', text)).toBeUndefined()
  })
})
