import { formatCount } from '@portal/kit/ui/count'
import { cleanLine, isBlank } from '@portal/contract/text'
import { type ImportCells, type ImportedClient, readImportRow } from '@portal/contract/client-import'
import { csvLine, BOM } from '@portal/contract/csv'
import { isEmail } from '@portal/contract/emails'
import { spreadsheetError } from '@portal/contract/spreadsheet-errors'
import type { Mapping } from './columns.ts'
import type { CsvRow } from './parse.ts'

/** A row of the file as a client, with its problems. */
export interface CheckedRow {
  row: CsvRow
  /** What is sent: without the spaces around a cell, which could exceed the limits of a request. */
  cells: ImportCells
  client: ImportedClient
  problems: string[]
}

/** Returns the cells by meaning, and the problems of a first and last name that hide in the joined name. */
function readCells({ cells }: CsvRow, mapping: Mapping): { cells: ImportCells; nameProblems: string[] } {
  const at = (column: number | undefined): string => (column === undefined ? '' : (cells[column] ?? ''))
  const name = cleanLine(at(mapping.name))
  const [first, last] = [cleanLine(at(mapping.first_name)), cleanLine(at(mapping.last_name))]
  const parts = { 'first name': first, 'last name': last }
  const nameProblems =
    name || !first || !last ? [] : Object.entries(parts).flatMap(([what, text]) => spreadsheetError(what, text) ?? [])
  const read = {
    name: name || cleanLine(`${first} ${last}`),
    email: at(mapping.email),
    phone: at(mapping.phone),
    company: at(mapping.company),
    status: at(mapping.status),
  }
  return { cells: read, nameProblems }
}

/**
 * Returns whether there are cells beyond the last heading, which means that an unquoted delimiter
 * has shifted the columns.
 */
const hasExtraCells = ({ cells }: CsvRow, width: number): boolean => cells.slice(width).some((c) => !isBlank(c))

/**
 * Checks the rows of a file, without the headings.
 * @param width number of columns
 * @param taken why an email cannot be used, by email, according to the server
 */
export function checkRows(
  rows: readonly CsvRow[],
  mapping: Mapping,
  width: number,
  taken: ReadonlyMap<string, string>,
): CheckedRow[] {
  const lineOf = new Map<string, number>()
  return rows.map((row) => {
    const { cells, nameProblems } = readCells(row, mapping)
    const { client, problems: cellProblems } = readImportRow(cells)
    const problems = [...nameProblems, ...cellProblems]
    if (row.broken) problems.push('The quotation marks of this row do not match.')
    if (hasExtraCells(row, width)) problems.push('This row has more cells than there are columns.')
    const reason = taken.get(client.email)
    if (reason) problems.push(reason)
    const before = lineOf.get(client.email)
    if (before !== undefined) problems.push(`Same email as in row ${formatCount(before)}.`)
    else if (problems.length === 0) lineOf.set(client.email, row.line)
    const { name, phone, company } = client
    // What is no address is shown as it is in the file: #REF!, not #ref!.
    const email = isEmail(client.email) ? client.email : cleanLine(cells.email)
    const sent = { name, email, phone: phone ?? '', company: company ?? '', status: cleanLine(cells.status) }
    return { row, cells: sent, client, problems }
  })
}

/**
 * Returns the rows that were not imported as CSV, unchanged, with row number and reason.
 * @param phone index of the column of phone numbers
 */
export function notImportedCsv(
  headings: readonly string[],
  rows: readonly { row: CsvRow; reason: string }[],
  phone?: number,
): string {
  const padded = (cells: readonly string[]): string[] => headings.map((_, i) => cells[i] ?? '')
  const lines = rows.map(({ row, reason }) =>
    csvLine(
      [...padded(row.cells), String(row.line), reason, ...row.cells.slice(headings.length).filter((c) => !isBlank(c))],
      phone,
    ),
  )
  return BOM + csvLine([...headings, 'Row', 'Problem']) + lines.join('')
}
