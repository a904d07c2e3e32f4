import type { FollowUpFacts, FollowUpWorkform } from '@portal/contract/agent'
import { FOLLOW_UP_SUBJECT_MAX, FOLLOW_UP_TEXT_MAX, WISH_FIRST_MAX } from '@portal/contract/limits'
import { longDate } from '../../assignments/due-date.ts'
import { plain } from './plain.ts'
import { askFirst, closing, opening, subject, type Topic } from './sentences.ts'

/** What a follow-up says. */
export interface FollowUpText {
  subject: string
  text: string
}

const NAME_MAX = 60
const SECTION_MAX = 45
const REASON_MAX = 160
const SECTIONS_SHOWN = 4
const WORKFORMS_SHOWN = 4
const REJECTED_SHOWN = 2

/** What the client reads as their name: the first one of a person's, all of a company's. */
export function salutation(name: string): string {
  const whole = plain(name, NAME_MAX)
  const parts = whole.split(' ')
  const person = (parts.length === 2 || parts.length === 3) && parts.every((p) => /^\p{Lu}[\p{L}'’.-]*$/u.test(p) && !/^\p{Lu}+$/u.test(p))
  const company = /\b(?:ltd|inc|llc|llp|plc|gmbh|ag|sa|bv|pty|corp|co|company|group|partners|services|studio|shop|bakery|trust|&)\b/i.test(
    whole,
  )
  const title = /^(?:dr|mrs?|ms|miss|prof|sir|rev|the)\b/i.test(whole)
  return person && !company && !title ? (parts[0] ?? whole) : whole
}

/** 'A, B and 2 more'. */
function listed(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map((name) => plain(name, SECTION_MAX))
  const more = names.length - shown.length
  const all = more > 0 ? [...shown, `${more} more`] : shown
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

const dated = (date: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date)) ? longDate(date) : plain(date, 20)

/** The due date as it lies from the day of the message. */
export function dueWhen({ due_date, days_left }: Pick<FollowUpWorkform, 'due_date' | 'days_left'>): string {
  const days = Math.trunc(days_left)
  const date = dated(due_date)
  if (days === 0) return `today, ${date}`
  if (Math.abs(days) === 1) return `${days > 0 ? 'tomorrow' : 'yesterday'}, ${date}`
  return days > 0 ? `in ${days} days, on ${date}` : `${-days} days ago, on ${date}`
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .match(/[\p{L}\d-]{3,}/gu)
    ?.filter((word) => word !== 'the') ?? []

/** The open sections, those that the bookkeeper wants first at the front. */
function inOrder(sections: readonly string[], first: string | null): string[] {
  const wanted = wordsOf(first ?? '')
  const isFirst = (name: string): boolean => wordsOf(name).some((word) => wanted.includes(word))
  return [...sections.filter(isFirst), ...sections.filter((name) => !isFirst(name))]
}

function openLine(workform: FollowUpWorkform, first: string | null): string {
  const { open_sections: open, done, total } = workform
  if (open.length === 0) return ''
  const list = listed(inOrder(open, first), SECTIONS_SHOWN)
  if (done > 0) return `You have already done ${done} of ${total} sections, thank you. Still open: ${list}.`
  return open.length === 1 ? `One section is open: ${list}.` : `Still open: ${list}.`
}

function workformLine(workform: FollowUpWorkform, first: string | null): string {
  const open = [...inOrder(workform.open_sections, first), ...workform.rejected.map((r) => r.section)]
  const list = open.length > 0 ? `: ${listed(open, 3)}` : ''
  return `• ${plain(workform.name, NAME_MAX)}, due ${dueWhen(workform)}${list}`
}

function rejectedLines(facts: FollowUpFacts): string[] {
  const rejected = facts.workforms.flatMap((w) => w.rejected)
  const lines = rejected.slice(0, REJECTED_SHOWN).map(({ section, reason }) => {
    const why = plain(reason, REASON_MAX)
    return `Please look at ${plain(section, SECTION_MAX)} once more${why ? `: "${why}"` : '.'}`
  })
  const more = rejected.length - lines.length
  if (more > 0) lines.push(`${more} more ${more === 1 ? 'section' : 'sections'} came back as well; the portal shows why.`)
  return lines
}

function topicOf(facts: FollowUpFacts): Topic {
  const [one] = facts.workforms
  const several = facts.workforms.length !== 1
  const days = facts.workforms.map((w) => w.days_left)
  const same = one && days.every((d) => d === one.days_left)
  const some = facts.kind === 'overdue' ? 'some time ago' : facts.kind === 'due' ? 'now' : 'soon'
  return {
    what: several || !one ? `${facts.workforms.length || 'some'} workforms` : `"${plain(one.name, NAME_MAX)}"`,
    is: several ? 'are' : 'is',
    was: several ? 'were' : 'was',
    it: several ? 'them' : 'it',
    when: same ? dueWhen(one) : some,
    who: plain(facts.bookkeeper_name, NAME_MAX) || plain(facts.firm_name, NAME_MAX) || 'your bookkeeper',
  }
}

function paragraphs(facts: FollowUpFacts, topic: Topic): string[] {
  const { tone } = facts.wishes
  const first = facts.wishes.first && plain(facts.wishes.first, WISH_FIRST_MAX)
  const [one] = facts.workforms
  const more = facts.workforms.length - WORKFORMS_SHOWN
  const open =
    facts.workforms.length === 1 && one
      ? [openLine(one, first)]
      : [...facts.workforms.slice(0, WORKFORMS_SHOWN).map((w) => workformLine(w, first)), more > 0 ? `• and ${more} more` : '']
  return [
    opening(facts.kind, tone, facts.step, topic),
    open.filter(Boolean).join('\n'),
    rejectedLines(facts).join('\n'),
    first ? askFirst(tone, first.replace(/[.!]+$/, '')) : '',
  ]
}

/** A text between its greeting and its end: whom to ask, whether it was the last, and who writes. */
export function framed(body: string, facts: FollowUpFacts, topic: Topic = topicOf(facts)): string {
  const name = salutation(facts.client_name)
  const parts = [
    name ? `Hi ${name},` : 'Hi,',
    body,
    closing(facts.wishes.tone, facts.step >= facts.limit, topic),
    `Thank you,\n${plain(facts.firm_name, NAME_MAX) || topic.who}`,
  ]
  return parts.join('\n\n').slice(0, FOLLOW_UP_TEXT_MAX)
}

/**
 * The text of a follow-up without a model: short, and all it says comes out of the facts. Plain text for chat and mail; whatever people
 * have typed is one line without links in it.
 */
export function templateText(facts: FollowUpFacts): FollowUpText {
  const topic = topicOf(facts)
  return {
    subject: plain(subject(facts.kind, facts.wishes.tone, topic), FOLLOW_UP_SUBJECT_MAX),
    text: framed(paragraphs(facts, topic).filter(Boolean).join('\n\n'), facts, topic),
  }
}
