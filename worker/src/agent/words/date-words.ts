/** Reads dates in English text, relative to a day. Days are counted from 1970, independent of time zones. */

/** Days from the first to the last, both included. */
export interface Span {
  from: number
  until: number
  /** The order of day and month, when both orders are possible. */
  order?: number
}
/** The possible meanings of a date. The latest one applies or, with `nearest`, the next one. */
export interface Reading {
  spans: Span[]
  nearest?: boolean
}

const DAY_MS = 86_400_000
/** Returns the day number of a date (yyyy-mm-dd). */
export const dayOf = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
/** Returns the date (yyyy-mm-dd) of a day number. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

const MONTH = [
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?',
  '|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?',
].join('')
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec'
const WEEKDAYS = 'sunmontuewedthufrisat'
const NUMBER = '(\\d{1,2})(?:st|nd|rd|th)?'
const TO = '\\s*(?:-|–|—|to|until|till?|thro?ugh|thru|and|&)\\s*(?:the\\s+)?'
const YEAR = '(?:,?\\s+(20\\d\\d))?(?![\\d/])'
/** A date without a year that is longer ago means next year. */
const PAST_DAYS = 60

const ymd = (day: number): [number, number, number] => {
  const date = new Date(day * DAY_MS)
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
}
/** Returns the day number of a calendar date, with months from 0; undefined when it does not exist. */
function calendarDay(year: number, month: number, day: number): number | undefined {
  const ms = Date.UTC(year, month, day)
  return day >= 1 && new Date(ms).getUTCMonth() === month ? ms / DAY_MS : undefined
}
const endOfMonth = (year: number, month: number): number => Date.UTC(year, month + 1, 0) / DAY_MS

function dayInYear(today: number, month: number, day: number, year: string | undefined): number | undefined {
  if (year) return calendarDay((Number(year) % 100) + 2000, month, day)
  const [now] = ymd(today)
  return [now - 1, now, now + 1]
    .map((y) => calendarDay(y, month, day))
    .find((d) => d !== undefined && d >= today - PAST_DAYS)
}

const one = (day: number | undefined): Reading | null =>
  day === undefined ? null : { spans: [{ from: day, until: day }] }
const between = (from: number | undefined, until: number | undefined): Reading | null =>
  from === undefined || until === undefined || until < from ? null : { spans: [{ from, until }] }
const monthOf = (name: string | undefined): number => MONTHS.indexOf((name ?? '').slice(0, 3)) / 3

/** Reads a month or a part of it ("early", "first week"). */
function partOfMonth(today: number, month: number, year: string | undefined, part: string): Reading | null {
  const first = dayInYear(today - 31, month, 1, year)
  if (first === undefined) return null
  const [y] = ymd(first)
  const end = endOfMonth(y, month)
  if (part === 'end') return one(end)
  if (/^(?:start|beginning)/.test(part)) return one(first)
  if (part === 'first week') return between(first, first + 6)
  if (part === 'last week') return between(end - 6, end)
  if (part === 'early') return between(first, first + 9)
  if (part.startsWith('mid')) return between(first + 10, first + 19)
  return between(part === 'late' ? first + 20 : first, end)
}

/** Reads '12/04' in both orders of day and month. */
function numeric(
  today: number,
  a: string | undefined,
  b: string | undefined,
  year: string | undefined,
): Reading | null {
  const [x, y] = [Number(a), Number(b)]
  if (x === 24 && y === 7 && !year) return null
  const days = [dayInYear(today, y - 1, x, year), dayInYear(today, x - 1, y, year)]
  const spans = days.flatMap((day, order) => (day === undefined ? [] : [{ from: day, until: day, order }]))
  return spans.length > 0 ? { spans } : null
}

function weekday(today: number, name: string, next: boolean): Reading {
  const now = new Date(today * DAY_MS).getUTCDay()
  const wanted = WEEKDAYS.indexOf(name.slice(0, 3)) / 3
  const days = ((wanted - now + 6) % 7) + 1
  // 'next Friday' is in the week that starts next Monday.
  const first = today + (next ? 7 - ((now + 6) % 7) + ((wanted + 6) % 7) : days)
  return { nearest: true, spans: [first, first + 7].map((day) => ({ from: day, until: day })) }
}

/** Reads 'the tenth': the next one first, then past ones, in case a period has already begun. */
function dayOfMonth(today: number, wanted: string | undefined): Reading {
  const [year, month] = ymd(today)
  const days = [0, 1, 2, 3].map((ahead) =>
    calendarDay(year + Math.floor((month + ahead) / 12), (month + ahead) % 12, Number(wanted)),
  )
  const spans = days.filter((d) => d !== undefined).map((day) => ({ from: day, until: day }))
  return { nearest: true, spans: [...spans.filter((s) => s.from >= today), ...spans.filter((s) => s.from < today)] }
}

function holiday(today: number, month: number, day: number, days: number): Reading | null {
  const first = dayInYear(today, month, day, undefined)
  return between(first, first && first + days - 1)
}

/** Reads 'this week' or 'next month'. Weeks end on Sunday. */
function period(today: number, which: string | undefined, unit: string | undefined): Reading | null {
  const next = which === 'next' ? 1 : 0
  const [year, month] = ymd(today)
  if (unit === 'month') return between(next ? endOfMonth(year, month) + 1 : today, endOfMonth(year, month + next))
  const sunday = today + ((7 - new Date(today * DAY_MS).getUTCDay()) % 7) + 7 * next
  if (unit === 'weekend') return between(sunday - 1, sunday)
  return between(next ? sunday - 6 : today, sunday)
}

type Form = readonly [RegExp, (today: number, m: readonly (string | undefined)[]) => Reading | null]
const form = (pattern: string, read: Form[1]): Form => [new RegExp(`(?:the\\s+)?${pattern}`, 'y'), read]

/** The formats, longer ones before those that they contain. */
const FORMS: readonly Form[] = [
  form('(20\\d\\d)-(\\d\\d)-(\\d\\d)\\b', (_, [, y, m, d]) => one(calendarDay(Number(y), Number(m) - 1, Number(d)))),
  form('(\\d{1,2})([./-])(\\d{1,2})\\2((?:20)?\\d\\d)\\b', (t, [, a, , b, y]) => numeric(t, a, b, y)),
  form('(\\d{1,2})[./](\\d{1,2})(?:\\.(?=\\s*[-–—]))?(?![\\d%])', (t, [, a, b]) => numeric(t, a, b, undefined)),
  form(`${NUMBER}${TO}${NUMBER}\\s+(?:of\\s+)?${MONTH}${YEAR}`, (t, [, a, b, month, y]) =>
    between(dayInYear(t, monthOf(month), Number(a), y), dayInYear(t, monthOf(month), Number(b), y)),
  ),
  form(
    `${MONTH}\\s+(?:the\\s+)?${NUMBER}${TO}${NUMBER}\\b(?!\\s*(?:of\\s+)?${MONTH})${YEAR}`,
    (t, [, month, a, b, , y]) =>
      between(dayInYear(t, monthOf(month), Number(a), y), dayInYear(t, monthOf(month), Number(b), y)),
  ),
  form(`${NUMBER}\\s+(?:of\\s+)?${MONTH}${YEAR}`, (t, [, d, month, y]) =>
    one(dayInYear(t, monthOf(month), Number(d), y)),
  ),
  form(`${MONTH}\\s+(?:the\\s+)?${NUMBER}\\b${YEAR}`, (t, [, month, d, y]) =>
    one(dayInYear(t, monthOf(month), Number(d), y)),
  ),
  form(
    `(end|start|beginning|early|mid(?:dle)?|late|(?:first|last) week)[\\s-]+(?:(?:of|in)\\s+)?${MONTH}${YEAR}`,
    (t, [, part, month, y]) => partOfMonth(t, monthOf(month), y, part ?? ''),
  ),
  form('(?:end|rest) of (?:the |this )?(week|month)\\b', (t, [, unit]) => period(t, 'this', unit)),
  form(
    '(?:(next|this|coming)\\s+)?(?:coming\\s+)?((?:mon|tues|wednes|thurs|fri|satur|sun)day)\\b',
    (t, [, which, name]) => weekday(t, name ?? '', which === 'next'),
  ),
  form('(next|this) (week(?:end)?|month)\\b', (t, [, which, unit]) => period(t, which, unit)),
  form('tomorrow\\b', (t) => one(t + 1)),
  form('(?:christ|x)mas\\b', (t) => holiday(t, 11, 24, 3)),
  form("new year(?:'?s)?(?: day| eve)?\\b", (t) => holiday(t, 11, 31, 2)),
  form(`${MONTH}${YEAR}`, (t, [, month, y]) => partOfMonth(t, monthOf(month), y, '')),
  form('(\\d{1,2})(?:st|nd|rd|th)\\b', (t, [, d]) => dayOfMonth(t, d)),
  [/the\s+(\d{1,2})\b(?![\s-]*(?:\w|[%:.]\d))/y, (t, [, d]) => dayOfMonth(t, d)],
]

// Dates are replaced by characters of the private use area, starting with these for single days and for periods.
const MARK = 0xe000
const SPAN_MARK = 0xe080
/** Regular expressions that match a replaced date, and one that is a period. */
export const DATE = '([\\ue000-\\ue0ff])'
export const SPAN = '([\\ue080-\\ue0ff])'
const MOST_DATES = 40

/** Replaces each date in a lower-case text with one character, so that patterns can match the words around it. */
export function readDates(
  text: string,
  today: number,
): { text: string; readingOf: (mark: string | undefined) => Reading } {
  const readings: Reading[] = []
  let out = ''
  for (let at = 0; at < text.length; ) {
    const match = /\w/.test(text[at - 1] ?? '') || readings.length >= MOST_DATES ? undefined : readAt(text, at, today)
    if (match) {
      const long = match.reading.spans.some((s) => s.until > s.from)
      out += String.fromCharCode((long ? SPAN_MARK : MARK) + readings.push(match.reading) - 1)
      at = match.end
    } else out += text[at++]
  }
  return { text: out, readingOf: (mark) => readings[(mark ?? '').charCodeAt(0) & 0x7f] ?? { spans: [] } }
}

function readAt(text: string, at: number, today: number): { reading: Reading; end: number } | undefined {
  if (!/[\da-z]/.test(text[at] ?? '')) return undefined
  for (const [pattern, read] of FORMS) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const reading = match && read(today, match)
    if (reading && reading.spans.length > 0) return { reading, end: pattern.lastIndex }
  }
  return undefined
}
