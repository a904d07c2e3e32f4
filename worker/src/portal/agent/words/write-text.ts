import { cleanLine } from '@portal/contract/text'
import type { FollowUpFacts, TextSource } from '@portal/contract/agent'
import * as z from 'zod'
import type { Env } from '../../../env.ts'
import { type AskOptions, askModel } from './ask-model.ts'
import { checkText } from './check-text.ts'
import { plainText } from './plain-text.ts'
import { dueInWords, type FollowUpText, promisedInWords, templateText, withGreeting } from './template-text.ts'

const SCHEMA = {
  type: 'object',
  properties: { subject: { type: 'string' }, text: { type: 'string' } },
  required: ['subject', 'text'],
  additionalProperties: false,
} as const
const Draft = z.object({ subject: z.string().max(200), text: z.string().max(4000) })

const TASK = `You write short reminders from a bookkeeper's office to a client who still has to fill in \
workforms in a portal. The data contain the open workforms and sections, their due dates, the rejected sections \
with the reasons, and the tone: gentle, neutral or firm.
Write a subject of at most 90 characters, and a text of 2 to 5 short sentences in plain, warm English. Speak as \
"we" to "you".
Name each workform, its due date, and the open sections (a few, then how many more) with exactly the names in \
the data. Say why a section came back. If client_planned_to_send_it_by is set, say so without blame. If ask_first \
is set, name it in the same words and ask to start with it.
No greeting, no names of people, no closing formula: they are added. No links, addresses, markup or quotations, \
nothing about money, passwords or consequences, and no fact, number or date that is not in the data.`

/** Returns the data for the model: open sections and due dates, but no names of people, addresses, answers or files. */
const dataFor = (facts: FollowUpFacts): object => ({
  tone: facts.wishes.tone,
  ask_first: facts.wishes.first === null ? null : plainText(facts.wishes.first, 120),
  reminder_number: facts.step,
  workforms: facts.workforms.map((w) => ({
    name: plainText(w.name, 120),
    due: dueInWords(w),
    client_planned_to_send_it_by: promisedInWords(w) || null,
    sections_done: w.done,
    sections: w.total,
    open: w.open_sections.slice(0, 8).map((s) => plainText(s, 120)),
    came_back: w.rejected
      .slice(0, 4)
      .map((r) => ({ section: plainText(r.section, 120), why: plainText(r.reason, 300) })),
  })),
})

/** Removes greetings, closings and superfluous whitespace from a model's text. */
function tidy({ subject, text }: FollowUpText): FollowUpText {
  const body = text
    .replace(/\r/g, '')
    .trim()
    .replace(/^(?:hi|hello|dear)\b[^\n.!?]{0,80}\n+/i, '')
    .replace(
      /\n+(?:(?:many )?thank(?:s| you)|best|kind|warm|regards|sincerely)\b[^\n.?]{0,40}(?:\n[^\n.?]{0,80})?$/i,
      '',
    )
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, (gap) => (gap.split('\n').length > 2 ? '\n\n' : '\n'))
    .trim()
  return { subject: cleanLine(subject), text: body }
}

/** With more workforms, the template's list reads better than a text. */
const WORKFORMS_MAX = 3

/**
 * Writes the text of a follow-up with the language model, when one is configured and its text passes the check,
 * otherwise from the template. Never throws, and returns within the timeout.
 */
export async function writeText(
  env: Env,
  facts: FollowUpFacts,
  options: AskOptions = {},
): Promise<FollowUpText & { source: TextSource }> {
  const template = { ...templateText(facts), source: 'template' as const }
  if (facts.workforms.length === 0 || facts.workforms.length > WORKFORMS_MAX) return template
  const question = { task: TASK, data: dataFor(facts), name: 'follow_up', schema: SCHEMA }
  const draft = await askModel(env, question, Draft.transform(tidy), (d) => checkText(d, facts), options)
  return draft ? { subject: draft.subject, text: withGreeting(draft.text, facts), source: 'model' } : template
}
