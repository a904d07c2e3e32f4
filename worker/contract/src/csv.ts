/**
 * CSV as the portal writes it (RFC 4180), safe to open in a spreadsheet: a cell that a spreadsheet would run as a formula gets an
 * apostrophe before it. Reading takes the apostrophe off again, so that what was exported is what is imported.
 */

/**
 * Where a spreadsheet would calculate: at the first character of a cell that makes it (the full-width ones of East Asian keyboards
 * included), and behind whatever ends a cell in a spreadsheet set to semicolons or tabs, which pays no heed to quotes in the middle.
 */
const FORMULA = /(?<=^|[;\t\r\n])'*(?=[=+\-@\t\r\n＝＋－＠])/g

/** A byte order mark: without it Excel takes UTF-8 for something else. */
export const BOM = '\uFEFF'

/** A phone number to the end of its cell, such as +46 70 123 45 67: digits and the separators between them call no function. */
const PHONE = /^\+(?:[ ().\-/\u00A0]*\d){6,15}[ )\u00A0]*(?=$|[;\t\r\n])/

/** Returns a cell's text with a guard wherever it needs one. An apostrophe that stood there before gets another, so that it survives. */
export const guardCell = (text: string): string =>
  text.replace(FORMULA, (before, at: number) => (before === '' && PHONE.test(text.slice(at)) ? '' : `'${before}`))

/** The text of a cell without the guards. */
export const unguardCell = (text: string): string => text.replace(FORMULA, (before) => before.slice(1))

function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of a CSV file, guarded and quoted, with its end. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((text) => quoted(guardCell(text))).join(',')}\r\n`
