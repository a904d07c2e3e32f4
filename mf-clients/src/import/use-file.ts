import { IMPORT_ROWS_MAX } from '@portal/contract/limits'
import { formatCount } from '@portal/kit/ui/count'
import { useMemo, useState } from 'react'
import { guessMapping, hasHeadings, type Mapping, type Target } from './columns.ts'
import { decodeCsv } from './decode.ts'
import { type CsvRow, type CsvTable, type Delimiter, parseCsv } from './parse.ts'

/** What a file says, as it is understood so far. */
export interface OpenFile {
  name: string
  encoding: string
  delimiter: Delimiter
  /** Whether the first row names the columns. */
  headed: boolean
  headings: string[]
  /** The rows below the headings. */
  rows: CsvRow[]
  mapping: Mapping
}

interface Source {
  name: string
  text: string
  encoding: string
}

/** What the person has set otherwise than guessed. */
interface Choices {
  delimiter?: Delimiter | undefined
  headed?: boolean | undefined
  mapping?: Mapping | undefined
}

function understand(source: Source, table: CsvTable, { headed = hasHeadings(table.rows), mapping }: Choices): OpenFile {
  const width = Math.max(0, ...table.rows.slice(0, 200).map((r) => r.cells.length))
  const [first] = table.rows
  const headings =
    headed && first
      ? // What stands behind the last heading is a slip, told row by row.
        first.cells.map((cell, i) => cell.trim() || `Column ${i + 1}`)
      : Array.from({ length: width }, (_, i) => `Column ${i + 1}`)
  const rows = headed ? table.rows.slice(1) : table.rows
  return {
    name: source.name,
    encoding: source.encoding,
    delimiter: table.delimiter,
    headed,
    headings,
    rows,
    mapping: mapping ?? guessMapping(headed ? headings : [], rows),
  }
}

/** Why a file cannot be imported although it is text. */
function refusalOf(name: string, { rows, refusal }: CsvTable): string | undefined {
  if (refusal) return `“${name}” cannot be read: ${refusal}`
  // The headings are no row of the limit, of a count, or of an import.
  const count = hasHeadings(rows) ? rows.length - 1 : rows.length
  if (count > IMPORT_ROWS_MAX) {
    const limit = formatCount(IMPORT_ROWS_MAX)
    return `“${name}” has ${formatCount(count)} rows. At most ${limit} go in at once; please split it.`
  }
  return count <= 0 ? `“${name}” has no rows.` : undefined
}

/** A file of clients: how it is read, and what its columns hold. */
export function useFile() {
  const [source, setSource] = useState<Source>()
  const [choices, setChoices] = useState<Choices>({})
  const [refusal, setRefusal] = useState<string>()
  const table = useMemo(
    () => (source ? parseCsv(source.text, choices.delimiter) : undefined),
    [source, choices.delimiter],
  )
  const file = useMemo(
    () => (source && table ? understand(source, table, choices) : undefined),
    [source, table, choices],
  )
  /** @returns whether the file can be used */
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
    /** Why the file that was chosen last cannot be used. */
    refusal,
    open,
    setDelimiter: (delimiter: Delimiter) => setChoices({ delimiter }),
    setHeaded: (headed: boolean) => setChoices(({ delimiter }) => ({ delimiter, headed })),
    setTarget: (target: Target, column: number | undefined) =>
      setChoices((now) => {
        const { [target]: _old, ...others } = file?.mapping ?? {}
        return { ...now, mapping: column === undefined ? others : { ...others, [target]: column } }
      }),
  }
}
