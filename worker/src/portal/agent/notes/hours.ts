import { REMINDER_HOURS } from '@portal/contract/limits'
import { MONTH, weekdayNamed } from './date-forms.ts'
import { NOUN, type Span } from './span.ts'
import type { Value } from './marks.ts'

/** Ways to write hours and weekdays. */

/** Returns HH:MM. Hours from 1 to 7 without am or pm are in the afternoon. */
function clock(text = ''): string {
  const [, hour = '0', minute = '00', half = ''] = /(\d{1,2})(?:[:.](\d\d))?\s*([ap]?)/i.exec(text) ?? []
  const n = Number(hour)
  const isAfternoon = half === 'p' ? n < 12 : half === '' && n < 8
  return `${String(isAfternoon ? n + 12 : n === 12 && half === 'a' ? 0 : n).padStart(2, '0')}:${minute}`
}
const HALF = '(?:am|pm|a\\.m\\.?|p\\.m\\.?|a|p)'
const SUFFIX = "(?: ?o'?clock)?(?: in the (?:morning|afternoon|evening)| at night)?"
const HOUR = '(?:[01]?\\d|2[0-3])(?:[:.][0-5]\\d)?'
const NOT_CLOCK = [
  '(?! ?(?:[/:.]?\\d|st\\b|nd\\b|rd\\b|th\\b|x\\b|times|days?|weeks?|months?|hours?',
  `|years?|${NOUN}|${MONTH}|%|[\\ue000-\\uf8ff]))`,
].join('')

/** Words that can follow an hour without am or pm. */
const CLOCK_END = [
  '(?= ?(?:$|[,.;!?):-]|(?:and|or|on|in|please|pls|only|is|are|works|at|each|every',
  '|but|so|to|because|as|when|since|thanks|thx|local|her|his)\\b))',
].join('')

function clockAt(text: string): Value {
  const at = clock(text)
  // "10 in the evening" is 22:00.
  const isLate = /afternoon|evening|night/.test(text) && at < '12:00'
  return { tag: 'CLOCK', at: isLate ? `${Number(at.slice(0, 2)) + 12}${at.slice(2)}` : at }
}
function hoursOf(from = '', until = ''): Value | null {
  const half = /[ap]/.exec(until)?.[0] ?? ''
  const end = clock(until)
  const start = clock(/[ap]/.test(from) || half !== 'p' ? from : clock(`${from}p`) < end ? `${from}p` : from)
  return start < end ? { tag: 'HOURS', from: start, until: end } : null
}
const part = (from: string, until: string) => (): Value => ({ tag: 'HOURS', from, until })

const LUNCH = '(?:the )?lunch(?: ?time)?(?: hour)?'

export const HOURS: readonly Span[] = [
  [
    [
      `${LUNCH}(?: ?break)?,? (?:from |is |between )?`,
      `(${HOUR} ?${HALF}?) ?(?:-|–|—|to|and) ?(${HOUR} ?${HALF}?)${NOT_CLOCK}`,
    ].join(''),
    ([, from, until]) => hoursOf(from, until),
  ],
  [
    `(?<=\\b(?:during|over|at|avoid|not|except) (?:(?:his|her|their|the) )?)${LUNCH}(?: ?break)?`,
    part('12:00', '13:00'),
  ],
  [
    `(?<!${MONTH} )(${HOUR} ?${HALF}?) ?(?:-|–|—|to|til|till|until|and) ?(${HOUR} ?${HALF})${SUFFIX}`,
    ([, , ...g]) => hoursOf(g.at(-2), g.at(-1)),
  ],
  [
    [
      '(?<=between |from |hours |weekdays |fri |friday |fridays |works |working |only',
      ' |work |available |ok |okay |fine |best |emails |email |reach |contact |open |office',
      ` |him |her |them )(${HOUR}) ?(?:-|–|—|to|til|till|until|and) ?(${HOUR})${NOT_CLOCK}`,
      '(?: in the morning| in the afternoon)?',
    ].join(''),
    ([, from, until]) => hoursOf(from, until),
  ],
  [`(?<![\\d/])(9) ?(?:-|–|to) ?(5)${NOT_CLOCK}`, ([, from, until]) => hoursOf(from, until)],
  [`${HOUR} ?${HALF}(?:${SUFFIX})`, ([text = '']) => clockAt(text)],
  [`${HOUR}(?: ?o'?clock| in the (?:morning|afternoon|evening)| at night)`, ([text = '']) => clockAt(text)],
  [
    [`(?<=\\b(?:before|after|past|until|till|til|by|at|from) )${HOUR}${NOT_CLOCK}${CLOCK_END}`].join(''),
    ([text = '']) => clockAt(text),
  ],
  [
    `(?:noon|midday) ?(?:-|–|—|to|till?|until|and) ?(${HOUR} ?${HALF}?)${NOT_CLOCK}`,
    ([, until]) => hoursOf('12', until),
  ],
  [
    `(${HOUR}) ?${HALF}? ?(?:-|–|—|to|till?|until) ?(?:noon|midday)`,
    ([, from = '']) => ({ tag: 'HOURS', from: `${from.padStart(2, '0')}:00`.slice(0, 5), until: '12:00' }),
  ],
  [`noon|midday|${LUNCH}`, ([text]) => ({ tag: 'CLOCK', at: /lunch/.test(text ?? '') ? '13:00' : '12:00' })],
  ['(?:the )?early (?:in the )?mornings?', part('08:00', '10:00')],
  ['(?:the )?early evenings?', part('17:00', '19:00')],
  ['(?:the )?early afternoons?', part('12:00', '15:00')],
  ['(?:the )?late afternoons?', part('15:00', '18:00')],
  ['(?:the )?late mornings?', part('10:00', '12:00')],
  ['(?<!(?:this|tomorrow|[a-z]{3}day) )(?:(?:the|her|his|their) )?mornings?', part('09:00', '12:00')],
  ['(?<!(?:this|tomorrow|[a-z]{3}day) )(?:(?:the|her|his|their) )?afternoons?', part('12:00', '18:00')],
  [
    [
      '(?<!(?:this|tomorrow|[a-z]{3}day|works|work|working) )(?:(?:the|her|his|their)',
      ' )?(?:late )?(?:evenings?|nights?(?! shift))',
    ].join(''),
    part('17:00', REMINDER_HOURS.until),
  ],
  [
    '(?:outside (?:of )?|after )(?:normal |regular )?(?:(?:business|office|work(?:ing)?|school) ?hours|hours|work)',
    part('17:00', REMINDER_HOURS.until),
  ],
  ['(?:(?:normal|regular) )?(?:business|office|work(?:ing)?|bank) ?hours', part('09:00', '17:00')],
]

const SHORT = '(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)'
const namesIn = (text = ''): number[] =>
  [...text.replace(/\band\b|\bor\b/g, ' ').matchAll(/[a-z]{3,}/g)]
    .map(([name]) => weekdayNamed(name))
    .filter((d) => d >= 0)
function rangeOf(from = '', until = ''): Value {
  const [a, b] = [weekdayNamed(from), weekdayNamed(until)]
  return { tag: 'WEEKDAYS', days: Array.from({ length: ((b - a + 7) % 7) + 1 }, (_, i) => (a + i) % 7) }
}
export const WEEKDAYS: readonly Span[] = [
  ['mid-?week', () => ({ tag: 'WEEKDAYS', days: [2, 3, 4] })],
  [
    [
      `${SHORT}(?:day)?s?(?:(?:,? and |,? & |, ?|/| or )${SHORT}(?:day)?s?)+(?= (?:mornings`,
      `|afternoons|evenings|only|are|is|work|works))|(?<=only(?: on)? )${SHORT}(?:day)?s?`,
      `(?:(?:,? and |,? & |, ?|/| or )${SHORT}(?:day)?s?)+`,
    ].join(''),
    ([text]) => ({ tag: 'WEEKDAYS', days: namesIn(text) }),
  ],
  [
    `(${SHORT}(?:day)?s?) ?(?:-|–|to|through|thru) ?(${SHORT}(?:day)?s?)(?! \\d)`,
    ([, from, until]) => rangeOf(from, until),
  ],
  ['m ?- ?f', () => rangeOf('mon', 'fri')],
  ['(?:m/w/f|mwf)', () => ({ tag: 'WEEKDAYS', days: [1, 3, 5] })],
  ['(?:t/th|tth|tu/th)', () => ({ tag: 'WEEKDAYS', days: [2, 4] })],
  ['(?:on )?(?:a )?(?:weekdays?|workdays?|working days|business days)', () => rangeOf('mon', 'fri')],
  [
    [
      'weekends|weekend(?= (?:emails?|reminders?|messages?|contact|pings?))|(?<=(?:no',
      '|over|on|during|at|a|every|the) )(?:the |a )?weekends?(?! (?:of|after|before))',
    ].join(''),
    () => ({ tag: 'WEEKDAYS', days: [0, 6] }),
  ],
  [
    `(?:${SHORT}(?:day)?s)`,
    ([text]) => (/^(?:tues|thurs|wednes)$/.test(text ?? '') ? null : { tag: 'WEEKDAYS', days: namesIn(text) }),
  ],
  [`(?:every|each|any|on an?|an?) (${SHORT}(?:day)?)`, ([, text]) => ({ tag: 'WEEKDAYS', days: namesIn(text) })],
  [
    `(?<=except |except on |any ?time but |any day but |every day but |excluding )${SHORT}(?:day)?`,
    ([text]) => ({ tag: 'WEEKDAYS', days: namesIn(text) }),
  ],
  [
    `${SHORT}(?:day)?(?= (?:e-?mails?|reminders?|messages?|nudges?|pings?))`,
    ([text]) => ({ tag: 'WEEKDAYS', days: namesIn(text) }),
  ],
  [
    `${SHORT}(?:day)?(?= (?:mornings|afternoons|evenings|nights))`,
    ([text]) => ({ tag: 'WEEKDAYS', days: namesIn(text) }),
  ],
]
