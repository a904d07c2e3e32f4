/**
 * CSV as the portal writes it (RFC 4180), safe to open in a spreadsheet: a cell that a spreadsheet would run as
 * a formula is guarded by an apostrophe. Reading removes the apostrophe, so that an export can be imported
 * unchanged.
 */

/**
 * The starts of formulas: at the beginning of a cell (including the full-width characters of East Asian
 * keyboards), and after each character that ends a cell in a spreadsheet set to semicolons or tabs, which
 * ignores quotes within a cell and drops those at its beginning.
 */
const FORMULA = /(?<=^|[;\t\r\n]"*)'*(?=[=+\-@\t\r\n＝＋－＠])/g

/** Byte order mark. Without it, Excel does not recognize UTF-8. */
export const BOM = '\uFEFF'

/** A phone number up to the end of its cell, such as +46 70 123 45 67. It cannot call a function. */
const PHONE = /^\+(?:[ ().\-/\u00A0]*\d){6,15}[ )\u00A0]*(?=$|[;\t\r\n])/

/** Returns the text of a cell with guards. An apostrophe before a formula gets another, so that it is not lost. */
export const guardCell = (text: string): string =>
  text.replace(FORMULA, (before, at: number) => (before === '' && PHONE.test(text.slice(at)) ? '' : `'${before}`))

/** Returns the text of a cell without guards. */
export const unguardCell = (text: string): string => text.replace(FORMULA, (before) => before.slice(1))

function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A phone number: digits and punctuation alone, which cannot call a function. */
const ONLY_PHONE = /^\+?(?=.*\d)[\d(][\d ().\-/\u00A0]*$/

/**
 * Returns the text of a cell with a phone number. A tab before the digits makes it text: otherwise spreadsheets drop
 * the + and leading zeros, or read 01-02-03 as a date and +49-170-1234 as a sum. They do not show the tab, and keep it
 * when they save the file (https://owasp.org/www-community/attacks/CSV_Injection). Importing removes it.
 */
const phoneCell = (text: string): string => (ONLY_PHONE.test(text) ? `\t${text}` : guardCell(text))

/**
 * Returns a CSV line, guarded and quoted, including the line break.
 * @param phone index of the cell with a phone number
 */
export const csvLine = (cells: readonly string[], phone?: number): string =>
  `${cells.map((text, i) => quoted(i === phone ? phoneCell(text) : guardCell(text))).join(',')}\r\n`
