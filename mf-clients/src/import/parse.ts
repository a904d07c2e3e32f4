import { unguardCell } from '@portal/contract/csv'
import Papa from 'papaparse'

/** A row as it stands in the file. */
export interface CsvRow {
  /** Its number, as a spreadsheet counts. */
  line: number
  cells: string[]
  /** Its quotation marks do not match: what it says is a guess. */
  broken: boolean
}

export const DELIMITERS = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' } as const
export type Delimiter = keyof typeof DELIMITERS

/** A file in rows. `refusal`: why that cannot be. */
export interface CsvTable {
  delimiter: Delimiter
  rows: CsvRow[]
  refusal: string | undefined
}

const isDelimiter = (text: string): text is Delimiter => text in DELIMITERS

const GUESSED_FROM = 30

/** The delimiter that makes the first row the widest of those that give most rows its width: the first row is the one without surprises. */
function guessDelimiter(text: string): Delimiter {
  const scored = (Object.keys(DELIMITERS) as Delimiter[]).map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: GUESSED_FROM })
    const rows = data.filter((cells) => cells.some((c) => c.trim() !== ''))
    const width = rows[0]?.length ?? 0
    const even = rows.filter((cells) => cells.length === width).length / Math.max(1, rows.length)
    return { delimiter, score: width < 2 ? 0 : even + width / 1000 }
  })
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).delimiter
}

/** Takes a CSV text apart. The delimiter is found by what fits best, unless it is given. */
export function parseCsv(text: string, given?: Delimiter): CsvTable {
  // Excel's own way of naming the delimiter, in a line of its own.
  const named = /^sep=(.)\r?\n/i.exec(text)
  const lines = text.slice(named?.[0].length ?? 0).replaceAll(/\r\n?/g, '\n')
  const delimiter = given ?? (named?.[1] && isDelimiter(named[1]) ? named[1] : guessDelimiter(lines))
  const { data, errors } = Papa.parse<string[]>(lines, { delimiter, newline: '\n' })
  const first = named ? 2 : 1
  const broken = new Set(errors.flatMap((e) => (e.type === 'Quotes' ? (e.row ?? []) : [])))
  const open = errors.find((e) => e.code === 'MissingQuotes')
  return {
    delimiter,
    rows: data.flatMap((cells, i) =>
      cells.every((c) => c.trim() === '')
        ? []
        : [{ line: i + first, cells: cells.map(unguardCell), broken: broken.has(i) }],
    ),
    refusal: open ? `A quotation mark that opens in row ${(open.row ?? 0) + first} is never closed.` : undefined,
  }
}
