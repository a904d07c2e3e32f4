import { cutText } from '@portal/contract/text'
import type { FollowUpFacts, FollowUpWorkform } from '@portal/contract/agent'
import { FOLLOW_UP_SUBJECT_MAX, FOLLOW_UP_TEXT_MAX, WISH_FIRST_MAX } from '@portal/contract/limits'
import { dateOf, dayOf } from './day-numbers.ts'
import { plainText } from './plain-text.ts'
import {
  firstSentence,
  helpSentence,
  lastSentence,
  openingSentence,
  severalSentence,
  severalSubject,
  openSentence,
  promisedSentence,
  subjectOf,
} from './sentences.ts'

/** Subject and text of a follow-up. */
export interface FollowUpText {
  subject: string
  text: string
}

export const NAME_MAX = 60
const SECTION_MAX = 45
const REASON_MAX = 160
const SECTIONS_SHOWN = 4
const WORKFORMS_SHOWN = 4
const REJECTED_SHOWN = 2
const QUESTIONS_SHOWN = 3

const COMPANY = new RegExp(
  [
    String.raw`\b(?:ltd|inc|llc|llp|plc|gmbh|ag|sa|bv|pty|corp|co|company|group|partners`,
    String.raw`|services|studio|shop|bakery|trust|&)\b`,
  ].join(''),
  'i',
)

/** Returns how to address a client or bookkeeper: a person's first name, or the whole name of a company. */
export function salutation(name: string): string {
  const whole = plainText(name, NAME_MAX)
  const words = whole.split(' ')
  const person =
    (words.length === 2 || words.length === 3) &&
    words.every((w) => /^\p{Lu}[\p{L}'’.-]*$/u.test(w) && !/^\p{Lu}+$/u.test(w))
  const company = COMPANY.test(whole)
  const title = /^(?:dr|mrs?|ms|miss|prof|sir|rev|the)\b/i.test(whole)
  return person && !company && !title ? (words[0] ?? whole) : whole
}

/** Returns 'A, B and 2 more'. */
export function listed(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map((name) => plainText(name, SECTION_MAX))
  const more = names.length - shown.length
  const all = more > 0 ? [...shown, `${more} more`] : shown
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

/** Returns 'Tuesday, March 10', with the year when it differs from that of the message. */
export function dated(date: string, days: number): string {
  const day = dayOf(date)
  if (Number.isNaN(day)) return plainText(date, 20)
  const year = dateOf(day - days).slice(0, 4) === date.slice(0, 4) ? undefined : 'numeric'
  const weekday = days > 0 ? 'long' : undefined
  const form = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', weekday, year, timeZone: 'UTC' })
  return form.format(day * 86_400_000)
}

/** Returns 'tomorrow', 'in 3 days' or '5 days ago'. */
function nearness(days: number): string {
  if (Math.abs(days) < 2) return ['yesterday', 'today', 'tomorrow'][days + 1] ?? ''
  const many = Math.abs(days) === 7 ? 'a week' : `${Math.abs(days)} days`
  return days > 0 ? `in ${many}` : `${many} ago`
}

/** Returns the due date relative to the message: 'in 3 days, on Tuesday, March 10'. */
export function dueInWords({ due_date, days_left }: Pick<FollowUpWorkform, 'due_date' | 'days_left'>): string {
  const days = Math.trunc(days_left) || 0
  return `${nearness(days)}, ${Math.abs(days) < 2 ? '' : 'on '}${dated(due_date, days)}`
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .match(/[\p{L}\d-]{3,}/gu)
    ?.filter((word) => word !== 'the') ?? []

/** Sorts the open sections, those that the bookkeeper wants first at the front. */
function inOrder(sections: readonly string[], first: string | null): string[] {
  const priority = wordsOf(first ?? '')
  const isFirst = (name: string): boolean => wordsOf(name).some((word) => priority.includes(word))
  return [...sections.filter(isFirst), ...sections.filter((name) => !isFirst(name))]
}

function openLine(
  { name, is_part, open_sections: open, done, total }: FollowUpWorkform,
  first: string | null,
  step: number,
): string {
  if (open.length === 0 || (open.length === total && open[0] === name)) return ''
  return openSentence(step, is_part ? 0 : done, total, listed(inOrder(open, first), SECTIONS_SHOWN))
}

/** Returns the workform in quotes, or 'part of "Payroll"' when only some of what is open is due. */
const named = ({ name, is_part }: FollowUpWorkform): string =>
  `${is_part ? 'part of ' : ''}"${plainText(name, NAME_MAX)}"`

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the day of a missed promise in words, or '' when there is none to mention. */
export const promisedInWords = ({ promised }: Pick<FollowUpWorkform, 'promised'>): string =>
  promised === null ? '' : dated(promised, 1)

function workformLine(workform: FollowUpWorkform, first: string | null): string {
  const open = [...inOrder(workform.open_sections, first), ...workform.rejected.map((r) => r.section)]
  const due = `${workform.days_left < 0 ? 'was ' : ''}due ${dueInWords(workform)}`
  const promised = promisedInWords(workform)
  const when = promised ? `${due}; you planned to send it by ${promised}` : due
  return `• ${plainText(workform.name, NAME_MAX)} (${when})${open.length > 0 ? `: ${listed(open, 3)}` : ''}`
}

function rejectedLines(rejected: FollowUpWorkform['rejected']): string {
  const lines = rejected.slice(0, REJECTED_SHOWN).map(({ section, reason, to_fix = [] }) => {
    if (to_fix.length > 0) {
      const what = to_fix.length === 1 ? 'one answer' : `${to_fix.length} answers`
      return `Please fix ${what} in ${plainText(section, SECTION_MAX)}: ${listed(to_fix, QUESTIONS_SHOWN)}.`
    }
    const why = plainText(reason, REASON_MAX)
    return `Please look at ${plainText(section, SECTION_MAX)} once more${why ? `: "${why}"` : '.'}`
  })
  const more = rejected.length - lines.length
  if (more > 0)
    lines.push(`${more} more ${more === 1 ? 'section' : 'sections'} came back as well. The portal shows why.`)
  return lines.join('\n')
}

function bodyOf({ workforms, kind, step, wishes }: FollowUpFacts): string {
  const first = wishes.first && plainText(wishes.first, WISH_FIRST_MAX)
  const [one] = workforms
  const more = workforms.length - WORKFORMS_SHOWN
  const list = workforms.slice(0, WORKFORMS_SHOWN).map((w) => workformLine(w, first))
  const begin =
    workforms.length === 1 && one
      ? [
          capitalized(openingSentence(kind, wishes.tone, step, named(one), dueInWords(one))),
          openLine(one, first, step),
          one.promised === null ? '' : promisedSentence(promisedInWords(one)),
        ]
      : [severalSentence(wishes.tone, step), [...list, ...(more > 0 ? [`• and ${more} more`] : [])].join('\n')]
  const ask = first ? firstSentence(wishes.tone, step, first.replace(/[.!]+$/, '')) : ''
  return [...begin, rejectedLines(workforms.flatMap((w) => w.rejected)), ask].filter(Boolean).join('\n\n')
}

/** Adds the greeting, the closing sentences and the signature to a text. */
export function withGreeting(body: string, facts: FollowUpFacts): string {
  const name = salutation(facts.client_name)
  const who = salutation(facts.bookkeeper_name) || plainText(facts.firm_name, NAME_MAX)
  const finished = facts.workforms.filter((w) => w.last)
  const about =
    finished.length === facts.workforms.length
      ? []
      : [...new Set(finished.map((w) => `"${plainText(w.name, NAME_MAX)}"`))]
  const end = [
    ...(finished.length > 0 ? [lastSentence(about, who || 'your bookkeeper')] : []),
    helpSentence(facts.wishes.tone, facts.step, who || 'your bookkeeper'),
  ]
  const firm = plainText(facts.firm_name, NAME_MAX) || plainText(facts.bookkeeper_name, NAME_MAX) || 'Your bookkeeper'
  const parts = [name ? `Hi ${name},` : 'Hi,', body, end.join(' '), `Thank you,\n${firm}`]
  return cutText(parts.join('\n\n'), FOLLOW_UP_TEXT_MAX)
}

/**
 * Returns the text of a follow-up from the template, without a model. Plain text for chat and mail. Texts typed
 * by people are reduced to one line without links.
 */
export function templateText(facts: FollowUpFacts): FollowUpText {
  const { workforms, kind, wishes } = facts
  const [one] = workforms
  const count = new Set(workforms.map((w) => w.name)).size
  const subject =
    count === 1 && one
      ? capitalized(subjectOf(kind, wishes.tone, facts.step, named(one), nearness(Math.trunc(one.days_left))))
      : severalSubject(kind, wishes.tone, facts.step, `${count || 'some'} workforms`)
  return { subject: plainText(subject, FOLLOW_UP_SUBJECT_MAX), text: withGreeting(bodyOf(facts), facts) }
}
