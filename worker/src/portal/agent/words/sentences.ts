import type { FollowUpKind } from '@portal/contract/agent'
import type { Tone } from '@portal/contract/no-preferences'

/** The sentences of follow-ups by kind, tone and number, so that no two reminders in a row read the same. */

/** `it` is the name of the workform in quotes, `when` its due date such as 'in 3 days, on Tuesday, March 10'. */
type Sentence = (it: string, when: string) => string
type Sentences<T> = readonly [T, ...T[]]
type Named = (name: string) => string

const OPENINGS: Record<FollowUpKind, Record<Tone, Sentences<Sentence>>> = {
  before: {
    gentle: [
      (it, when) => `Just a gentle heads-up: ${it} is due ${when}.`,
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
      (it, when) => `The due date is close: ${it} is due ${when}. Please make time for it.`,
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
      (it, when) => `Something is still missing: ${it} was due ${when}. Even a small part helps.`,
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

const SUBJECTS: Record<FollowUpKind, Record<Tone, Sentences<Sentence>>> = {
  before: {
    gentle: [(it) => `A gentle reminder: ${it}`, (it, when) => `${it}, due ${when}`],
    neutral: [(it, when) => `Reminder: ${it} is due ${when}`, (it, when) => `${it} is due ${when}`],
    firm: [
      (it, when) => `Please complete ${it}: due ${when}`,
      (it, when) => `${it} is due ${when}: please complete it`,
    ],
  },
  due: {
    gentle: [(it, when) => `A friendly note: ${it} is due ${when}`],
    neutral: [(it, when) => `${it} is due ${when}`],
    firm: [(it, when) => `Please complete ${it}: due ${when}`],
  },
  overdue: {
    gentle: [(it) => `Still open: ${it}`, (it) => `Can we help with ${it}?`, (it) => `Something is missing: ${it}`],
    neutral: [
      (it) => `We are still waiting for ${it}`,
      (it, when) => `${it} was due ${when}`,
      (it) => `Still missing: ${it}`,
    ],
    firm: [(it) => `Overdue: ${it}`, (it, when) => `${it} was due ${when}: please complete it`],
  },
}

/** Returns the sentence of a step: the next one with each step, so that no two reminders in a row read the same. */
const ofStep = <T>(sentences: readonly [T, ...T[]], step: number): T =>
  sentences[Math.max(0, Math.trunc(step) - 1) % sentences.length] ?? sentences[0]

/** Returns the first sentence of a text about one workform. */
export const openingSentence = (kind: FollowUpKind, tone: Tone, step: number, it: string, when: string): string =>
  ofStep(OPENINGS[kind][tone], step)(it, when)

/** First sentences of a text about several workforms; each due date is in the list. */
const SEVERAL: Record<Tone, Sentences<string>> = {
  gentle: [
    'Just a gentle note about what is still open:',
    'Whenever you find a quiet moment, here is what is left:',
    'Just so that you know, this is still open:',
  ],
  neutral: [
    'A quick reminder of what is still open:',
    'Here is what we still need from you:',
    'Just checking in on these:',
  ],
  firm: [
    'Please complete what is still open:',
    'We still need the following from you:',
    'Please make time for these now:',
  ],
}
/** Returns the first sentence of a text about several workforms. */
export const severalSentence = (tone: Tone, step: number): string => ofStep(SEVERAL[tone], step)

/** Before the first due date is over, nobody is waiting yet. */
const SEVERAL_SUBJECTS: Record<'open' | 'overdue', Record<Tone, Sentences<Named>>> = {
  open: {
    gentle: [(many) => `A gentle reminder: ${many}`, (many) => `For a quiet moment: ${many}`],
    neutral: [(many) => `Reminder: ${many} are still open`, (many) => `Still open: ${many}`],
    firm: [(many) => `Please complete ${many}`, (many) => `Please make time for ${many}`],
  },
  overdue: {
    gentle: [(many) => `Can we help with ${many}?`, (many) => `Not finished yet: ${many}`],
    neutral: [(many) => `We are still waiting for ${many}`, (many) => `Not complete yet: ${many}`],
    firm: [(many) => `We still need ${many}`, (many) => `Still missing: ${many}`],
  },
}
/** Returns the subject of a mail about several workforms, such as '2 workforms'. */
export const severalSubject = (kind: FollowUpKind, tone: Tone, step: number, many: string): string =>
  ofStep(SEVERAL_SUBJECTS[kind === 'overdue' ? kind : 'open'][tone], step)(many)

/** Sentences about the sections that are left, when some are done and when none is. */
const PROGRESS: Sentences<(done: number, total: number, open: string) => string> = [
  (done, total, open) => `You have already done ${done} of ${total} sections, thank you. Still open: ${open}.`,
  (done, total, open) => `${done} of ${total} sections ${done === 1 ? 'is' : 'are'} done. What is missing: ${open}.`,
  (done, total, open) => `Thank you for the ${done} of ${total} sections we have. We still need: ${open}.`,
]
const OPEN: Sentences<Named> = [
  (open) => `Still open: ${open}.`,
  (open) => `What is missing: ${open}.`,
  (open) => `We still need: ${open}.`,
]
/** Returns the sentence about the sections that are left. */
export const openSentence = (step: number, done: number, total: number, open: string): string =>
  done > 0 ? ofStep(PROGRESS, step)(done, total, open) : ofStep(OPEN, step)(open)

/** Returns the sentence about a promise that was missed. @param day such as 'Friday, November 27' */
export const promisedSentence = (day: string): string => `You planned to send it by ${day}.`

/** Returns the subject of a mail about one workform; `when` is only the day. */
export const subjectOf = (kind: FollowUpKind, tone: Tone, step: number, it: string, when: string): string =>
  ofStep(SUBJECTS[kind][tone], step)(it, when)

const FIRST: Record<Tone, Sentences<Named>> = {
  gentle: [
    (first) => `It would help most to get this first: ${first}.`,
    (first) => `If you only manage one thing, let it be this: ${first}.`,
  ],
  neutral: [
    (first) => `If you can, please start with this: ${first}.`,
    (first) => `The best place to start: ${first}.`,
  ],
  firm: [(first) => `Please start with this: ${first}.`, (first) => `We need this before anything else: ${first}.`],
}
/** Returns the sentence about what to do first. */
export const firstSentence = (tone: Tone, step: number, first: string): string => ofStep(FIRST[tone], step)(first)

const HELP: Record<Tone, Sentences<Named>> = {
  gentle: [
    (who) => `If anything is unclear, or the timing is bad, just reply: ${who} is happy to help.`,
    (who) => `If you need more time, just reply and tell ${who}.`,
    (who) => `Stuck on a question? Reply to this message, and ${who} will gladly help.`,
  ],
  neutral: [
    (who) => `Any questions? Just reply, and ${who} will help.`,
    (who) => `If something is unclear, reply to this message and ask ${who}.`,
    (who) => `If you are missing something, or need more time, reply and tell ${who}.`,
  ],
  firm: [
    (who) => `If something is holding you up, please reply, so that ${who} can help.`,
    (who) => `If you cannot finish it yet, please reply and tell ${who} when you can.`,
  ],
}
/** Returns the sentence about whom to ask. */
export const helpSentence = (tone: Tone, step: number, who: string): string => ofStep(HELP[tone], step)(who)

/**
 * Announces that no other reminder follows.
 * @param about the workforms for which this is true; none if it is true for all
 */
export const lastSentence = (about: readonly string[], who: string): string => {
  const names = about.length < 2 ? about.join('') : `${about.slice(0, -1).join(', ')} and ${about.at(-1)}`
  const it = names ? ` about ${names}` : ''
  return `This is the last automatic reminder${it}. After it, ${who} will be told what is still open.`
}
