import { isTypo } from './typos.ts'

/** Abbreviations and short forms, and what they stand for. */
const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/[’‘`´]/g, "'"],
  [/[“”"]/g, ' '],
  [/(\d),(?=\d{3}\b)/g, '$1'],
  // Without spaces, chrono-node reads "11/25-12" as a date.
  [/(\d{1,2}\/\d{1,2}) ?[-–—] ?(?=\d)/g, '$1 – '],
  [/\bdon'?t\b/gi, 'do not'],
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must|need)n'?t\b/gi, '$1 not'],
  [/\b(?:wont|won't)\b/gi, 'will not'],
  [/\b(?:cannot|can't|cant)\b/gi, 'can not'],
  [/\b(he|she|it|that|there|who|what|let)'s\b/gi, '$1 is'],
  [/\b(they|we|you)'re\b/gi, '$1 are'],
  [/\bi'm\b/gi, 'I am'],
  [/\b(i|he|she|it|they|we|you)'ll\b/gi, '$1 will'],
  [/\b(i|they|we|you)'ve\b/gi, '$1 have'],
  [/\b(i|he|she|they|we|you)'d\b/gi, '$1 would'],
  [/\bw\/(?=\s)/gi, 'with'],
  [/\bw\/o\b/gi, 'without'],
  [/\be-(?=mail)/gi, 'e'],
  [/\b(mr|mrs|ms|dr|st|vs|etc|approx)\./gi, '$1'],
  [/\b(?:e\.g|i\.e)\.?/gi, ''],
  [/\bb\/c\b|\bbc\b|\bcuz\b/gi, 'because'],
  [/\bb4\b/gi, 'before'],
  [/\bthru\b/gi, 'through'],
  [/\bthats\b/gi, 'that is'],
  [/\btmrw\b|\btmw\b|\btommorow\b|\btommorrow\b|\btomorow\b/gi, 'tomorrow'],
  [/\bxmas\b|\bx-mas\b/gi, 'christmas'],
  [/\bwks\b/gi, 'weeks'],
  [/\bwknds?\b/gi, 'weekends'],
  [/\bmos\b/gi, 'months'],
  [/\bappt\b/gi, 'appointment'],
  [/\bthanksgivng\b|\bthanksgivin\b|\bthanksgving\b/gi, 'thanksgiving'],
]

const MONTH = [
  '((?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?',
  '|nov(?:ember)?|dec(?:ember)?)\\.?)',
].join('')
const NO_TIME = '(?![\\d:/]|(?: ?[ap]m)|st|nd|rd|th)'
const LIST_OF_DAYS = new RegExp(`\\b${MONTH} (\\d{1,2})((?:(?:,? and |,? & |, |/)\\d{1,2}${NO_TIME})+)`, 'gi')

const RANGE_OF_DAYS = new RegExp(`\\b${MONTH} (\\d{1,2}) through (\\d{1,2})${NO_TIME}`, 'gi')

const TIME_WORDS = `weekly monthly fortnightly morning mornings afternoon afternoons evening evenings weekend weekends
  weekday weekdays monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday
  saturdays sunday sundays january february october november december thanksgiving christmas tomorrow
  reminder reminders message messages maximum before between during through`.split(/\s+/)

/** Corrects one typing error in words that stand for times, unless two words are possible. */
function corrected(word: string): string {
  const lower = word.toLowerCase()
  if (TIME_WORDS.includes(lower) || /^(?:weakly|meekly|warning|meaning|remainder|thorough|massage)$/.test(lower))
    return word
  const possible = TIME_WORDS.filter((known) => isTypo(lower, known))
  const [first = word, second] = possible
  if (possible.length === 2 && second === `${first}s`) return lower.slice(-2).includes('s') ? second : first
  return possible.length === 1 ? first : word
}

/** Returns notes with straight quotes, without short forms, and with the month repeated in "Dec 1, 2 and 3". */
export function normalize(notes: string): string {
  const readable = notes.replace(/[\p{Co}\p{Cc}]/gu, (character) => (character === '\n' ? '\n' : ' '))
  // The patterns of dates need minutes for long runs of white space.
  const text = readable.replace(/[^\S\n]+/g, ' ').replace(/ ?\n[ \n]*/g, '\n')
  return SHORT_FORMS.reduce((result, [pattern, full]) => result.replace(pattern, full), text)
    .replace(/(?<![\p{L}\d])\p{L}{5,12}(?![\p{L}\d])/gu, corrected)
    .replace(RANGE_OF_DAYS, '$1 $2 to $1 $3')
    .replace(
      LIST_OF_DAYS,
      (_, month: string, day: string, rest: string) => `${month} ${day}${rest.replace(/\d{1,2}/g, `${month} $&`)}`,
    )
}
