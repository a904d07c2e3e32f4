import { cleanLine, cleanPhone, cutText } from '@portal/contract/text'
import { BOM, csvLine } from '@portal/contract/csv'
import { IMPORT_BYTES_MAX } from '@portal/contract/limits'
import { spreadsheetError } from '@portal/contract/spreadsheet-errors'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guessHeadingRow, guessMapping, mappingProblem } from './columns.ts'
import { decodeCsv } from './decode.ts'
import { checkRows, notImportedCsv } from './check-rows.ts'
import { parseCsv } from './parse.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, big = false, mark = true) => {
  const bytes = new Uint8Array((text.length + (mark ? 1 : 0)) * 2)
  const view = new DataView(bytes.buffer)
  const whole = `${mark ? BOM : ''}${text}`
  for (let i = 0; i < whole.length; i++) view.setUint16(i * 2, whole.charCodeAt(i), !big)
  return bytes
}
const read = (bytes: Uint8Array, name = 'clients.csv') => {
  const decoded = decodeCsv(name, bytes)
  if ('refusal' in decoded) throw new Error(decoded.refusal)
  return { ...decoded, ...parseCsv(decoded.text) }
}
const cells = (text: string) => parseCsv(text).rows.map((r) => r.cells)

/** Reads a whole file and checks its rows. */
function checkFile(bytes: Uint8Array, taken: [string, string][] = []) {
  const { rows } = read(bytes)
  const [first, ...rest] = rows
  const headings = first?.cells ?? []
  return checkRows(rest, guessMapping(headings, rest), headings.length, new Map(taken))
}

const FILE = 'Name;E-Mail\r\nJürgen Müßig;juergen@example.com\r\n'

describe('encodings', () => {
  test.each([
    ['UTF-8', utf8(FILE), 'utf-8', false],
    ['UTF-8 with a mark', utf8(BOM + FILE), 'utf-8', false],
    ['UTF-16, little', utf16(FILE), 'utf-16le', false],
    ['UTF-16, big', utf16(FILE, true), 'utf-16be', false],
    ['UTF-16 without a mark', utf16(FILE, false, false), 'utf-16le', false],
    ['UTF-16, big, without a mark', utf16(FILE, true, false), 'utf-16be', false],
    ['Windows-1252', Uint8Array.from(FILE, (c) => c.charCodeAt(0)), 'windows-1252', true],
  ])('reads %s', (_, bytes, encoding, guessed) => {
    const file = read(bytes)
    expect(file).toMatchObject({ encoding, guessed })
    expect(file.delimiter).toBe(';')
    expect(file.rows.map((r) => r.cells)).toEqual([
      ['Name', 'E-Mail'],
      ['Jürgen Müßig', 'juergen@example.com'],
    ])
  })

  test('reads Japanese in escape sequences', () => {
    const bytes = Uint8Array.of(...utf8('Name\n'), 0x1b, 0x24, 0x42, 0x3b, 0x33, 0x45, 0x44, 0x1b, 0x28, 0x42)
    expect(read(bytes)).toMatchObject({ encoding: 'iso-2022-jp', guessed: false })
    expect(read(bytes).rows[1]?.cells).toEqual(['山田'])
  })

  test('keeps a file in UTF-8 when one byte is bad, and refuses that row alone', () => {
    const text = 'Name,Email\nZoë Ångström,a@x.example\nJ?rgen Müller,b@x.example\nJosé,c@x.example\n'
    const bytes = utf8(text).map((byte) => (byte === 0x3f ? 0xfc : byte))
    expect(read(bytes)).toMatchObject({ encoding: 'utf-8', guessed: true })
    const rows = checkFile(bytes)
    expect(rows.map((r) => [r.client.name, r.problems.length])).toEqual([
      ['Zoë Ångström', 0],
      ['J\uFFFDrgen Müller', 1],
      ['José', 0],
    ])
  })

  test('reads the euro sign and curly quotes of Windows-1252', () => {
    expect(read(Uint8Array.of(0x80, 0x2c, 0x93, 0x4a, 0xfc, 0x72, 0x67, 0x94)).rows[0]?.cells).toEqual(['€', '“Jürg”'])
  })
})

describe('other files', () => {
  test.each([
    [
      'book.xlsx',
      Uint8Array.of(0x50, 0x4b, 3, 4, 0),
      'is a spreadsheet, not a CSV file. Please save it as CSV and choose that file.',
    ],
    ['all.zip', Uint8Array.of(0x50, 0x4b, 3, 4, 0), 'is a ZIP archive, not a CSV file.'],
    [
      'book.xls',
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0),
      'is an older Office document, not a CSV file. Please save it as CSV and choose that file.',
    ],
    ['clients.csv', utf8('%PDF-1.7 ...'), 'is a PDF, not a CSV file.'],
    ['cat.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13), 'is a picture, not a CSV file.'],
    ['page.csv', utf8('\n<!DOCTYPE html><html>'), 'is a web page or XML, not a CSV file.'],
    ['data.csv', utf8('[{"name":"Jane"}]'), 'is JSON, not a CSV file.'],
    ['program.csv', Uint8Array.of(0x7f, 0x45, 1, 2, 3, 0xff, 0x81), 'is a binary file, not a CSV file.'],
    ['empty.csv', new Uint8Array(), 'is empty.'],
    ['blank.csv', utf8(' \r\n \r\n'), 'is empty.'],
    ['big.csv', new Uint8Array(IMPORT_BYTES_MAX + 1), 'is larger than 10 MB. Please split it.'],
  ])('refuses %s and names its type', (name, bytes, why) => {
    expect(decodeCsv(name, bytes)).toEqual({ refusal: `“${name}” ${why}` })
  })

  test('refuses a quotation mark that is never closed', () => {
    expect(parseCsv('Name,Email\nJane,j@x.example\n"Olaf,o@x.example\nPia,p@x.example\n').refusal).toBe(
      'A quotation mark in row 3 is never closed.',
    )
  })
})

describe('CSV', () => {
  test('parses quotes, delimiters and line breaks inside quotes', () => {
    expect(cells('a,b\r\n"x, ""y""","two\r\nlines"\r\n')).toEqual([
      ['a', 'b'],
      ['x, "y"', 'two\nlines'],
    ])
  })

  test.each([
    [',', 'Comma'],
    [';', 'Semicolon'],
    ['\t', 'Tab'],
    ['|', 'bar'],
  ])('detects %j as the delimiter', (delimiter) => {
    const text = ['Name', 'Email', 'Phone'].join(delimiter)
    expect(parseCsv(`${text}\n${text}\n`)).toMatchObject({
      delimiter,
      rows: [{ cells: ['Name', 'Email', 'Phone'] }, {}],
    })
  })

  test('uses the delimiter that Excel names or that is given', () => {
    expect(parseCsv('sep=;\r\na,b;c\r\n')).toMatchObject({ delimiter: ';', rows: [{ line: 2, cells: ['a,b', 'c'] }] })
    expect(parseCsv('a,b;c\n', ',').rows[0]?.cells).toEqual(['a', 'b;c'])
  })

  test('keeps row numbers for all line endings and skips empty rows', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(parseCsv(['a,b', '', ',', '1,2', ''].join(end)).rows.map((r) => [r.line, r.cells.length])).toEqual([
        [1, 2],
        [4, 2],
      ])
    }
    expect(cells('a,b\r\n1,2\n3,4\r5,6')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ])
  })

  test('restores a cell that was escaped for spreadsheets', () => {
    expect(cells("'+49 170,'=x,'tis\n")).toEqual([['+49 170', '=x', "'tis"]])
  })
})

describe('columns', () => {
  const guess = (...headings: string[]) => guessMapping(headings, [])

  test.each([
    [
      ['Name', 'Email', 'Phone', 'Company', 'Status', 'Created'],
      { name: 0, email: 1, phone: 2, company: 3, status: 4 },
    ],
    [['FULL NAME', 'E-mail address', 'Mobile', 'Organisation'], { name: 0, email: 1, phone: 2, company: 3 }],
    [
      ['First Name', 'Last Name', 'Company name', 'EMAIL_ADDRESS'],
      { first_name: 0, last_name: 1, company: 2, email: 3 },
    ],
    [
      ['Vorname', 'Name', 'Firma', 'E-Mail-Adresse', 'Telefon'],
      { first_name: 0, last_name: 1, company: 2, email: 3, phone: 4 },
    ],
    [
      ['Prénom', 'Nom', 'Société', 'Courriel', 'Téléphone'],
      { first_name: 0, last_name: 1, company: 2, email: 3, phone: 4 },
    ],
    [['Nombre', 'Correo electrónico', 'Teléfono', 'Empresa'], { name: 0, email: 1, phone: 2, company: 3 }],
    [['*ContactName', 'EmailAddress', 'Your phone no.'], { name: 0, email: 1, phone: 2 }],
    [['Customer full name', 'Phone numbers', 'Email', 'Company name'], { name: 0, phone: 1, email: 2, company: 3 }],
    [
      ['E-mail 1 - Value', 'Organization 1 - Name', 'Given Name', 'Family Name'],
      { email: 0, company: 1, first_name: 2, last_name: 3 },
    ],
    [['Company name', 'Business email'], { company: 0, email: 1 }],
    [['Imię', 'Nazwisko', 'E-mail', 'Telefon'], { first_name: 0, last_name: 1, email: 2, phone: 3 }],
    [['Imię i nazwisko', 'E-mail'], { name: 0, email: 1 }],
    [
      ['Имя', 'Фамилия', 'Электронная почта', 'Телефон', 'Организация'],
      { first_name: 0, last_name: 1, email: 2, phone: 3, company: 4 },
    ],
    [['ФИО', 'Почта', 'Статус'], { name: 0, email: 1, status: 2 }],
    [["Ім'я", 'Прізвище', 'Пошта'], { first_name: 0, last_name: 1, email: 2 }],
    [['Jméno', 'Příjmení', 'Email', 'Firma'], { first_name: 0, last_name: 1, email: 2, company: 3 }],
    [['x', 'y'], {}],
  ])('guesses %j', (headings, mapping) => {
    expect(guess(...headings)).toEqual(mapping)
  })

  test('finds the email column by its cells, with and without headings', () => {
    const { rows } = parseCsv('Jane,jane@x.example\nOlaf,olaf@x.example\nPia,\n')
    expect(guessHeadingRow(rows)).toBe(-1)
    expect(guessMapping([], rows)).toEqual({ email: 1 })
    const named = parseCsv('Who,Where to\nJane,jane@x.example\n').rows
    expect(guessHeadingRow(named)).toBe(0)
    expect(guessMapping(['Who', 'Where to'], named.slice(1))).toEqual({ email: 1 })
  })

  test.each([
    ['in the first row', 'Name,Email\nJane,j@x.example', 0],
    [
      'below the title of a report',
      'Customer Contact List\nBluebird Books\n"November 27, 2026"\n\nCustomer,Phone Numbers,Email\nJane,1,j@x.example',
      3,
    ],
    ['below a title that is a heading by itself', 'Customer,,\nAll dates,,\n\nClient,Tel,Mail\nJane,1,j@x.example', 2],
    ['below a title with more cells', 'Printed,November,27,2026\nName,Email\nJane,j@x.example', 1],
    ['that are unknown, below a title', 'Liste,,\nWer,Wohin,Anruf\nJane,j@x.example,1', 1],
    ['above clients without an email', 'Name,Email\nJane,\nOlaf,\nPia,p@x.example', 0],
    ['that are unknown, above clients without an email', 'Wer,Wohin\nJane,12\nPia,p@x.example', 0],
    ['in a file without emails', 'Report,\nName,Phone\nJane,1', 1],
    ['in no row', 'Jane,j@x.example\nName,Email', -1],
    ['in an empty file', '', -1],
  ])('finds headings %s', (_, text, index) => {
    expect(guessHeadingRow(parseCsv(text).rows)).toBe(index)
  })

  test('requires name and email', () => {
    expect(mappingProblem({ name: 0 })).toBe('Please choose the column that contains the email.')
    expect(mappingProblem({ email: 0 })).toBe('Please choose the column that contains the name.')
    expect(mappingProblem({ email: 0, last_name: 1 })).toBeUndefined()
  })
})

describe('rows', () => {
  test('lists all problems of each row', () => {
    const file = [
      'Name,Email,Status',
      'Jane,jane@x.example,Active',
      ',,vip',
      'Olaf,olaf@',
      'Jane again,JANE@x.example,new',
      'Known,known@x.example,',
      'Shifted,s@x.example,new,extra',
      '',
      'Fine,fine@x.example,',
    ].join('\n')
    const rows = checkFile(utf8(file), [['known@x.example', 'You already have a client with this email.']])
    expect(rows.map((r) => [r.row.line, ...r.problems])).toEqual([
      [2],
      [
        3,
        'The name is missing.',
        'The email is missing.',
        'The status "vip" is not new, onboarding, active or inactive.',
      ],
      [4, '"olaf@" is not a valid email address.'],
      [5, 'Same email as in row 2.'],
      [6, 'You already have a client with this email.'],
      [7, 'This row has more cells than there are columns.'],
      [9],
    ])
    expect(rows[0]?.client).toEqual({
      name: 'Jane',
      email: 'jane@x.example',
      phone: null,
      company: null,
      status: 'active',
    })
  })

  test('refuses cells with an error of the spreadsheet, and says which', () => {
    const file = [
      'Name,Email,Phone,Company,Status',
      '#REF!,a@x.example,4.47912E+11,########,#N/A',
      'Jane,#VALUE!,NULL,Bluebird,new',
      'J\uFFFDrgen,c@x.example,555 0100,,',
      'Jennifer Null,d@x.example,555 0100,,',
    ].join('\n')
    expect(checkFile(utf8(file)).map((r) => r.problems)).toEqual([
      [
        'The name is “#REF!”, an error of the spreadsheet. Correct its formula, or enter the value.',
        'The phone is “4.47912E+11”, a shortened number. Format the column as text, and enter all digits.',
        'The company is “########”: its column was too narrow. Widen it in the spreadsheet, and save the file again.',
        'The status is “#N/A”, an error of the spreadsheet. Correct its formula, or enter the value.',
      ],
      [
        'The email is “#VALUE!”, an error of the spreadsheet. Correct its formula, or enter the value.',
        'The phone is “NULL”, which stands for a missing value. Clear the cell.',
      ],
      ['The name “J\uFFFDrgen” contains a character that could not be read. Correct it in the file.'],
      [],
    ])
  })

  test('shows what is no email with the letters of the file', () => {
    const [error, other] = checkFile(utf8('Name,Email\nJane,#REF!\nOlaf,OLAF@\n'))
    expect([error?.cells.email, other?.cells.email]).toEqual(['#REF!', 'OLAF@'])
    expect(other?.problems).toEqual(['"OLAF@" is not a valid email address.'])
  })

  test('refuses an error in a first or last name, and keeps the surname Null', () => {
    const file = 'First name,Last name,Email\nJane,#N/A,a@x.example\nNULL,,b@x.example\nJennifer,Null,c@x.example\n'
    expect(checkFile(utf8(file)).map((r) => r.problems)).toEqual([
      ['The last name is “#N/A”, an error of the spreadsheet. Correct its formula, or enter the value.'],
      ['The name is “NULL”, which stands for a missing value. Clear the cell. If it is a name, write “Null”.'],
      [],
    ])
  })

  test('sends cells without the spaces around them, which the API would refuse', () => {
    const spaces = ' '.repeat(3000)
    const [row] = checkFile(utf8(`Name,Email,Company\nJane${spaces},${spaces}JANE@x.example,"Blue${spaces}\n"\n`))
    expect(row?.problems).toEqual([])
    expect(row?.cells).toEqual({ name: 'Jane', email: 'jane@x.example', phone: '', company: 'Blue', status: '' })
  })

  test('guesses the separator below titles that have none', () => {
    const { delimiter, rows } = parseCsv('Customer Contact List\nBluebird GmbH\n\nName;Email\nZoe, A;z@x.example\n')
    expect(delimiter).toBe(';')
    expect(rows.map((row) => row.cells.length)).toEqual([1, 1, 2, 2])
  })

  test('accepts a repeated email when the first row with it is invalid', () => {
    const rows = checkFile(utf8('Name,Email\n,jane@x.example\nJane,jane@x.example\n'))
    expect(rows.map((r) => r.problems)).toEqual([['The name is missing.'], []])
  })

  test('joins first and last name when there is no full name', () => {
    const rows = checkFile(
      utf8('Full name,First name,Last name,Email\n,Jane,Miller,a@x.example\nJ. Miller,Jane,Miller,b@x.example\n'),
    )
    expect(rows.map((r) => r.client.name)).toEqual(['Jane Miller', 'J. Miller'])
  })

  test('reports quotation marks that do not match', () => {
    const rows = checkFile(utf8('Name,Email\n"Jane" Miller,jane@x.example\nOlaf,olaf@x.example\n'))
    expect(rows[0]?.problems).toContain('The quotation marks of this row do not match.')
  })

  test('writes skipped rows to a file with number and reason, escaped for spreadsheets', () => {
    const rows = checkFile(utf8('Name,Email,Note\n,=cmd,keep me\nJane,jane@x.example\n'))
    const [bad] = rows
    if (!bad) throw new Error('no row')
    expect(notImportedCsv(['Name', 'Email', 'Note'], [{ row: bad.row, reason: bad.problems.join(' ') }])).toBe(
      `${BOM}Name,Email,Note,Row,Problem\r\n` +
        `,'=cmd,keep me,2,"The name is missing. ""=cmd"" is not a valid email address."\r\n`,
    )
  })

  test('keeps phone numbers as text in the file of skipped rows', () => {
    const rows = checkFile(utf8('Name,Email,Phone\n,jane@x.example,0170123\n'))
    const saved = notImportedCsv(
      ['Name', 'Email', 'Phone'],
      rows.map(({ row }) => ({ row, reason: 'No name.' })),
      2,
    )
    expect(saved).toContain(',jane@x.example,"\t0170123",2,No name.')
    expect(checkFile(utf8(saved.replace('\r\n,', '\r\nJane,')))[0]?.client.phone).toBe('0170123')
  })

  test('reads and checks 10,000 rows', () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => `Client ${i},c${i}@x.example,555 ${i},"Company, ${i % 97}"`)
    const rows = checkFile(utf8(['Name,Email,Phone,Company', ...lines].join('\r\n')))
    expect(rows.length).toBe(10_000)
    expect(rows.every((r) => r.problems.length === 0)).toBe(true)
    expect(rows.at(-1)?.client).toMatchObject({ name: 'Client 9999', company: 'Company, 8' })
  })
})

const isUsable = (text: string): boolean => !text.includes('\uFFFD') && spreadsheetError('cell', text) === undefined

/** Texts as the portal stores them: one line, trimmed, with characters that are hard to parse. */
const stored = (max: number, clean = cleanLine) =>
  fc
    .oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.stringMatching(/^['"=+\-@,;|\t ＝a]{1,8}$/))
    .map((text) => cutText(clean(text), max))
    .filter((text) => text !== '' && text.isWellFormed() && isUsable(text))

test('imports an export unchanged', () => {
  const client = fc.record({
    name: stored(120),
    email: fc.stringMatching(/^[a-z0-9+_-]{1,10}$/).map((part) => `${part}@example.com`),
    phone: fc.option(
      fc.oneof(
        stored(40, cleanPhone),
        fc
          .stringMatching(/^\+?[0-9][0-9 ()./-]{0,20}[0-9]$/)
          .map(cleanPhone)
          .filter(isUsable),
      ),
    ),
    company: fc.option(stored(120)),
    status: fc.constantFrom('new' as const, 'onboarding' as const, 'active' as const, 'inactive' as const),
  })
  /** What the overview says of a client, which an import leaves out. */
  const overview = fc.tuple(
    fc.array(stored(30), { maxLength: 3 }).map((tags) => tags.join(', ')),
    fc.nat(40).map(String),
    fc.nat(40).map(String),
    fc.constantFrom('', '2026-02-05'),
    fc.constantFrom('', '2026-01-30'),
  )
  const listed = fc.uniqueArray(fc.tuple(client, overview), { selector: ([c]) => c.email, minLength: 1, maxLength: 12 })
  const headings = ['Name', 'Email', 'Phone', 'Company', 'Status', 'Created', 'Tags', 'Sections', 'Approved sections']
  fc.assert(
    fc.property(listed, (exported) => {
      const clients = exported.map(([c]) => c)
      // In the format of the worker.
      const lines = exported.map(([c, overviewCells]) =>
        csvLine([c.name, c.email, c.phone ?? '', c.company ?? '', c.status, '2026-01-05', ...overviewCells], 2),
      )
      const heading = csvLine([...headings, 'Next due', 'Last activity'])
      const rows = checkFile(utf8(BOM + heading + lines.join('')))
      expect(rows.flatMap((r) => r.problems)).toEqual([])
      expect(rows.map((r) => r.client)).toEqual(clients)
    }),
  )
})
