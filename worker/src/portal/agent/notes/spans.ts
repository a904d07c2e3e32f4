import { MONTH, ORDINALS } from './date-forms.ts'
import { HOURS, WEEKDAYS } from './hours.ts'
import { NOUN, type Span } from './span.ts'
import { form, type MarkedText, type Value } from './marks.ts'
import { NUMBER, numberOf } from './numbers.ts'

/** Finds intervals, numbers of reminders, hours, weekdays and durations in notes. */

const UNIT = '(day|weekday|business day|work(?:ing)? ?day|week|wk|month|fortnight|quarter)s?'
const DAYS_OF: Readonly<Record<string, number>> = { week: 7, wk: 7, month: 30, fortnight: 14, quarter: 90 }
const daysOf = (unit = ''): number => DAYS_OF[unit] ?? 1
const PER = '(?: a | per | each | every | in a | in any |/)'

const every = (days: number): Value | null => (days >= 1 && days <= 90 ? { tag: 'EVERY', days } : null)

/** Documents with numbers, which are not dates. */
const DOCUMENTS: readonly Span[] = [
  [
    [
      '(?:form |schedule )?(?:w-?[2-9][a-z]?|k-?1|1099(?:-?[a-z]{1,4})?|1098(?:-?[a-z])?',
      '|1095-?[a-c]|1120-?s?|1040(?:-?\\w{1,3})?|1065|940|941|990',
      "|8879|8868|8821|7004|4868|4506-?[a-z]?|2848|2553|1041)(?:'?s)?",
    ].join(''),
    () => ({ tag: 'DOCUMENT' }),
  ],
  [`(?:form|schedule) (?:[a-z]?\\d[\\w-]*|[a-f])`, () => ({ tag: 'DOCUMENT' })],
  [`q[1-4](?: 20\\d\\d)?`, () => ({ tag: 'DOCUMENT' })],
  ['(?:p&l|p & l|p and l|profit (?:&|and) loss|a/[rp]|a&l)s?', () => ({ tag: 'DOCUMENT' })],
]

const INTERVALS: readonly Span[] = [
  [
    [
      '(?:(?:leave|keep|allow|wait|put|have|give it|space|spread|spaced)(?: (?:out|them|the|him|her))*(?: by)? )?',
      `(?:${NOUN} )?(?:out )?(?:(?:by )?(?:at least|a minimum of|minimum|about|around) )?`,
      `(${NUMBER}) (?:full )?${UNIT}(?: gap| break| pause)? (?:(?:in )?between(?: (?:each|any|the|two))*`,
      `(?: ${NOUN}| them)?|apart)`,
    ].join(''),
    ([, n, unit]) => every(numberOf(n) * daysOf(unit)),
  ],
  [`every (?:week or two|one or two weeks|1-2 weeks)`, () => every(14)],
  [
    `(?:every|each) (${NUMBER}) ?(?:-|–|to|or) ?(${NUMBER}) ${UNIT}`,
    ([, , n, unit]) => every(numberOf(n) * daysOf(unit)),
  ],
  [
    [
      `(?:(?:once|1x?|one|an?|a single)(?: ${NOUN})? )?(?:every|each)(?: single)? (?:(other`,
      `|second|2nd|third|3rd|few|couple of|couple|${NUMBER}) )?${UNIT}(?: or so)?`,
    ].join(''),
    ([, n = '', unit]) => {
      const count = /other|second|2nd|couple/.test(n) ? 2 : /third|3rd|few/.test(n) ? 3 : n ? numberOf(n) : 1
      return every(count * daysOf(unit))
    },
  ],
  [
    `(once|twice|thrice|${NUMBER})(?: ?x| times?)?(?: ${NOUN})?${PER}(?:(${NUMBER}) )?${UNIT}(?! before)`,
    ([, n = '', units, unit]) => {
      const count = n === 'once' ? 1 : n === 'twice' ? 2 : n === 'thrice' ? 3 : numberOf(n)
      return every(Math.ceil((daysOf(unit) * (units ? numberOf(units) : 1)) / Math.max(1, count)))
    },
  ],
  ['every(?= (?:morning|afternoon|evening))', () => every(1)],
  ['(?:twice|2x)[ -](?:weekly|a week)', () => every(4)],
  ['(?:once )?(?:daily|everyday|day after day)', () => every(1)],
  ['(?:bi-?weekly|fortnightly)', () => every(14)],
  ['(?:once )?(?:weekly|wkly)', () => every(7)],
  [
    '(?:once )?monthly(?! (?:report|statement|close|recon|book|payroll|financial|fee|retainer|sales|bank|p&l))',
    () => every(30),
  ],
]

const COUNTS: readonly Span[] = [
  // "Stop after 3" is a number; "stop after 3 pm" is a time.
  [
    [
      '(?<=\\b(?:stop|stopping|quit|cease|finish|end|done|give up|leave it)(?: it| there| reminding| reminders)?',
      ` after )(${NUMBER})(?! ?(?:${UNIT}|am|pm|o'?clock|in the|hours?)\\b|[\\d/:]|th|rd|nd|st)`,
    ].join(''),
    ([, n]) => ({ tag: 'COUNT', n: numberOf(n) }),
  ],
  [
    [
      '(?<=\\b(?:max|maximum|max of|maximum of|at most|up to|no more than|not more than',
      '|cap (?:it |them |reminders )?at|capped at|limit (?:it |them |reminders )?to|stick',
      ` to) )(${NUMBER})(?! ${UNIT}|[\\d/:]| ?(?:am|pm)|${PER})`,
    ].join(''),
    ([, n]) => ({ tag: 'COUNT', n: numberOf(n) }),
  ],
  [
    `(?<!${MONTH} )(?!an? )(${NUMBER})(?= (?:max|maximum|tops|at most|in total|total)(?![\\p{L}]))`,
    ([, , n]) => ({ tag: 'COUNT', n: numberOf(n) }),
  ],
  [
    `(?!an? (?!single|couple))(${NUMBER}) ?(?:-|–|to|or) ?(${NUMBER})(?= (?:[\\p{L}-]+ )?${NOUN})`,
    ([, , n]) => ({ tag: 'COUNT', n: numberOf(n) }),
  ],
  [`(?!an? (?!single|couple))(${NUMBER})(?= (?:[\\p{L}-]+ )?${NOUN})`, ([, n]) => ({ tag: 'COUNT', n: numberOf(n) })],
  [`(?!an? )(${NUMBER})(?: ?x| times?)`, ([, n]) => ({ tag: 'COUNT', n: numberOf(n) })],
  [
    `(?<=\\bafter (?:the )?)(first|second|third|fourth|fifth|[1-5](?:st|nd|rd|th))(?= ${NOUN})`,
    ([, n = '']) => ({ tag: 'COUNT', n: Number.parseInt(n, 10) || ORDINALS.indexOf(n) + 1 }),
  ],
  ['twice', () => ({ tag: 'COUNT', n: 2 })],
  ['(?:just )?the once|(?:a )?one[- ](?:off|time)', () => ({ tag: 'COUNT', n: 1 })],
  [
    [
      'once(?= ?(?:$|[,.;!?)]|only|on|in|max|total|and|then|before|next|this|around|the',
      ' (?:day|week)|[\\ue000-\\uf8ff]|please|pls|is (?:enough|plenty|fine)|at most|a',
      ' few))',
    ].join(''),
    () => ({ tag: 'COUNT', n: 1 }),
  ],
]

const DURATIONS: readonly Span[] = [
  [
    `(?:a )?(week|day|month) or (?:two|so)`,
    ([text, unit]) => ({ tag: 'DURATION', days: daysOf(unit) * (/two/.test(text ?? '') ? 2 : 1) }),
  ],
  [
    `(${NUMBER}) ?(?:-|–|to|or) ?(${NUMBER}) ${UNIT}`,
    ([, , n, unit]) => ({ tag: 'DURATION', days: numberOf(n) * daysOf(unit) }),
  ],
  [
    [
      '(?<!(?:those|these) )(?:(?:at least|about|another|the next|next|a full|roughly',
      `|around) )*(${NUMBER})(?: full| whole| more| solid)? ${UNIT}`,
    ].join(''),
    ([, n, unit]) => ({ tag: 'DURATION', days: numberOf(n) * daysOf(unit) }),
  ],
  ['(?:a )?fortnight', () => ({ tag: 'DURATION', days: 14 })],
]

const mark = (marked: MarkedText, spans: readonly Span[]): void => {
  for (const [pattern, read] of spans) marked.replace(form(pattern), read)
}

export const markDocuments = (marked: MarkedText): void => mark(marked, DOCUMENTS)
/** Marks what must be found before chrono-node reads the dates. */
export const markRhythm = (marked: MarkedText): void => mark(marked, [...WEEKDAYS, ...INTERVALS, ...COUNTS, ...HOURS])
export const markDurations = (marked: MarkedText): void => mark(marked, DURATIONS)
