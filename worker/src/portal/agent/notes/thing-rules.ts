import { addDays } from '@portal/contract/dates'
import { PREFERENCE_TEXT_MAX } from '@portal/contract/limits'
import { plainText } from '../words/plain-text.ts'
import type { RuleContext } from './draft.ts'
import type { DateValue } from './marks.ts'
import { END, START, type Phrase, type Word } from './phrase.ts'

/** Rules about what to ask for first, what not to ask for, and what ends the reminders. */

const WORD = '(?:OTHER|FACT|DOC|DOCUMENT|NAME|PERSON|NUMBER)'
const THING = `(?:${WORD} )+`
/** A thing that is known to be a document. */
const PAPER = `(?:${WORD} )*(?:DOC|DOCUMENT) (?:${WORD} )*`
const AND = '(?:COMMA |AND |OR |COMMA AND |COMMA OR )(?:THEN )?(?:FOR |LEAD )?'
const THINGS = `${THING}(?:${AND}${THING})*`
const PAPERS = `${PAPER}(?:(?:COMMA ${PAPER}|(?:COMMA )?AND ${THING}))*`
const THEN = '(?:(?:COMMA |AND )*THEN (?:ASK |FOR |LEAD |NEED )*)'
const ASKS = '(?:ASK |CONTACT |NAG |CHANNEL |SEND |NOUN |HAVE )'
const ARRIVED = '(?:ARRIVE |SUBMIT |SEND |HAVE |ON |ALREADY )'
const DAY = '(?<date>DATE )'

const PRONOUNS = 'it|this|that|him|her|me|us|what|everything|anything|all|stuff|things|one|nothing|money|attention'
const CLAUSES = "not|don'?t|never|until|before|after|he|she|they|i|we|is|are|was"
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/i
/** Words that do not name a document. */
const NOT_A_THING = new RegExp(
  [
    `^(?:${PRONOUNS}|not|no|only)$|@|\\d{7}|[<>{}]|\\b(?:${CLAUSES})\\b`,
    // "Receipts last", "promised everything by Friday"
    '|(?:^| )(?:last|later|second|third)$|\\bpromise[ds]?\\b',
    // "Skip the last week"
    '|(?:^| )(?:days?|weeks?|months?|summer|winter|spring|autumn)$|\\bweekends?\\b',
  ].join(''),
  'i',
)

/** Splits a list of things. @returns null when one of them does not name a document */
function listOf(phrase: Phrase, words: readonly Word[]): string[] | null {
  const lists: Word[][] = [[]]
  for (const word of words) {
    const list = lists.at(-1) ?? []
    // "Oct and Nov statements" is one thing.
    const isMonth = list.length === 1 && MONTH.test(list[0]?.text ?? '')
    if (!/^(?:COMMA|AND|OR|THEN|FOR|LEAD|ASK|NEED)$/.test(word.tag)) list.push(word)
    else if (!isMonth) lists.push([])
  }
  const things = lists
    .filter((list) => list.length > 0)
    .map((list) => plainText(phrase.textOf(list), PREFERENCE_TEXT_MAX))
  const names = new Set(['NAME', 'PERSON', 'COMMA', 'AND', 'OR', 'THEN'])
  if (words.every((w) => names.has(w.tag))) return null
  const isList = things.every((thing) => thing.length > 1 && thing.split(' ').length <= 8 && !NOT_A_THING.test(thing))
  return isList && things.length > 0 ? things : null
}

type List = 'first' | 'not_for' | 'until_received'

/** What rules about things use. */
type Things = ReturnType<typeof thingsIn>

function thingsIn(phrase: Phrase, { draft, date, due: usualDue }: RuleContext) {
  const add = (list: List, words: readonly Word[] = []): boolean => {
    const found = listOf(phrase, words)
    if (!found) return false
    draft[list].push(...found.filter((thing) => !draft[list].includes(thing)))
    return true
  }
  const dateIn = (words: readonly Word[] = []): DateValue | null => {
    const value = words.find((w) => w.tag === 'DATE')?.value
    return value?.tag === 'DATE' ? date(value) : null
  }
  const later = (words: readonly Word[] | undefined, day: readonly Word[] | undefined, isAfter: boolean): boolean => {
    const what = words ? listOf(phrase, words) : []
    const on = dateIn(day)
    if (!what || !on) return false
    draft.parts.push({ what, due: null, not_before: isAfter ? addDays(on.until, 1) : on.from })
    return true
  }
  const due = (words: readonly Word[] | undefined, day: readonly Word[] | undefined): boolean => {
    const what = listOf(phrase, words ?? [])
    const by = dateIn(day)
    if (!what || !by) return false
    draft.parts.push({ what, due: by.until, not_before: null })
    return add('first', words)
  }
  const restBy = (day: readonly Word[] | undefined): boolean => {
    const by = dateIn(day)
    // "The rest by the due date" changes nothing.
    if (by && by.until !== usualDue) draft.parts.push({ what: [], due: by.until, not_before: null })
    return by !== null
  }
  const isPositive = (): boolean => !phrase.words.some((w) => /^(?:NOT|NO|NOTHING|STOP|PAUSE|LEAVE)$/.test(w.tag))
  return { phrase, draft, add, later, due, restBy, isPositive }
}

/** Reads what ends the reminders. */
function readEnds({ phrase, add, isPositive }: Things): void {
  const stops = `(?:STOP |NO |NOT ${ASKS}|ENOUGH )${ASKS}*(?:WHEN |AFTER )`
  phrase.rule(`${stops}(?:I )?${ARRIVED}+(?<x>${THINGS})${ARRIVED}*${END}`, ({ x }) => add('until_received', x))
  phrase.rule(`${stops}(?<x>${PAPERS})${ARRIVED}+${END}`, ({ x }) => add('until_received', x))
  phrase.rule(
    `UNTIL (?:I )?${ARRIVED}+(?<x>${THINGS})${ARRIVED}*${END}`,
    ({ x }) => isPositive() && add('until_received', x),
  )
  // "Once we have the W-9, no more reminders"
  const then = `(?:COMMA |THEN |SO )*(?:STOP |NO |NOT |ENOUGH |NOTHING )${ASKS}*${END}`
  phrase.rule(`(?:WHEN |AFTER )(?:I )?${ARRIVED}+(?<x>${THINGS})${ARRIVED}*${then}`, ({ x }) =>
    add('until_received', x),
  )
  phrase.rule(`(?:WHEN |AFTER )(?<x>${PAPERS})${ARRIVED}+${then}`, ({ x }) => add('until_received', x))
  phrase.rule(`UNTIL (?<x>${PAPERS})${ARRIVED}+${END}`, ({ x }) => isPositive() && add('until_received', x))
}

/** Reads what can wait. */
function readLater({ phrase, draft, later, restBy }: Things): void {
  const until = '(?<after>UNTIL AFTER |AFTER |UNTIL )'
  const isAfter = (words: readonly Word[] = []): boolean => words.some((w) => w.tag === 'AFTER')
  phrase.rule(`REST (?:PAUSE |FROM |ON |SUBMIT |ARRIVE )*${until}${DAY}`, (g) =>
    later(undefined, g['date'], isAfter(g['after'])),
  )
  phrase.rule(`REST (?:DOC )?(?:NOT )?BEFORE ${DAY}`, (g) => later(undefined, g['date'], false))
  phrase.rule(`REST (?:ARRIVE |NEED )?BY ${DAY}`, (g) => restBy(g['date']))
  phrase.rule(`(?:NEED |THEN |COMMA |AND |BUT )*REST (?:ON |FOR |NEED |ARRIVE |ASK )*USUAL ${END}`, () => true)
  phrase.rule(`(?<x>${PAPERS})PAUSE ${until}${DAY}`, (g) => later(g['x'], g['date'], isAfter(g['after'])))
  phrase.rule(`PAUSE (?:FOR |ON |ABOUT |ASK |NOUN )*(?<x>${PAPERS})${until}${DAY}`, (g) =>
    later(g['x'], g['date'], isAfter(g['after'])),
  )
  phrase.rule(
    `NOT (?:${ASKS}*ASK |${ASKS}+(?:FOR |ABOUT )+)(?<x>${THINGS})(?:UNTIL |BEFORE )(?<after>AFTER )?${DAY}`,
    (g) => later(g['x'], g['date'], isAfter(g['after'])),
  )
  phrase.rule(
    [
      `(?<x>${PAPERS})(?:NOT )?(?:AWAY |GOOD |HAVE |ARRIVE |OTHER |NOT |SUBMIT )+(?:UNTIL`,
      ` |BEFORE )(?<after>AFTER )?${DAY}`,
    ].join(''),
    (g) => later(g['x'], g['date'], isAfter(g['after'])),
  )
  phrase.rule(`(?:I )?NOT (?:HAVE |SUBMIT |SEND )+(?<x>${PAPERS})(?:UNTIL |BEFORE )(?<after>AFTER )?${DAY}`, (g) =>
    later(g['x'], g['date'], isAfter(g['after'])),
  )
  const waited = (): boolean => draft.parts.some((p) => p.not_before !== null)
  phrase.rule(
    `(?:COMMA |SO |AND )*(?:NOT ASK |SKIP |PAUSE )(?:FOR |ABOUT |ON )?UNTIL (?:THAT_TIME |THEN )${END}`,
    waited,
  )
}

/** Reads what not to ask for. */
function readNotNeeded({ phrase, add }: Things): void {
  const again = [
    '(?:(?:COMMA |SO |AND )*(?:(?:NOT |NO )(?:ASK |CONTACT |NAG |NEED |NOUN )+(?:FOR',
    ` |ABOUT |ON )*|SKIP |ALREADY )${END})?`,
  ].join('')
  phrase.rule(
    [
      `(?:NOT ${ASKS}+(?:NOUN )?(?:FOR |ABOUT )+|NOT ASK |NO (?:NOUN |ASK |CONTACT`,
      ` )+(?:FOR |ABOUT )+|SKIP )(?<x>${THINGS})(?:(?:COMMA |SO )*I (?:ALREADY )?HAVE`,
      ` (?:ALREADY )?)?(?:ALREADY )?${END}`,
    ].join(''),
    ({ x }) => add('not_for', x),
  )
  phrase.rule(`(?:I )?NOT NEED (?<x>${PAPERS})(?:STILL )?${again}`, ({ x }) => add('not_for', x))
  phrase.rule(`(?<x>${PAPERS})(?:NOT NEED |ALREADY )+(?:HAVE |ON |ALREADY )*${again}`, ({ x }) => add('not_for', x))
  phrase.rule(`(?:I )?(?:ALREADY HAVE |HAVE ALREADY |ALREADY )(?<x>${PAPERS})${again}`, ({ x }) => add('not_for', x))
  phrase.rule(`I HAVE (?<x>${THINGS})ALREADY ${again}`, ({ x }) => add('not_for', x))
  phrase.rule(
    `I (?:ALREADY )?(?:HAVE )+(?<x>${PAPERS})(?:I |FROM ${THING})?${again}`,
    ({ x }, [, verb]) => !(verb && /\b(?:to|must|should)$/.test(phrase.textBefore(verb, 1))) && add('not_for', x),
  )
  // "Her accountant sends the payroll, so don't ask him for it"
  phrase.rule(
    [
      `${START}(?:PERSON |NAME |OTHER |FACT )+(?:ALREADY )?(?:SUBMIT |SEND |HAVE |HANDLE )+(?<x>${THINGS})(?:FOR I )?`,
      `(?:COMMA |SO |AND )*(?:NOT ASK |NOT CONTACT |NO NEED |SKIP )(?:FOR |ABOUT )*${END}`,
    ].join(''),
    ({ x }) => add('not_for', x),
  )
}

/** Reads what is due at another time. */
function readDue({ phrase, due, isPositive }: Things): void {
  phrase.rule(`(?:I )?(?:STILL )?NEED (?<x>${THINGS})(?:ON )?BY ${DAY}`, (g) => due(g['x'], g['date']))
  phrase.rule(`BY ${DAY}(?:COMMA )?(?:I )?NEED (?<x>${THINGS})`, (g) => due(g['x'], g['date']))
  phrase.rule(
    `(?<x>${THINGS})(?:NEED |ARRIVE |HAVE |SUBMIT |ON )*BY ${DAY}(?:BY )?`,
    (g) => isPositive() && due(g['x'], g['date']),
  )
  phrase.rule(`(?<x>${THINGS})(?:NEED |ARRIVE )?${DAY}BY `, (g) => due(g['x'], g['date']))
}

/** Reads what to ask for first. */
function readFirst({ phrase, draft, add, isPositive }: Things): void {
  phrase.rule(`NOT FORGET (?:ABOUT |FOR |ASK )*(?<x>${THINGS})`, ({ x }) => add('first', x))
  phrase.rule('NOT FORGET ', () => true)
  const begin = [
    '(?:LEAD |ASK |NEED |STILL |HAVE |SUBMIT |PUSHY FOR |CONTACT FOR |CONTACT ABOUT',
    ' |CONTACT FIRST ABOUT |CONTACT FIRST FOR |I |ONLY |FOR )',
  ].join('')
  phrase.rule(
    `(?:${begin})*(?<x>${THINGS})FIRST ${THEN}(?<y>${THINGS})${END}`,
    ({ x, y }) => isPositive() && add('first', x) && add('first', y),
  )
  phrase.rule(
    `FIRST (?:COMMA )?${begin}*(?<x>${THINGS})(?:${THEN}(?<y>${THINGS}))?${END}`,
    ({ x, y }) => isPositive() && add('first', x) && (!y?.length || add('first', y)),
  )
  phrase.rule(`${begin}*(?<x>${THINGS})(?:THEN )?(?:NEED )?FIRST ${END}`, ({ x }) => add('first', x))
  phrase.rule(
    [
      `(?:LEAD |ASK |PUSHY FOR |FIRM FOR |CONTACT (?:FIRST )?(?:FOR |ABOUT ))(?<x>${THINGS})`,
      `(?:${THEN}(?<y>${THINGS}))?(?:FIRST )?${END}`,
    ].join(''),
    ({ x, y }, all) => {
      if (!isPositive() || !add('first', x) || (y?.length && !add('first', y))) return false
      if (all[0]?.tag === 'FIRM') for (const tone of [draft.tone.before, draft.tone.after]) tone.add('firm')
      return true
    },
  )
  phrase.rule(
    `CONTACT (?<x>${PAPERS})(?:FIRST )?${END}`,
    ({ x }, [verb]) => isPositive() && /^chas/i.test(verb?.text ?? '') && add('first', x),
  )
  phrase.rule(
    `(?:I )?(?:STILL )?(?:NEED |STILL |OWE )(?:I |COMMA )?(?<x>${PAPERS})(?:FIRST )?${END}`,
    ({ x }) => isPositive() && add('first', x),
  )
  phrase.rule(`(?<x>${PAPERS})(?:FIRST )?I (?:STILL |NEED )+${END}`, ({ x }) => isPositive() && add('first', x))
  phrase.rule(`(?<x>${PAPERS})(?:STILL |NEED )+${END}`, ({ x }) => isPositive() && add('first', x))
  phrase.rule(`(?<x>${PAPERS})(?:${AND})?THEN (?<y>${PAPERS})${END}`, ({ x, y }) => add('first', x) && add('first', y))
  const isStated = (): boolean => draft.first.length > 0
  phrase.rule(`(?:HAVE |ASK |LEAD |NEED |CONTACT )FIRST ${END}`, isStated)
  phrase.rule(`(?:COMMA |AND |SO )+(?:LEAD |ASK |START )+(?:FOR |ON )?${END}`, isStated)
  phrase.rule(`(?:COMMA |AND )*THEN (?:REST )${END}`, isStated)
}

/** Reads the things that a sentence names, and removes what is understood. */
export function readThings(phrase: Phrase, at: RuleContext): void {
  const things = thingsIn(phrase, at)
  readEnds(things)
  readLater(things)
  readNotNeeded(things)
  readDue(things)
  readFirst(things)
}
