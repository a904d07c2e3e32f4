import type { FollowUpKind, NoteWishes } from '@portal/contract/agent'

/** The sentences of follow-ups, by when they come, in which tone, and the how manieth it is: nobody likes to read the same one twice. */

/** What a sentence speaks of. */
export interface Topic {
  /** '"Tax forms"', or 'the workforms below'. */
  what: string
  /** 'is' or 'are', 'was' or 'were', 'it' or 'they'. */
  is: string
  was: string
  it: string
  /** 'in 3 days, on March 10, 2026'; '3 days ago, on March 10, 2026'. */
  when: string
  /** 'Maya Torres': who helps. */
  who: string
}
type Sentence = (topic: Topic) => string
type Tone = NoteWishes['tone']

const OPENINGS: Record<FollowUpKind, Record<Tone, readonly Sentence[]>> = {
  before: {
    gentle: [
      (t) => `Just a gentle heads-up: ${t.what} ${t.is} due ${t.when}. There is no rush today.`,
      (t) => `We hope you are well. Whenever you find a quiet moment: ${t.what} ${t.is} due ${t.when}.`,
      (t) => `A small note, so that it does not catch you by surprise: ${t.what} ${t.is} due ${t.when}.`,
    ],
    neutral: [
      (t) => `A quick reminder: ${t.what} ${t.is} due ${t.when}.`,
      (t) => `The date is coming closer: ${t.what} ${t.is} due ${t.when}.`,
      (t) => `Not long now: ${t.what} ${t.is} due ${t.when}.`,
    ],
    firm: [
      (t) => `Please set some time aside: ${t.what} ${t.is} due ${t.when}.`,
      (t) => `The deadline is close. Please complete ${t.what}, due ${t.when}.`,
      (t) => `Please make this a priority now: ${t.what} ${t.is} due ${t.when}.`,
    ],
  },
  due: {
    gentle: [(t) => `A friendly note that ${t.what} ${t.is} due ${t.when}. If you need a little longer, just tell us.`],
    neutral: [(t) => `Here is the day: ${t.what} ${t.is} due ${t.when}.`],
    firm: [(t) => `${t.what} ${t.is} due ${t.when}. Please complete ${t.it} before the day is over.`],
  },
  overdue: {
    gentle: [
      (t) => `${t.what} ${t.was} due ${t.when}. We know how full the days get, and it is not too late.`,
      (t) => `We are still missing a few things: ${t.what} ${t.was} due ${t.when}. Even a small part would help us on.`,
      (t) => `No worries if life got in the way: ${t.what} ${t.was} due ${t.when}, and we will gladly help you finish.`,
    ],
    neutral: [
      (t) => `${t.what} ${t.was} due ${t.when}. Could you find some time for ${t.it} this week?`,
      (t) => `We are still waiting for ${t.what}, due ${t.when}.`,
      (t) => `A reminder that ${t.what} ${t.was} due ${t.when}. We can go on as soon as we have what is missing.`,
    ],
    firm: [
      (t) => `${t.what} ${t.was} due ${t.when}. Please complete ${t.it} as soon as you can.`,
      (t) => `${t.what} ${t.was} due ${t.when}, and we cannot go on without you. Please complete ${t.it} now.`,
      (t) => `We still need ${t.what}, due ${t.when}. Please do not put ${t.it} off any longer.`,
    ],
  },
}

const HELP: Record<Tone, Sentence> = {
  gentle: (t) => `If anything is unclear, or the time is bad, just reply: ${t.who} is happy to help.`,
  neutral: (t) => `Any questions? Just reply, and ${t.who} will help.`,
  firm: (t) => `If something holds you up, please reply, so that ${t.who} can help.`,
}
const LAST: Sentence = (t) => `This is our last automatic reminder. From here on ${t.who} will get in touch with you in person.`

const FIRST: Record<Tone, (first: string) => string> = {
  gentle: (first) => `What would help us most to have first: ${first}.`,
  neutral: (first) => `If you can, please start with this: ${first}.`,
  firm: (first) => `Please start with this: ${first}.`,
}

const SUBJECTS: Record<FollowUpKind, Record<Tone, Sentence>> = {
  before: {
    gentle: (t) => `A gentle reminder: ${t.what}`,
    neutral: (t) => `Reminder: ${t.what} ${t.is} due ${t.when}`,
    firm: (t) => `Please complete ${t.what}: due ${t.when}`,
  },
  due: {
    gentle: (t) => `A friendly note: ${t.what} ${t.is} due ${t.when}`,
    neutral: (t) => `${t.what} ${t.is} due ${t.when}`,
    firm: (t) => `Please complete ${t.what}: due ${t.when}`,
  },
  overdue: {
    gentle: (t) => `Still open: ${t.what}`,
    neutral: (t) => `We are still waiting for ${t.what}`,
    firm: (t) => `Overdue: ${t.what}`,
  },
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** How the text begins. */
export function opening(kind: FollowUpKind, tone: Tone, step: number, topic: Topic): string {
  const sentences = OPENINGS[kind][tone]
  const sentence = sentences[Math.max(0, Math.trunc(step) - 1) % sentences.length] ?? sentences[0]
  return capital(sentence?.(topic) ?? '')
}
/** How it ends: whom to ask, and whether there will be another. */
export const closing = (tone: Tone, isLast: boolean, topic: Topic): string =>
  isLast ? `${HELP[tone](topic)}\n${LAST(topic)}` : HELP[tone](topic)
/** What to begin with. */
export const askFirst = (tone: Tone, first: string): string => FIRST[tone](first)
/** The subject of the mail. */
export const subject = (kind: FollowUpKind, tone: Tone, topic: Topic): string => capital(SUBJECTS[kind][tone](topic))
