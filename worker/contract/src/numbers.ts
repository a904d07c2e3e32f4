/** Numbers are stored with a decimal point, and typed and shown in the format of the person's locale. */

const STORED = /^-?\d+(\.\d+)?$/
/** Returns whether a text is a number in the stored format. */
export const isNumber = (value: string): boolean => STORED.test(value)

export type DecimalMark = '.' | ','

/** Returns the decimal mark of a locale, by default the browser's. */
export function decimalMark(locale?: string): DecimalMark {
  const tokens = new Intl.NumberFormat(locale).formatToParts(1.5)
  return tokens.find((token) => token.type === 'decimal')?.value === ',' ? ',' : '.'
}

/** Returns a stored number in the format of a locale, without grouping, or any other text as it was typed. */
export function localeNumber(value: string, locale?: string): string {
  return isNumber(value) ? value.replace('.', decimalMark(locale)) : value.trim()
}

// Groups have three digits, or two before the last group (1,00,000).
const isGrouped = (digits: string, mark: string): boolean =>
  new RegExp(`^\\d{1,3}([${mark}]\\d{2,3})*[${mark}]\\d{3}$`).test(digits)

/** Removes the grouping marks of a whole number; undefined when they are misplaced. */
function ungrouped(digits: string, mark: string): string | undefined {
  if (/^\d*$/.test(digits)) return digits
  return isGrouped(digits, mark) ? digits.replaceAll(mark, '') : undefined
}

/** Removes currency signs and normalizes minus signs, spaces and apostrophes. */
const simplify = (text: string): string =>
  text
    .replace(/\p{Sc}/gu, '')
    .replace('\u2212', '-')
    .trim()
    .replace(/[\s'’]/gu, ' ')

/** A single mark before three digits: grouping in some countries, decimals in others. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}[.,]\d{3}$/

/** How to interpret a number: the person's decimal mark and the maximum number of decimal places. */
export interface NumberFormat {
  decimal: DecimalMark
  decimals?: number | undefined
}

/** Returns whether the last mark of a number is its decimal mark; undefined when ambiguous. */
function hasDecimals(digits: string, mark: string, { decimal, decimals }: NumberFormat): boolean | undefined {
  const several = digits.indexOf(mark) !== digits.lastIndexOf(mark)
  const mixed = digits.includes(mark === '.' ? ',' : '.')
  if (several || mixed) return !several
  if (!AMBIGUOUS.test(digits)) return true
  if (mark !== decimal || (decimals !== undefined && decimals < 3)) return false
  return decimals === undefined ? undefined : true
}

/** Parses a typed number ('12,5', '1.234,56', '$1,234.56'); undefined when it is invalid or ambiguous. */
export function parseNumber(text: string, format: NumberFormat): string | undefined {
  const [, sign = '', digits = ''] = /^([+-]?) *(.*)$/.exec(simplify(text)) ?? []
  const mark = /[.,](?=[^.,]*$)/.exec(digits)?.[0]
  if (!/\d/.test(digits)) return undefined
  const decimals = mark ? hasDecimals(digits, mark, format) : false
  if (decimals === undefined) return undefined
  const at = mark && decimals ? digits.lastIndexOf(mark) : digits.length
  const [front, fraction] = [digits.slice(0, at), digits.slice(at + 1)]
  const whole = ungrouped(front, /[.,]/.exec(front)?.[0] ?? ' ')
  if (whole === undefined || !/^\d*$/.test(fraction)) return undefined
  return `${sign === '-' ? '-' : ''}${whole || '0'}${fraction && '.'}${fraction}`
}

/** Returns a typed number in the stored format. An unreadable text is kept in the draft, marked by a leading space. */
export function toStoredNumber(text: string, format: NumberFormat): string {
  if (text.trim() === '') return ''
  return parseNumber(text, format) ?? ` ${text.trim()}`
}

/** The limits of a number field. */
export interface NumberBounds {
  min?: number | undefined
  max?: number | undefined
  decimals?: number | undefined
}

/** Returns what is wrong with a number, as a sentence for the person who typed it. */
export function numberProblem({ min, max, decimals }: NumberBounds, value: string): string | undefined {
  if (!isNumber(value)) {
    const typed = simplify(value)
    if (!AMBIGUOUS.test(typed)) return 'Please enter a number.'
    const grouped = typed.replace(/[.,]/, '')
    return `${typed} can be read in two ways. Please enter ${grouped}, or ${typed}0 if you mean decimals.`
  }
  const number = Number(value)
  if (min !== undefined && number < min) return `Please enter ${localeNumber(String(min))} or more.`
  if (max !== undefined && number > max) return `Please enter ${localeNumber(String(max))} or less.`
  // Without the lookbehind, a long run of zeros before another digit would be read once for each zero.
  const given = value.split('.')[1]?.replace(/(?<!0)0+$/, '').length ?? 0
  if (decimals === undefined || given <= decimals) return undefined
  return decimals === 0
    ? 'Please enter a whole number.'
    : `Please enter at most ${decimals} decimal ${decimals === 1 ? 'place' : 'places'}.`
}
