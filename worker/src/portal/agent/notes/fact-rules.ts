import { cleanLine } from '@portal/contract/text'
import { addDays } from '@portal/contract/dates'
import type { RuleContext } from './draft.ts'
import { MARK, type MarkedText } from './marks.ts'
import { END, type Phrase, START, type Word } from './phrase.ts'

/** Rules about facts, reasons, and the bookkeeper's own work, which ask nothing of the agent. */

const NOUN = '(?:OTHER|FACT|DOC|DOCUMENT|NAME|PERSON|NUMBER|ALREADY)'
const NOUNS = `(?:${NOUN} )+`
/** Words of a job that has nothing to do with reminders. */
const JOB = `(?:${NOUN} |I |HAVE |AND |OR |ON |FOR |BY |ABOUT |FROM |DATE |CC |NEED |TASK )`

/** Dates further ahead than this are over and were meant for the past. */
const AHEAD_MAX = 300

const textOf = (words: readonly Word[] | undefined): string => (words ?? []).map((w) => w.text).join(' ')

/** Reads facts and removes them. */
export function readFacts(phrase: Phrase, at: RuleContext): void {
  readJobs(phrase)
  readPeople(phrase)
  readPast(phrase, at)
}

const PAPER = [
  'docs?|documents?|receipts?|invoices?|statements?|stmts?|reports?|payroll|certs?|certificates?|forms?',
  '|(?:w|k)-?[1-9]s?|1099s?|bills?|records?|letters?',
].join('')
const SOURCE = [
  '(?:comes?|coming|arrives?|provided|supplied|sent|submitted|uploaded|handled|done|prepared)',
  ' (?:\\p{L}+ )?(?:from|through|via|by)',
].join('')
const HAS_PAPER = new RegExp(`(?<![\\p{L}\\d])(?:${PAPER})(?![\\p{L}\\d])`, 'iu')
const HAS_SOURCE = new RegExp(`(?<!\\p{L})${SOURCE} (?!(?:the )?${MARK}|then\\b|now\\b)`, 'iu')

/**
 * Returns whether a statement says that somebody else sends a document, such as "payroll reports come from Gusto". Only
 * the bookkeeper knows whether to ask the client for it.
 */
export const isSentByOthers = (statement: string, marked: MarkedText): boolean =>
  HAS_SOURCE.test(statement) && HAS_PAPER.test(marked.plain(statement))

/** Reads what the bookkeeper or a colleague does. */
function readJobs(phrase: Phrase): void {
  const isPlain = (): boolean =>
    !phrase.words.some((w) => /^(?:CONTACT|NAG|NOUN|NOT|NO|NOTHING|STOP|PAUSE)$/.test(w.tag))
  // "Note to self: check the lease", "Jen needs to file the extension by 12/20"
  phrase.rule(`^OWN (?:COMMA )?${JOB}*$`, isPlain)
  phrase.rule(`^(?:I |${NOUN} )*(?:NEED |HAVE )?TASK ${JOB}*$`, isPlain)
  // "Check with Rob whether we bill monthly"
  phrase.rule(`^(?:CC |ASK )(?:${NOUN} )+(?:COND |ABOUT |WHEN )(?:${JOB}|EVERY )*$`, (_, all) => {
    return isPlain() && all.some((w) => w.tag === 'FACT' || w.tag === 'I')
  })
}

/** Reads who and where someone is. */
function readPeople(phrase: Phrase): void {
  // "Spouse: Karen"
  const names = '(?:NAME |OTHER ){1,3}'
  phrase.rule(`${START}(?:PERSON |FACT )COMMA ${names}(?:(?:COMMA |AND )${names})*${END}`, (_, [, , ...all]) =>
    all.every((w) => w.tag !== 'OTHER' || /^\p{Lu}/u.test(w.text)),
  )
  // "Two kids, one at NYU"
  phrase.rule(
    [
      `${START}(?:(?:HAVE |FACT )+NUMBER ${NOUN} |NUMBER (?:PERSON |FACT ))(?:${NOUN} |ON )*`,
      `(?:(?:COMMA |AND )+NUMBER (?:ON )?${NOUNS})*${END}`,
    ].join(''),
    () => true,
  )
  // "New address: 44 Grove St, Apt 2B"
  phrase.rule(`^(?:CC |CHANNEL |FACT |OTHER )+COMMA (?:${NOUN} |COMMA )+$`, (_, all) => {
    const [label = '', ...rest] = textOf(all).split(':')
    return /(?:address|phone|cell|mobile|tel|fax|number|ein|zip)$/i.test(cleanLine(label)) && /\d/.test(rest.join())
  })
  // "Board meets the first Monday of every month"
  phrase.rule(`^${NOUNS}MEETS (?:${NOUN} |FIRST |ON |DATE |WEEKDAYS |EVERY |UNIT |HOURS |CLOCK )*$`, () => true)
}

/** Reads what has happened: "Paid invoice 1042 on 11/12". */
function readPast(phrase: Phrase, { today }: RuleContext): void {
  phrase.rule(
    `${START}(?:I )?(?:FACT |HAVE |SEND |SUBMIT |OTHER )(?:${NOUN} )*(?:ON )?(?<day>DATE )${END}`,
    ({ day }, all) => {
      const value = day?.[0]?.value
      const isPast = /^(?:paid|sent|got|spoke|met)$|ed$/i.test(all.find((w) => w.tag !== 'I')?.text ?? '')
      return isPast && value?.tag === 'DATE' && value.from > addDays(today, AHEAD_MAX)
    },
  )
}

/** Reads why something is asked for. */
export function readReasons(phrase: Phrase, { draft }: RuleContext): void {
  const isNegative = (): boolean => phrase.words.some((w) => /^(?:NOT|NO|NOTHING|SKIP)$/.test(w.tag))
  // "No emails on Friday afternoons, they close at noon"
  phrase.rule(`(?:COMMA |SO )+(?:AWAY |BACK |${NOUN} )+ON (?<hour>CLOCK )${END}`, (_, all) => {
    return isNegative() && all.some((w) => /^clos(?:es?|ing)$/i.test(w.text))
  })
  // "Don't ask for the mileage log, he has none"
  phrase.rule(`(?:COMMA |SO )+HAVE NOTHING ${END}`, (_, [, verb]) => {
    return verb !== undefined && /\b(?:he|she|they|client)$/.test(phrase.textBefore(verb, 1))
  })
  // "Don't ask for payroll, ADP sends it straight to us"
  phrase.rule(
    [
      '(?:COMMA |SO |DONE_MARK )+(?:PERSON |NAME |FACT |I |OTHER )+',
      `(?:SUBMIT |SEND |HAVE |HANDLE )(?:${NOUN} |I |FOR |ON )*${END}`,
    ].join(''),
    (_, all) => {
      const verb = all.find((w) => /^(?:SUBMIT|SEND|HAVE|HANDLE)$/.test(w.tag))
      const isOurs = all.some((w) => w.tag === 'I')
      return draft.not_for.length > 0 && verb !== undefined && (isOurs || /s$/i.test(verb.text))
    },
  )
}
