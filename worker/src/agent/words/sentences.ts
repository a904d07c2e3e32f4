import type { FollowUpKind, NoteWishes } from '@portal/contract/agent'

/** The sentences of follow-ups by kind, tone and number, so that no two reminders in a row read the same. */

type Tone = NoteWishes['tone']
/** `it` is the name of the workform in quotes, `when` its due date such as 'in 3 days, on Tuesday, March 10'. */
type Sentence = (it: string, when: string) => string

const OPENINGS: Record<FollowUpKind, Record<Tone, readonly Sentence[]>> = {
  before: {
    gentle: [
      (it, when) => `Just a gentle heads-up: ${it} is due ${when}. There is no hurry.`,
      (it, when) => `We hope you are well. Whenever you find a quiet moment: ${it} is due ${when}.`,
      (it, when) => `A short note so that it does not come as a surprise: ${it} is due ${when}.`,
    ],
    neutral: [
      (it, when) => `A quick reminder: ${it} is due ${when}.`,
      (it, when) => `Just checking in: ${it} is due ${when}.`,
      (it, when) => `Almost time: ${it} is due ${when}.`,
    ],
    firm: [
      (it, when) => `Please set some time aside for ${it}. It is due ${when}.`,
      (it, when) => `The deadline is close: ${it} is due ${when}. Please make time for it.`,
      (it, when) => `Please make this a priority now: ${it} is due ${when}.`,
    ],
  },
  due: {
    gentle: [(it, when) => `A friendly note that ${it} is due ${when}. If you need a little longer, just tell us.`],
    neutral: [(it, when) => `${it} is due ${when}. If you can finish it now, wonderful; if not, just let us know.`],
    firm: [(it, when) => `${it} is due ${when}. Please complete it before the day is over.`],
  },
  overdue: {
    gentle: [
      (it, when) => `${it} was due ${when}. We know how busy things get, and it is not too late.`,
      (it, when) => `A few things are still missing: ${it} was due ${when}. Even a small part helps.`,
      (it, when) => `No worries if life got in the way: ${it} was due ${when}, and we will gladly help you finish it.`,
    ],
    neutral: [
      (it, when) => `${it} was due ${when}. Could you find some time for it in the next few days?`,
      (it, when) => `We are still waiting for ${it}, which was due ${when}.`,
      (it, when) => `A reminder that ${it} was due ${when}. We can continue as soon as it is complete.`,
    ],
    firm: [
      (it, when) => `${it} was due ${when}. Please complete it as soon as you can.`,
      (it, when) => `${it} was due ${when}, and we cannot continue without it. Please complete it now.`,
      (it, when) => `We still need ${it}. It was due ${when}; please do not delay it any longer.`,
    ],
  },
}

const SUBJECTS: Record<FollowUpKind, Record<Tone, Sentence>> = {
  before: {
    gentle: (it) => `A gentle reminder: ${it}`,
    neutral: (it, when) => `Reminder: ${it} is due ${when}`,
    firm: (it, when) => `Please complete ${it}: due ${when}`,
  },
  due: {
    gentle: (it, when) => `A friendly note: ${it} is due ${when}`,
    neutral: (it, when) => `${it} is due ${when}`,
    firm: (it, when) => `Please complete ${it}: due ${when}`,
  },
  overdue: {
    gentle: (it) => `Still open: ${it}`,
    neutral: (it) => `We are still waiting for ${it}`,
    firm: (it) => `Overdue: ${it}`,
  },
}

/** Returns the first sentence of a text about one workform. */
export function openingSentence(kind: FollowUpKind, tone: Tone, step: number, it: string, when: string): string {
  const sentences = OPENINGS[kind][tone]
  return sentences[Math.max(0, Math.trunc(step) - 1) % sentences.length]?.(it, when) ?? ''
}
/** First sentences of a text about several workforms; each due date is in the list. */
export const SEVERAL: Record<Tone, string> = {
  gentle: 'Just a gentle note about what is still open:',
  neutral: 'A quick reminder of what is still open:',
  firm: 'Please complete what is still open:',
}
export const SEVERAL_SUBJECT: Record<Tone, (many: string) => string> = {
  gentle: (many) => `A gentle reminder: ${many}`,
  neutral: (many) => `Reminder: ${many} are still open`,
  firm: (many) => `Please complete ${many}`,
}
/** Returns the subject of a mail about one workform; `when` is only the day. */
export const subjectOf = (kind: FollowUpKind, tone: Tone, it: string, when: string): string =>
  SUBJECTS[kind][tone](it, when)

/** Sentences about what to do first. */
export const FIRST: Record<Tone, (first: string) => string> = {
  gentle: (first) => `It would help most to get this first: ${first}.`,
  neutral: (first) => `If you can, please start with this: ${first}.`,
  firm: (first) => `Please start with this: ${first}.`,
}
/** Sentences about whom to ask. */
export const HELP: Record<Tone, (who: string) => string> = {
  gentle: (who) => `If anything is unclear, or the timing is bad, just reply: ${who} is happy to help.`,
  neutral: (who) => `Any questions? Just reply, and ${who} will help.`,
  firm: (who) => `If something is holding you up, please reply, so that ${who} can help.`,
}
/** Announces that no other reminder follows. */
export const LAST = (who: string): string =>
  `This is the last automatic reminder. After it, ${who} will get in touch with you personally.`
