import { cleanLine, cleanText, isBlank } from './text.ts'

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
  return isNumber(value) ? value.replace('.', decimalMark(locale)) : cleanLine(value)
}

/**
 * Returns a stored number for reading, in the format of a locale: '125,000.50'. Up to four digits are not grouped,
 * since they may be a year, and zeros in front belong to a code. Any other text stays as it was typed.
 */
export function readableNumber(value: string, locale?: string): string {
  const [, sign = '', whole, fraction = ''] = /^(-?)([1-9]\d{4,})(\.\d+)?$/.exec(value) ?? []
  if (whole === undefined) return localeNumber(value, locale)
  const grouped = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).format(BigInt(whole))
  return `${sign}${grouped}${fraction.replace('.', decimalMark(locale))}`
}

// Groups have three digits, or two before the last group (1,00,000).
const isGrouped = (digits: string, mark: string): boolean =>
  new RegExp(`^\\d{1,3}([${mark}]\\d{2,3})*[${mark}]\\d{3}$`).test(digits)

/** Removes the grouping marks of a whole number; undefined when they are misplaced. */
function ungrouped(digits: string, mark: string): string | undefined {
  if (/^\d*$/.test(digits)) return digits
  return isGrouped(digits, mark) ? digits.replaceAll(mark, '') : undefined
}

// Ways of writing a currency that are not a code (EUR). Not any letters before $: 5k$ are five thousand.
const ABBREVIATION = String.raw`\p{Sc}|(?:us|ca|au|nz|hk|sg|nt|mx|a|c|r|s)\$|s?fr\.?|kr\.?|rs\.?|kč|zł|lei`
const CURRENCY_FIRST = new RegExp(String.raw`^(?:(${ABBREVIATION}|r(?= ?\d))|([a-z]{3}))(?!\p{L}) *`, 'iu')
const CURRENCY_LAST = new RegExp(String.raw` *(?<!\p{L})(?:(${ABBREVIATION})|([a-z]{3}))$`, 'iu')

let codes: ReadonlySet<string> | undefined
/** Returns whether three letters are a currency code of ISO 4217. Most codes are also words: 5 lak, 5 all. */
function isCurrencyCode(letters: string): boolean {
  codes ??= new Set(Intl.supportedValuesOf('currency'))
  return codes.has(letters) || /^(?:eur|usd|gbp|chf)$/i.test(letters)
}

/** Removes a currency from the beginning or the end. */
function withoutCurrency(text: string): string {
  const [, abbreviation, code = ''] = CURRENCY_FIRST.exec(text) ?? CURRENCY_LAST.exec(text) ?? []
  if (abbreviation === undefined && !isCurrencyCode(code)) return text
  return CURRENCY_FIRST.test(text) ? text.replace(CURRENCY_FIRST, '') : text.replace(CURRENCY_LAST, '')
}

/**
 * Replaces unusual spaces, minus signs and wide characters. Apostrophes between digits become spaces, since both
 * separate groups. Tabs and line breaks separate numbers.
 */
const simplify = (text: string): string =>
  cleanText(text)
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[^\S\t\r\n]|(?<=\d)['’‘ʼ´](?=\d)/g, ' ')
    .trim()

// The last is how accountants write a negative number. In '12,-' the dash stands for no cents.
const NEGATIVE = [/^- ?(.*)$/, /^(.*[^.,\s-]) ?-$/, /^\((.*)\)$/]
/** What can stand around digits, from outside to inside: a currency, a sign, a currency. */
const LAYERS = 2

/**
 * Splits a typed number into its sign and its digits with marks: '(€ 1,234.56)' into '-' and '1,234.56'. What is not
 * part of a number stays in the digits.
 */
function signAndDigits(text: string): { sign: string; digits: string } {
  let [sign, digits] = ['', simplify(text)]
  for (let layer = 0; layer < LAYERS; layer++) {
    digits = withoutCurrency(digits).trim()
    if (sign !== '') continue
    const inner = NEGATIVE.map((form) => form.exec(digits)?.[1]).find((rest) => rest !== undefined)
    if (inner !== undefined) [sign, digits] = ['-', inner.trim()]
    else if (digits.startsWith('+')) [sign, digits] = ['+', digits.slice(1).trim()]
  }
  // The mark stays: it says which of two is the decimal mark.
  return { sign, digits: digits.replace(/(?<=\d)([.,])--?$/, '$1') }
}

/** A single mark before three digits: grouping in some countries, decimals in others. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/

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

/**
 * Parses a typed number ('12,5', '1.234,56', 'CHF 1’234.50', '(1,234.56)'); undefined when it is invalid or ambiguous.
 */
export function parseNumber(text: string, format: NumberFormat): string | undefined {
  const { sign, digits } = signAndDigits(text)
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
  if (isBlank(text)) return ''
  return parseNumber(text, format) ?? ` ${cleanLine(text)}`
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
    const { sign, digits } = signAndDigits(value)
    if (!AMBIGUOUS.test(digits)) return 'Please enter a number.'
    const typed = `${sign === '-' ? '-' : ''}${digits}`
    const grouped = typed.replace(/[.,]/, '')
    return `${typed} can be read in two ways. Please enter ${grouped}, or ${typed}0 if you mean decimals.`
  }
  const number = Number(value)
  if (min !== undefined && number < min) return `Please enter ${readableNumber(String(min))} or more.`
  if (max !== undefined && number > max) return `Please enter ${readableNumber(String(max))} or less.`
  // Without the lookbehind, a long run of zeros before another digit would be read once for each zero.
  const given = value.split('.')[1]?.replace(/(?<!0)0+$/, '').length ?? 0
  if (decimals === undefined || given <= decimals) return undefined
  return decimals === 0
    ? 'Please enter a whole number.'
    : `Please enter at most ${decimals} decimal ${decimals === 1 ? 'place' : 'places'}.`
}
