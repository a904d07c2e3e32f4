import { cleanLine, cleanText, isBlank } from '@portal/contract/text'

/** Returns the options in a text: one per line or spreadsheet cell, trimmed, without blank ones. */
export function optionLines(text: string): string[] {
  return text
    .split(/\r?\n|\t/)
    .map(cleanLine)
    .filter((line) => line !== '')
}

/** Splits at a separator, except within "quotes", which are removed ("" stands for a quote). */
function cells(text: string, separator: RegExp): string[] {
  const found: string[] = ['']
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i)
    const cell = found.length - 1
    if (c === '"' && quoted && text.charAt(i + 1) === '"') found[cell] += text.charAt(++i)
    else if (c === '"' && (quoted || isBlank(found[cell] ?? ''))) quoted = !quoted
    else if (!quoted && separator.test(c)) found.push('')
    else found[cell] += c
  }
  return found.map((cell) => cleanLine(cell)).filter((cell) => cell !== '')
}

/** Splits a line of several options at commas or semicolons. Empty if there is only one option. */
export function splitLine(text: string): string[] {
  const line = cleanText(text)
  if (/[\r\n\t]/.test(line)) return []
  const options = cells(line, line.includes(';') ? /;/ : /,/)
  return options.length > 1 ? options : []
}

/**
 * Returns the options in a pasted text: spreadsheet cells (a column, a row, or both), or one line
 * separated by commas or semicolons. Undefined if the text is to be pasted unchanged.
 */
export function optionsFromPaste(text: string): string[] | undefined {
  // Spreadsheets quote cells that contain a line break or a quote.
  if (text.includes('\t') || /(^|\n)"/.test(text)) return cells(text, /[\t\r\n]/)
  const options = splitLine(text)
  return options.length > 1 ? options : undefined
}

export const removeDuplicates = (text: string): string => [...new Set(optionLines(text))].join('\n')

/** Returns a message about the first duplicate option and its positions, or undefined. */
export function findDuplicate(lines: readonly string[]): string | undefined {
  const duplicate = lines.find((line, index) => lines.indexOf(line) < index)
  if (duplicate === undefined) return undefined
  const positions = lines.flatMap((line, index) => (line === duplicate ? [index + 1] : []))
  const [rest, last] = [positions.slice(0, -1), positions.at(-1)]
  return `The option “${duplicate}” appears more than once (numbers ${rest.join(', ')} and ${last}).`
}
