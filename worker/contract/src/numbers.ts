/** Numbers: stored as digits with a point before the decimals, written and shown in each person's own format. */

const STORED = /^-?\d+(\.\d+)?$/
/** Whether a text is a number as it is stored. */
export const isNumber = (value: string): boolean => STORED.test(value)

export type DecimalMark = '.' | ','

/** The decimal mark of a locale; by default that of the browser. */
export function decimalMark(locale?: string): DecimalMark {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  return parts.find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.'
}

/** A stored number in the format of a locale, without grouping; any other text as it was typed. */
export function localeNumber(value: string, locale?: string): string {
  return isNumber(value) ? value.replace('.', decimalMark(locale)) : value.trim()
}

/** Groups of three digits; the groups in front of the last may have two (1,00,000). A space stands for every kind of space and apostrophe. */
const isGrouped = (digits: string, mark: string): boolean =>
  new RegExp(`^\\d{1,3}([${mark}]\\d{2,3})*[${mark}]\\d{3}$`).test(digits)

/** A whole number without the marks of its groups; undefined where they are not in their places. */
function ungrouped(digits: string, mark: string): string | undefined {
  if (/^\d*$/.test(digits)) return digits
  return isGrouped(digits, mark) ? digits.replaceAll(mark, '') : undefined
}

/** What was typed, without what means nothing: currency signs, and the kind of a space or minus. */
const plain = (text: string): string =>
  text
    .replace(/\p{Sc}/gu, '')
    .replace('\u2212', '-')
    .trim()
    .replace(/[\s'’]/gu, ' ')

/** A single mark with three digits behind: a thousand in one country, a decimal in another. */
const TWOFOLD = /^-?[1-9]\d{0,2}[.,]\d{3}$/

/** How a number may be meant: the person's decimal mark, and the most decimals that are asked for. */
export interface NumberFormat {
  decimal: DecimalMark
  decimals?: number | undefined
}

/** Whether the last mark of a number is its decimal mark; undefined where that cannot be told. */
function hasDecimals(digits: string, mark: string, { decimal, decimals }: NumberFormat): boolean | undefined {
  const several = digits.indexOf(mark) !== digits.lastIndexOf(mark)
  const mixed = digits.includes(mark === '.' ? ',' : '.')
  if (several || mixed) return !several
  if (!TWOFOLD.test(digits)) return true
  if (mark !== decimal || (decimals !== undefined && decimals < 3)) return false
  return decimals === undefined ? undefined : true
}

/** Reads a number as people write it ('12,5', '1.234,56', '$1,234.56'); undefined where it is none or has two meanings. */
export function parseNumber(text: string, format: NumberFormat): string | undefined {
  const [, sign = '', digits = ''] = /^([+-]?) *(.*)$/.exec(plain(text)) ?? []
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

/** A typed number as it is stored. What cannot be read is kept behind a space: a draft has it, and nothing takes it for a number. */
export function toStoredNumber(text: string, format: NumberFormat): string {
  if (text.trim() === '') return ''
  return parseNumber(text, format) ?? ` ${text.trim()}`
}

/** The bounds of a number. */
export interface NumberBounds {
  min?: number | undefined
  max?: number | undefined
  decimals?: number | undefined
}

/** What is wrong with a number, as a sentence for the person who gave it. */
export function numberProblem({ min, max, decimals }: NumberBounds, value: string): string | undefined {
  if (!isNumber(value)) {
    const typed = plain(value)
    if (!TWOFOLD.test(typed)) return 'Please enter a number.'
    return `${typed} can be read in two ways. Please write ${typed.replace(/[.,]/, '')}, or ${typed}0 if you mean decimals.`
  }
  const number = Number(value)
  if (min !== undefined && number < min) return `Please enter ${localeNumber(String(min))} or more.`
  if (max !== undefined && number > max) return `Please enter ${localeNumber(String(max))} or less.`
  const given = value.split('.')[1]?.replace(/0+$/, '').length ?? 0
  if (decimals === undefined || given <= decimals) return undefined
  return decimals === 0
    ? 'Whole numbers only.'
    : `At most ${decimals} decimal ${decimals === 1 ? 'place' : 'places'}, please.`
}
