/**
 * CSV as the portal writes it (RFC 4180), safe to open in a spreadsheet: a cell that a spreadsheet would run as a formula gets an
 * apostrophe before it. Reading takes the apostrophe off again, so that what was exported is what is imported.
 */

/** First characters that make a spreadsheet calculate, the full-width ones of East Asian keyboards included. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A byte order mark: without it Excel takes UTF-8 for something else. */
export const BOM = '\uFEFF'

/** A cell's text with its guard, where it needs one. An apostrophe that stood there before gets another, so that it survives. */
export const guardCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text of a cell without the guard. */
export const unguardCell = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text)

function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of a CSV file, guarded and quoted, with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map((text) => quoted(guardCell(text))).join(',')}\r\n`
