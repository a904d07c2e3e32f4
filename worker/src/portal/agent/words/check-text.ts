import { cleanText } from '@portal/contract/text'
import type { FollowUpFacts } from '@portal/contract/agent'
import { MONTHS } from '@portal/contract/dates'
import { plainText } from './plain-text.ts'

/**
 * Checks texts written by a model. Everything that matches the facts word for word is masked; the rest must be ordinary
 * English without other numbers, dates, links and quotations, and without topics such as money or passwords.
 */

/** Why a text is refused. Does not quote the text, so it can be logged. */
export type Refusal =
  | 'length'
  | 'characters'
  | 'language'
  | 'number'
  | 'date'
  | 'time'
  | 'topic'
  | 'workform missing'
  | 'section missing'
  | 'wish missing'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const COUNTS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const COUNT = `(\\d+|(?:${COUNTS.join('|')})\\b)`

/** Words that every longer English sentence contains, and other languages rarely do. */
const ENGLISH =
  /\b(?:the|is|are|you|your|we|and|to|for|of|it|that|this|please|still|when|can|with|our|have|just|be)\b/gi
/** Topics that do not belong in a follow-up, except in names of sections. */
const TOPICS = new RegExp(
  [
    String.raw`\b(?:pass(?:word|code|phrase)?s?|pin|codes?|log(?:ging)? ?in|login|sign(?:ing)? ?in`,
    String.raw`|credentials?|pay(?:s|ing|able|ments?)?|paid|transfers?|wire|iban|bitcoin|crypto\w*|gift`,
    String.raw`|cards?|cash|money|dollars?|euros?|fees?|fine[ds]|penalt\w+|refunds?|discounts?|lawyers?`,
    String.raw`|legal\w*|court|police|terminat\w+|click\w*|links?|download\w*|install\w*|attach\w*|call`,
    String.raw`|phone|text|whatsapp|telegram|websites?|urls?|ignore\w*|instruct\w*|prompts?|ai|bot`,
    String.raw`|language model|assistant|system)\b`,
  ].join(''),
  'i',
)
/** Allowed characters. Excludes markup, addresses, codes and quotations. */
const ORDINARY = /^[\p{L}\s0-9.,;:!?()'’–—•&-]*$/u

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu
/** Replaces a part of the text that matches the facts. */
const MASK = '\ufffc'

/** Masks all occurrences of `names` in a text, the longest first. */
function maskNames(text: string, names: readonly string[]): string {
  const sorted = [...new Set(names.filter(Boolean))].sort((a, b) => b.length - a.length)
  if (sorted.length === 0) return text
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${sorted.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'giu'),
    MASK,
  )
}

const ordinalSuffix = (day: number): string =>
  day >= 11 && day <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')

/** Returns the possible spellings of a date. */
function datesOf(date: string): string[] {
  const at = new Date(`${date}T12:00:00Z`)
  if (Number.isNaN(at.getTime())) return []
  const [year, day] = [at.getUTCFullYear(), at.getUTCDate()]
  const month = MONTHS[at.getUTCMonth()] ?? ''
  const nth = `${day}${ordinalSuffix(day)}`
  const short = [month, month.slice(0, 3)].flatMap((m) =>
    [day, nth].flatMap((d) => [`${m} ${d}`, `${d} ${m}`, `${d} of ${m}`]),
  )
  const weekday = DAYS[at.getUTCDay()] ?? ''
  return [date, ...short, ...short.flatMap((d) => [`${d}, ${year}`, `${d} ${year}`]), weekday]
}

const numberOf = (word: string): number => {
  const known = COUNTS.indexOf(word.toLowerCase())
  return known >= 0 ? known : Number(word)
}

/** Returns the names and texts typed by people, which may be repeated. */
function namesIn(facts: FollowUpFacts): string[] {
  const sections = facts.workforms.flatMap((w) => [
    w.name,
    ...w.open_sections,
    ...w.rejected.flatMap((r) => [r.section, r.reason]),
  ])
  return [...sections, facts.firm_name, facts.bookkeeper_name, facts.client_name, facts.wishes.first ?? ''].map((n) =>
    plainText(n, 300),
  )
}

/** Returns whether all statements about time ("3 days", "tomorrow", "overdue") are correct. */
function hasCorrectTimes(text: string, facts: FollowUpFacts): boolean {
  const days = facts.workforms.map((w) => Math.trunc(w.days_left))
  const counted = [...text.matchAll(new RegExp(`\\b${COUNT} (day|week|month|hour|minute)s?\\b`, 'gi'))]
  const fits = counted.every(([, count = '', unit = '']) =>
    days.some(
      (d) =>
        Math.abs(d) === numberOf(count) * (unit.toLowerCase() === 'week' ? 7 : 1) && !/month|hour|minute/i.test(unit),
    ),
  )
  const word = (pattern: RegExp, is: boolean): boolean => is || !pattern.test(text)
  return (
    fits &&
    word(
      /\ba week\b/i,
      days.some((d) => Math.abs(d) === 7),
    ) &&
    word(/\b(?:today|tonight)\b/i, days.includes(0)) &&
    word(/\btomorrow\b/i, days.includes(1)) &&
    word(/\byesterday\b/i, days.includes(-1)) &&
    word(
      /\b(?:overdue|late|was due|were due|(?:has|have|is|are) passed|past due|missed)\b/i,
      days.some((d) => d < 0),
    ) &&
    word(/\b(?:extend\w*|extension|postpone\w*|new (?:date|deadline)|next (?:week|month)|weekend)\b/i, false)
  )
}

/** Returns whether a sentence is English. Short sentences always pass. */
function isEnglish(sentence: string): boolean {
  const words = sentence.match(WORD)?.length ?? 0
  return words < 7 || (sentence.match(ENGLISH)?.length ?? 0) >= words / 8
}

/** Returns why a subject or body is refused, or null. */
function findRefusal(text: string, facts: FollowUpFacts, most: number): Refusal | null {
  if (text.length > most || cleanText(text).length < 8) return 'length'
  if (text.includes(MASK)) return 'characters'
  const names = namesIn(facts)
  const residue = maskNames(
    maskNames(text, names),
    facts.workforms.flatMap((w) => [w.due_date, w.promised ?? ''].flatMap(datesOf)),
  ).replace(/["“]([^\p{L}\p{N}"”]*)["”]/gu, '$1')
  const rest = residue.replaceAll(MASK, ' ')
  // A dot between letters is part of an address.
  if (!ORDINARY.test(rest) || /[\p{L}\d]\.[\p{L}\d]/u.test(rest)) return 'characters'
  if (/[^\p{Script=Latin}\P{L}]/u.test(rest) || !rest.split(/[.!?\n]/).every(isEnglish)) return 'language'
  if (TOPICS.test(rest)) return 'topic'
  if (!hasCorrectTimes(residue, facts)) return 'time'
  if (
    new RegExp(
      [
        `\\b(?:${DAYS.join('|')}|${MONTHS.filter((m) => m.length > 5).join('|')}|(?:in|by|until`,
        `|since) (?:March|April|May|June|July))\\b`,
      ].join(''),
      'i',
    ).test(rest)
  ) {
    return 'date'
  }
  const numbers = facts.workforms.flatMap((w) => [
    w.done,
    w.total,
    w.total - w.done,
    w.open_sections.length,
    w.rejected.length,
    Math.abs(w.days_left),
  ])
  const typed = facts.workforms.flatMap((w) => w.rejected.flatMap((r) => (r.reason.match(/\d+/g) ?? []).map(Number)))
  const allowed = new Set([...numbers, ...typed, facts.workforms.length, 0, 1])
  // Digits within a word count, too: they may be an account number.
  const counts = rest.match(new RegExp(`\\d+|\\b(?:${COUNTS.join('|')})\\b`, 'gi')) ?? []
  return counts.every((count) => allowed.has(numberOf(count))) ? null : 'number'
}

const SUBJECT_MAX = 100
const BODY_MAX = 900
const BODY_LINES = 14

/** Returns why the texts of a model are refused, or null when they can be sent. */
export function checkText({ subject, text }: { subject: string; text: string }, facts: FollowUpFacts): Refusal | null {
  if (text.length < 40 || text.split('\n').length > BODY_LINES || /\n/.test(cleanText(subject))) return 'length'
  const wrong = findRefusal(subject, facts, SUBJECT_MAX) ?? findRefusal(text, facts, BODY_MAX)
  if (wrong) return wrong
  const says = (name: string): boolean => maskNames(text, [plainText(name, 300)]).includes(MASK)
  if (!facts.workforms.every((w) => says(w.name))) return 'workform missing'
  const complete = facts.workforms.every(
    (w) =>
      (w.open_sections.length === 0 || w.open_sections.some(says)) &&
      w.rejected.slice(0, 2).every((r) => says(r.section)),
  )
  if (!complete) return 'section missing'
  const { first } = facts.wishes
  return first && !says(first) ? 'wish missing' : null
}
