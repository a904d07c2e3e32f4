import { formatCount } from '@portal/kit/ui/count'
import { isBlank } from '@portal/contract/text'
import { unguardCell } from '@portal/contract/csv'
import Papa from 'papaparse'

/** A row of the file. */
export interface CsvRow {
  /** Row number, as in a spreadsheet. */
  line: number
  cells: string[]
  /** Whether its quotation marks do not match, so that the cells are a guess. */
  broken: boolean
}

export const DELIMITERS = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' } as const
export type Delimiter = keyof typeof DELIMITERS

/** The rows of a file. `refusal` says why it cannot be parsed. */
export interface CsvTable {
  delimiter: Delimiter
  rows: CsvRow[]
  refusal: string | undefined
}

const isDelimiter = (text: string): text is Delimiter => text in DELIMITERS

/** Rows used to guess the delimiter. */
const SAMPLE_ROWS = 30

/**
 * Guesses the delimiter: the one that gives most rows the same width, of at least two columns, and then the one with
 * the most columns. Titles above the headings have another width.
 */
function guessDelimiter(text: string): Delimiter {
  const scored = (Object.keys(DELIMITERS) as Delimiter[]).map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: SAMPLE_ROWS })
    const rows = data.filter((cells) => cells.some((c) => !isBlank(c)))
    const scores = rows.map(({ length: width }) => {
      const share = rows.filter((cells) => cells.length === width).length / rows.length
      return width < 2 ? 0 : share + width / 1000
    })
    return { delimiter, score: Math.max(0, ...scores) }
  })
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).delimiter
}

/** Parses CSV text. The delimiter is guessed unless it is given. */
export function parseCsv(text: string, given?: Delimiter): CsvTable {
  // Excel can name the delimiter in a line of its own.
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
      cells.every((c) => isBlank(c)) ? [] : [{ line: i + first, cells: cells.map(unguardCell), broken: broken.has(i) }],
    ),
    refusal: open ? `A quotation mark in row ${formatCount((open.row ?? 0) + first)} is never closed.` : undefined,
  }
}
