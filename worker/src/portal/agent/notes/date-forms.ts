import { addDays, MONTHS } from '@portal/contract/dates'
import { holidaysNamed } from '../holidays.ts'
import { type DateValue, dateValue } from './marks.ts'
import { NUMBER, numberOf } from './numbers.ts'

/** Ways to write dates that chrono-node does not know. */

export interface DateContext {
  /** The day on which the notes were written. */
  today: string
  due: string | null
  /** Whether numeric dates start with the month. */
  monthFirst: boolean
}

type Reader = (groups: readonly string[], at: DateContext) => DateValue | null
/** A way to write dates: a pattern in lower case, and what the date is. */
type Form = readonly [pattern: string, read: Reader]

export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()
export const toIso = (year: number, month: number, dayOfMonth: number): string =>
  new Date(Date.UTC(year, month, dayOfMonth)).toISOString().slice(0, 10)
const yearOf = (date: string): number => Number(date.slice(0, 4))
const monthNumber = (date: string): number => Number(date.slice(5, 7)) - 1

export const MONTH = [
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?',
  '(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?:\\.(?= ?\\d))?',
].join('')
const WEEKDAY = '(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?'
export const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']
const monthOf = (name = ''): number => MONTHS.findIndex((m) => m.toLowerCase().startsWith(name.slice(0, 3)))
/** Returns the number of a weekday by its name; 0 is Sunday. */
export const weekdayNamed = (name: string): number =>
  ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].indexOf(name.toLowerCase().slice(0, 3))

/** Returns the days of a month from one day to another, in the next year when they are over. */
function inMonth(name: string | undefined, from: number, until: number | 'end', today: string): DateValue {
  const month = monthOf(name)
  const at = (year: number): DateValue =>
    dateValue(toIso(year, month, from), until === 'end' ? toIso(year, month + 1, 0) : toIso(year, month, until))
  const next = at(yearOf(today))
  return next.until < today ? at(yearOf(today) + 1) : next
}
const endOfMonth = (name: string | undefined, today: string): DateValue => {
  const { until } = inMonth(name, 1, 'end', today)
  return dateValue(until)
}

/** Returns the next date with a day of the month, and optionally a weekday. */
function nextDayOfMonth(dayOfMonth: number, today: string, weekday?: number): DateValue | null {
  for (let i = 0; i < 12; i++) {
    const date = toIso(yearOf(today), monthNumber(today) + i, dayOfMonth)
    if (date < today || Number(date.slice(8)) !== dayOfMonth) continue
    if (weekday === undefined || weekdayOf(date) === weekday) return dateValue(date)
  }
  return null
}

// On a Sunday, "this week" and "next week" can mean two weeks.
const weekFrom = (monday: string, today: string): DateValue =>
  dateValue(monday, addDays(monday, 6), weekdayOf(today) === 0)
export const mondayOf = (date: string): string => addDays(date, -((weekdayOf(date) + 6) % 7))

const holiday =
  (word: string, before: number, after: number): Reader =>
  (_, { today }) => {
    const dates = [yearOf(today), yearOf(today) + 1].flatMap((year) => holidaysNamed(word, year))
    const next = dates.find((date) => addDays(date, after) >= today)
    return next === undefined ? null : dateValue(addDays(next, -before), addDays(next, after))
  }
/** Reads a yearly period, given by month and day. */
const yearly =
  (from: string, until: string): Reader =>
  (_, { today }) => {
    const at = (year: number): DateValue => dateValue(`${year}-${from}`, `${until < from ? year + 1 : year}-${until}`)
    return [-1, 0, 1].map((n) => at(yearOf(today) + n)).find((d) => d.until >= today) ?? null
  }
/** Reads the end of a period of months. */
const endOf =
  (months: number): Reader =>
  (_, { today }) =>
    dateValue(toIso(yearOf(today), Math.ceil((monthNumber(today) + 1) / months) * months, 0))

const DUE = "(?:the )?(?:due date|deadline|(?:it'?s |it is |its )?due(?: date)?(?! to\\b))"
const THE = '(?:the )?'
const REST_OF = '(?:the )?(?:rest|remainder|balance) of (?:this|the)'

/** Ways to write dates, the most specific first. */
export const DATE_FORMS: readonly Form[] = [
  [`the week before ${DUE}`, (_, { due }) => (due === null ? null : dateValue(addDays(due, -7), addDays(due, -1)))],
  [
    [
      `(?:(?:in|for|during|over|within) (?:the )?|the )(?:last |final )?(${NUMBER}) (day|week)s`,
      ` (?:before|ahead of|prior to) ${DUE}`,
    ].join(''),
    ([, n, unit], { due }) =>
      due === null ? null : dateValue(addDays(due, -numberOf(n ?? '') * (unit === 'week' ? 7 : 1)), addDays(due, -1)),
  ],
  [
    `(?:the |(${NUMBER}) )?(day|week)s? (?:before|ahead of|prior to) ${DUE}(?! on\\b| in\\b)`,
    ([, n, unit], { due }) =>
      due === null ? null : dateValue(addDays(due, -numberOf(n || 'a') * (unit === 'week' ? 7 : 1))),
  ],
  [
    [
      `${THE}(?:due date|deadline)(?: itself)?|${THE}day (?:it is|it's|its) due`,
      '|(?<=\\b(?:before|until|till|til|after) )(?:it is|they are|everything is|this is) due(?! (?:on|by)\\b)',
    ].join(''),
    (_, { due }) => (due === null ? null : dateValue(due)),
  ],
  [
    `${THE}(first|last) (?:(${NUMBER}) )?weeks? (?:of|in) ${MONTH}`,
    ([, which, n, month], { today }) => {
      const days = (n ? numberOf(n) : 1) * 7
      if (which === 'first') return inMonth(month, 1, days, today)
      const { until } = endOfMonth(month, today)
      return dateValue(addDays(until, 1 - days), until)
    },
  ],
  [
    `${THE}(second|third|fourth|2nd|3rd|4th) week (?:of|in) ${MONTH}`,
    ([, which = '', month], { today }) => {
      const n = /\d/.test(which) ? Number(which[0]) : ORDINALS.indexOf(which) + 1
      return inMonth(month, n * 7 - 6, n * 7, today)
    },
  ],
  [
    `${THE}(first|1st|second|2nd|last) half of ${MONTH}`,
    ([, which = '', month], { today }) =>
      /first|1st/.test(which) ? inMonth(month, 1, 15, today) : inMonth(month, 16, 'end', today),
  ],
  [
    `early(?: in)? ${MONTH}|${THE}(?:beginning|start) of ${MONTH}`,
    ([, a, b], { today }) => inMonth(a || b, 1, 10, today),
  ],
  [`(?:mid|${THE}middle of)[ -]?${MONTH}`, ([, month], { today }) => inMonth(month, 11, 20, today)],
  [`late(?: in)? ${MONTH}`, ([, month], { today }) => inMonth(month, 21, 'end', today)],
  [`${THE}end of ${MONTH}`, ([, month], { today }) => endOfMonth(month, today)],
  [`${THE}(?:month[ -]?end|eom|end of (?:the|this) month)`, endOf(1)],
  [`${THE}(?:quarter[ -]?end|eoq|end of (?:the|this) quarter|q4 close)`, endOf(3)],
  [`${THE}(?:(?:calendar )?year[ -]?end|eoy|ye|end of (?:the|this) year)`, endOf(12)],
  [
    `${THE}(?:eow|end of (?:the|this) week)`,
    (_, { today }) => dateValue(addDays(mondayOf(today), 4), undefined, weekdayOf(today) === 0),
  ],
  [`${THE}tax season`, yearly('01-15', '04-15')],
  [`${THE}(?:tax day|april filing deadline)`, yearly('04-15', '04-15')],
  [`${THE}(?:first of the|start of the|beginning of the|in the)? ?new year(?! ?'?s)`, yearly('01-01', '01-01')],
  [`${THE}(?:week )?between (?:christmas|x-?mas) and new year'?s?'?(?: day| eve)?`, yearly('12-25', '01-01')],
  [
    [
      `(?<!\\bon )${THE}(?:holidays|holiday season|holiday break|christmas break|festive`,
      ' (?:period|season|break))(?! pay)',
    ].join(''),
    yearly('12-24', '01-01'),
  ],
  [
    `(?:christmas|x-?mas) week|${THE}week of (?:christmas|x-?mas)`,
    (groups, at) => {
      const day = holiday('christmas', 0, 0)(groups, at)
      return day && dateValue(mondayOf(day.from), addDays(mondayOf(day.from), 6))
    },
  ],
  [
    `${WEEKDAY},? (?:the )?(\\d{1,2})(?:st|nd|rd|th)`,
    ([, name = '', n], { today }) => nextDayOfMonth(Number(n), today, weekdayNamed(name)),
  ],
  [
    'next week',
    (_, { today }) => weekFrom(addDays(mondayOf(addDays(today, 1)), weekdayOf(today) === 0 ? 0 : 7), today),
  ],
  [
    '(?:a |the )?week after next',
    (_, { today }) => weekFrom(addDays(mondayOf(addDays(today, 1)), weekdayOf(today) === 0 ? 7 : 14), today),
  ],
  [
    `(?:this|${REST_OF}) week`,
    (_, { today }) =>
      weekdayOf(today) === 0
        ? dateValue(today, addDays(today, 6), true)
        : dateValue(today, addDays(mondayOf(today), 6)),
  ],
  [
    'next month',
    (_, { today }) =>
      dateValue(toIso(yearOf(today), monthNumber(today) + 1, 1), toIso(yearOf(today), monthNumber(today) + 2, 0)),
  ],
  [`(?:this|${REST_OF}) month`, (_, { today }) => dateValue(today, toIso(yearOf(today), monthNumber(today) + 1, 0))],
  ['next year', (_, { today }) => dateValue(`${yearOf(today) + 1}-01-01`, `${yearOf(today) + 1}-12-31`)],
  [`(?:this|${REST_OF}) year`, (_, { today }) => dateValue(today, `${yearOf(today)}-12-31`)],
  [
    '(?:thanksgiving|turkey day),? (?:or|and|&) the day after|thanksgiving and black friday',
    holiday('thanksgiving', 0, 1),
  ],
  ['(?:thanksgiving|t-?giving) (?:weekend|break|holidays?)', holiday('thanksgiving', 0, 3)],
  [`(?:thanksgiving|t-?giving) week|${THE}week of (?:thanksgiving|t-?giving)`, holiday('thanksgiving', 3, 3)],
  [
    'black friday|the day after thanksgiving',
    (groups, at) => {
      const day = holiday('thanksgiving', 0, 1)(groups, at)
      return day && dateValue(day.until)
    },
  ],
  [
    'cyber monday',
    (groups, at) => {
      const day = holiday('thanksgiving', 0, 4)(groups, at)
      return day && dateValue(day.until)
    },
  ],
  ['(?:thanksgiving|turkey day|t-?giving)(?: day)?', holiday('thanksgiving', 0, 0)],
  ['(?:christmas|x-?mas) eve', yearly('12-24', '12-24')],
  ["new year'?s'? eve", yearly('12-31', '12-31')],
  ['boxing day', yearly('12-26', '12-26')],
  ['(?:christmas|x-?mas)(?: day)?', holiday('christmas', 0, 0)],
  ["(?:the )?new year'?s?'?(?: day)?", holiday('new year', 0, 0)],
  ['memorial day', holiday('memorial', 0, 0)],
  ['juneteenth', yearly('06-19', '06-19')],
  ["veterans'? day", yearly('11-11', '11-11')],
  ["columbus day|indigenous peoples?'? day", holiday('columbus', 0, 0)],
  ['labou?r day', holiday('labor', 0, 0)],
  ['mlk(?: day)?|martin luther king(?: jr)?\\.?(?: day)?', holiday('martin luther', 0, 0)],
  ["president'?s'? day", holiday('washington', 0, 0)],
  ["valentine'?s(?: day)?", yearly('02-14', '02-14')],
  ['(?:the )?(?:4th|fourth) of july|independence day', yearly('07-04', '07-04')],
]

/** Forms that are the last resort, because they can be a part of another date. */
export const LAST_FORMS: readonly Form[] = [
  [
    `(?:the )?(\\d{1,2})(?:st|nd|rd|th)(?! of| week| quarter| year)`,
    ([, n], { today }) => nextDayOfMonth(Number(n), today),
  ],
  [
    [
      '(?<=\\b(?:in|during|until|till|til|before|after|all|throughout|by|from|through',
      `|thru|of|for|since) (?:the month of )?)${MONTH}(?! \\d)`,
    ].join(''),
    ([, month], { today }) => inMonth(month, 1, 'end', today),
  ],
]
