import { cleanLine } from '@portal/contract/text'
import { IMPORT_ROWS_MAX } from '@portal/contract/limits'
import { formatCount } from '@portal/kit/ui/count'
import { useMemo, useState } from 'react'
import { guessHeadingRow, guessMapping, type Mapping, type Target } from './columns.ts'
import { type DetectedEncoding, decodeCsv } from './decode.ts'
import { decodeBytes, type Encoding } from './encodings.ts'
import { type CsvRow, type CsvTable, type Delimiter, parseCsv } from './parse.ts'

/** The chosen file, as understood so far. */
export interface OpenFile extends DetectedEncoding {
  name: string
  delimiter: Delimiter
  /** All rows of the file. */
  allRows: CsvRow[]
  /** Row number of the headings; undefined if there are none. */
  headingLine: number | undefined
  headings: string[]
  /** The rows after the headings. */
  rows: CsvRow[]
  mapping: Mapping
  /** Why the file cannot be imported when it is read like this. */
  refusal: string | undefined
}

interface Source {
  name: string
  bytes: Uint8Array
  detected: DetectedEncoding
}

/** What the user has changed. */
interface Choices {
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
  /** Row number of the headings, or 'none'. */
  headings?: number | 'none' | undefined
  mapping?: Mapping | undefined
}

/** Returns why the rows after the headings cannot be imported, or undefined. */
function refusalOf(name: string, { refusal }: CsvTable, count: number): string | undefined {
  if (refusal) return `“${name}” cannot be read: ${refusal}`
  if (count > IMPORT_ROWS_MAX) {
    const limit = formatCount(IMPORT_ROWS_MAX)
    return `“${name}” has ${formatCount(count)} rows. The limit is ${limit} rows; please split the file.`
  }
  return count === 0 ? `“${name}” has no rows.` : undefined
}

/** Returns the index of the row with the headings, or -1. */
const headingIndex = (rows: readonly CsvRow[], chosen: Choices['headings']): number =>
  chosen === undefined ? guessHeadingRow(rows) : rows.findIndex(({ line }) => line === chosen)

function openFile({ name, detected }: Source, table: CsvTable, choices: Choices): OpenFile {
  const at = headingIndex(table.rows, choices.headings)
  const first = table.rows[at]
  const rows = table.rows.slice(at + 1)
  const width = Math.max(0, ...rows.slice(0, 200).map((r) => r.cells.length))
  const headings = first
    ? // Cells beyond the last heading are reported as a problem of their row.
      first.cells.map((cell, i) => cleanLine(cell) || `Column ${i + 1}`)
    : Array.from({ length: width }, (_, i) => `Column ${i + 1}`)
  const exists = Object.values(choices.mapping ?? {}).every((column) => column < headings.length)
  return {
    name,
    encoding: choices.encoding ?? detected.encoding,
    guessed: detected.guessed && choices.encoding === undefined,
    delimiter: table.delimiter,
    allRows: table.rows,
    headingLine: first?.line,
    headings,
    rows,
    mapping: choices.mapping && exists ? choices.mapping : guessMapping(first ? headings : [], rows),
    refusal: refusalOf(name, table, rows.length),
  }
}

/** Holds the chosen file, its format, and the mapping of its columns. */
export function useFile() {
  const [source, setSource] = useState<Source>()
  const [choices, setChoices] = useState<Choices>({})
  const [refusal, setRefusal] = useState<string>()
  const { encoding, delimiter } = choices
  const table = useMemo(
    () => source && parseCsv(decodeBytes(source.bytes, encoding ?? source.detected.encoding), delimiter),
    [source, encoding, delimiter],
  )
  const file = useMemo(() => source && table && openFile(source, table, choices), [source, table, choices])
  /** Reads a file. Returns whether it can be used. */
  const open = async (chosen: File): Promise<boolean> => {
    const { name } = chosen
    const bytes = new Uint8Array(await chosen.arrayBuffer())
    const decoded = decodeCsv(name, bytes)
    if ('refusal' in decoded) {
      setRefusal(decoded.refusal)
      return false
    }
    const next: Source = { name, bytes, detected: { encoding: decoded.encoding, guessed: decoded.guessed } }
    const { refusal: problem } = openFile(next, parseCsv(decoded.text), {})
    setRefusal(problem)
    if (problem !== undefined) return false
    setSource(next)
    setChoices({})
    return true
  }
  return {
    file,
    /** Why the last chosen file cannot be used. */
    refusal,
    open,
    setEncoding: (next: Encoding) => setChoices((now) => ({ ...now, encoding: next })),
    setDelimiter: (next: Delimiter) =>
      setChoices(({ encoding: kept, headings }) => ({ encoding: kept, headings, delimiter: next })),
    setHeadings: (headings: number | 'none') => setChoices((now) => ({ ...now, headings, mapping: undefined })),
    setTarget: (target: Target, column: number | undefined) =>
      setChoices((now) => {
        const { [target]: _old, ...others } = file?.mapping ?? {}
        return { ...now, mapping: column === undefined ? others : { ...others, [target]: column } }
      }),
  }
}
