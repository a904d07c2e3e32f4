/** Lists of options as they are typed and pasted. */

/** The choices in a text: one per line, or per cell of a row that comes from a spreadsheet; trimmed, blank ones left out. */
export function optionLines(text: string): string[] {
  return text
    .split(/\r?\n|\t/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Splits at a separator, but not within "quotes", which fall away ("" stands for one). */
function cells(text: string, separator: RegExp): string[] {
  const found: string[] = ['']
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i)
    const cell = found.length - 1
    if (c === '"' && quoted && text.charAt(i + 1) === '"') found[cell] += text.charAt(++i)
    else if (c === '"' && (quoted || found[cell]?.trim() === '')) quoted = !quoted
    else if (!quoted && separator.test(c)) found.push('')
    else found[cell] += c
  }
  return found.map((cell) => cell.replace(/\s+/g, ' ').trim()).filter((cell) => cell !== '')
}

/** The options of one line that names several, separated by commas or semicolons; none where it is but one. */
export function splitLine(text: string): string[] {
  const line = text.trim()
  if (/[\r\n\t]/.test(line)) return []
  const parts = cells(line, line.includes(';') ? /;/ : /,/)
  return parts.length > 1 ? parts : []
}

/**
 * The options in a pasted text: cells of a spreadsheet (a column, a row, or both), lines, or one line separated by commas or semicolons.
 * Undefined for a text that is to be pasted as it is.
 */
export function optionsFromPaste(text: string): string[] | undefined {
  // Cells that hold a line break or a quote come quoted out of a spreadsheet.
  if (text.includes('\t') || /(^|\n)"/.test(text)) return cells(text, /[\t\r\n]/)
  const parts = splitLine(text)
  return parts.length > 1 ? parts : undefined
}

/** The options without those that are there already. */
export const withoutRepeats = (text: string): string => [...new Set(optionLines(text))].join('\n')

/** Names the first option that is there twice, and its places; undefined where there is none. */
export function repeatIn(lines: readonly string[]): string | undefined {
  const twice = lines.find((line, index) => lines.indexOf(line) < index)
  if (twice === undefined) return undefined
  const places = lines.flatMap((line, index) => (line === twice ? [index + 1] : []))
  return `The option “${twice}” is there more than once (numbers ${places.slice(0, -1).join(', ')} and ${places.at(-1)}).`
}
