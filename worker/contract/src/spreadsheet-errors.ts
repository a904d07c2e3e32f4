import { cleanLine } from './text.ts'

/** Values that spreadsheets and databases write in place of data, such as #REF! or NULL. */

/** The errors of Excel, LibreOffice, Numbers and Google Sheets, in all their languages. */
const ERROR =
  /^(?:#[¡¿]?\p{Lu}[\p{Lu}\d/_]{1,19}[!?]|#(?:[NIН]\/[ABDTVД]|n\/a|NV|N\/A N\/A|GETTING_DATA)|#?Err:\d{3})$/u
const TOO_NARROW = /^#{2,}$/
/** 4.47912E+11. The digits that it leaves out are lost. */
const SHORTENED = /^[+-]?\d+(?:[.,]\d+E[+-]?|E[+-])\d{1,3}$/i
/** 5550100.0, which programs write that take a phone number for an amount. */
const DECIMAL = /^\d{6,}[.,]0+$/
/** Not "Null" and "Nan", which are names. */
const MISSING = /^(?:NULL|null|#NULL|\\N|[(<[{][Nn]ull[)>\]}]|[(<[{]NULL[)>\]}]|undefined|NaN|nan|\[object Object\])$/

const nameAdvice = (text: string, what: string): string =>
  /name|company/.test(what) && /^(?:null|nan)$/i.test(text)
    ? ` If it is a name, write “${text.charAt(0).toUpperCase()}${text.slice(1).toLowerCase()}”.`
    : ''

const ADVICE: readonly (readonly [RegExp, (text: string, what: string) => string])[] = [
  [TOO_NARROW, () => ': its column was too narrow. Widen it in the spreadsheet, and save the file again.'],
  [SHORTENED, () => ', a shortened number. Format the column as text, and enter all digits.'],
  [DECIMAL, () => ', a decimal number. Format the column as text, and enter the digits alone.'],
  [MISSING, (text, what) => `, which stands for a missing value. Clear the cell.${nameAdvice(text, what)}`],
  [ERROR, () => ', an error of the spreadsheet. Correct its formula, or enter the value.'],
]

/**
 * Returns what is wrong with a cell that holds such a value, and what to do, or undefined.
 * @param what the meaning of the cell, such as 'phone'
 */
export function spreadsheetError(what: string, text: string): string | undefined {
  const value = cleanLine(text)
  const advice = ADVICE.find(([pattern]) => pattern.test(value))?.[1]
  return advice && `The ${what} is “${value}”${advice(value, what)}`
}
