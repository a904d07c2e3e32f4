import { IMPORT_ROWS_MAX } from '@portal/contract/limits'
import { formatCount } from '@portal/kit/ui/count'
import { useMemo, useState } from 'react'
import { guessMapping, hasHeadings as guessHasHeadings, type Mapping, type Target } from './columns.ts'
import { decodeCsv } from './decode.ts'
import { type CsvRow, type CsvTable, type Delimiter, parseCsv } from './parse.ts'

/** The chosen file, as understood so far. */
export interface OpenFile {
  name: string
  encoding: string
  delimiter: Delimiter
  /** Whether the first row contains headings. */
  hasHeadings: boolean
  headings: string[]
  /** The rows without the headings. */
  rows: CsvRow[]
  mapping: Mapping
}

interface Source {
  name: string
  text: string
  encoding: string
}

/** What the user has changed. */
interface Choices {
  delimiter?: Delimiter | undefined
  hasHeadings?: boolean | undefined
  mapping?: Mapping | undefined
}

function openFile(
  source: Source,
  table: CsvTable,
  { hasHeadings = guessHasHeadings(table.rows), mapping }: Choices,
): OpenFile {
  const width = Math.max(0, ...table.rows.slice(0, 200).map((r) => r.cells.length))
  const [first] = table.rows
  const headings =
    hasHeadings && first
      ? // Cells beyond the last heading are reported as a problem of their row.
        first.cells.map((cell, i) => cell.trim() || `Column ${i + 1}`)
      : Array.from({ length: width }, (_, i) => `Column ${i + 1}`)
  const rows = hasHeadings ? table.rows.slice(1) : table.rows
  return {
    name: source.name,
    encoding: source.encoding,
    delimiter: table.delimiter,
    hasHeadings,
    headings,
    rows,
    mapping: mapping ?? guessMapping(hasHeadings ? headings : [], rows),
  }
}

/** Returns why a text file cannot be imported, or undefined. */
function refusalOf(name: string, { rows, refusal }: CsvTable): string | undefined {
  if (refusal) return `“${name}” cannot be read: ${refusal}`
  // The limit and the counts do not include the headings.
  const count = guessHasHeadings(rows) ? rows.length - 1 : rows.length
  if (count > IMPORT_ROWS_MAX) {
    const limit = formatCount(IMPORT_ROWS_MAX)
    return `“${name}” has ${formatCount(count)} rows. The limit is ${limit} rows; please split the file.`
  }
  return count <= 0 ? `“${name}” has no rows.` : undefined
}

/** Holds the chosen file, its format, and the mapping of its columns. */
export function useFile() {
  const [source, setSource] = useState<Source>()
  const [choices, setChoices] = useState<Choices>({})
  const [refusal, setRefusal] = useState<string>()
  const table = useMemo(
    () => (source ? parseCsv(source.text, choices.delimiter) : undefined),
    [source, choices.delimiter],
  )
  const file = useMemo(() => (source && table ? openFile(source, table, choices) : undefined), [source, table, choices])
  /** Reads a file. Returns whether it can be used. */
  const open = async (chosen: File): Promise<boolean> => {
    const decoded = decodeCsv(chosen.name, new Uint8Array(await chosen.arrayBuffer()))
    const problem = 'refusal' in decoded ? decoded.refusal : refusalOf(chosen.name, parseCsv(decoded.text))
    setRefusal(problem)
    if (problem !== undefined || 'refusal' in decoded) return false
    setSource({ name: chosen.name, ...decoded })
    setChoices({})
    return true
  }
  return {
    file,
    /** Why the last chosen file cannot be used. */
    refusal,
    open,
    setDelimiter: (delimiter: Delimiter) => setChoices({ delimiter }),
    setHasHeadings: (hasHeadings: boolean) => setChoices(({ delimiter }) => ({ delimiter, hasHeadings })),
    setTarget: (target: Target, column: number | undefined) =>
      setChoices((now) => {
        const { [target]: _old, ...others } = file?.mapping ?? {}
        return { ...now, mapping: column === undefined ? others : { ...others, [target]: column } }
      }),
  }
}
