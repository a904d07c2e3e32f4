import { dayOf } from './day-numbers.ts'
import { plainText } from './plain-text.ts'
import { dated, type FollowUpText, listed, NAME_MAX } from './template-text.ts'

/** A workform that is still open after all reminders. */
export interface EscalatedWorkform {
  name: string
  /** yyyy-mm-dd */
  due_date: string
  /** Number of reminders or invitations sent, and of those after the due date. */
  sent: number
  overdue: number
  open: string[]
  /** Sections that were submitted after the first reminder. */
  submitted: string[]
}

/** What has really happened: an escalation says nothing else. Days are in the client's time zone. */
export interface EscalationFacts {
  client_name: string
  /** False when the client has never signed up, and got invitations instead of reminders. */
  signed_up: boolean
  /** The day on which the client last wrote a message, and saved an answer that is not submitted yet. */
  wrote_on: string | null
  drafted_on: string | null
  workforms: EscalatedWorkform[]
}

const SHOWN = 4
const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** Returns how many of the messages were sent after the due date. */
function overdueText(sent: number, overdue: number): string {
  if (sent === overdue) return sent === 1 ? 'which was' : 'all'
  return `${overdue} of them`
}

function workformText(workform: EscalatedWorkform, { signed_up }: EscalationFacts, day: string): string {
  const { name, due_date, sent, overdue, open, submitted } = workform
  const late = dayOf(day) - dayOf(due_date)
  const what = signed_up ? 'reminder' : 'invitation'
  return [
    `"${plainText(name, NAME_MAX)}" was due on ${dated(due_date, -late)} (${daysText(late)} ago).`,
    `The agent has sent ${sent} ${what}${sent === 1 ? '' : 's'}, ${overdueText(sent, overdue)} after the due date.`,
    ...(open.length > 0 ? [`Still open: ${listed(open, SHOWN)}.`] : []),
    ...(submitted.length > 0 ? [`Submitted since the first reminder: ${listed(submitted, SHOWN)}.`] : []),
  ].join(' ')
}

/** Returns the sentences about what the client has done lately. */
function activityText({ client_name, signed_up, wrote_on, drafted_on }: EscalationFacts, day: string): string {
  const name = plainText(client_name, NAME_MAX)
  if (!signed_up)
    return `${name} has not signed up. The email address may be wrong, or the emails may not have been noticed.`
  const on = (date: string): string => dated(date, dayOf(date) - dayOf(day))
  const wrote = wrote_on === null ? `${name} has not written to you.` : `${name} last wrote to you on ${on(wrote_on)}.`
  const drafted =
    drafted_on === null ? [] : [`The last answer that is not submitted yet was saved on ${on(drafted_on)}.`]
  return [wrote, ...drafted].join(' ')
}

function subjectOf({ client_name, signed_up, workforms }: EscalationFacts, day: string): string {
  const name = plainText(client_name, NAME_MAX)
  const [one] = workforms
  if (!signed_up) return `${name} has never signed up`
  if (workforms.length !== 1 || !one) return `${name} is late with ${workforms.length} workforms`
  return `${name} is ${daysText(dayOf(day) - dayOf(one.due_date))} late with "${plainText(one.name, SUBJECT_NAME_MAX)}"`
}
const SUBJECT_NAME_MAX = 40

/**
 * Returns the text that tells the bookkeeper that the agent has sent its last reminder.
 * @param day the day of the escalation
 */
export function escalationText(facts: EscalationFacts, day: string): FollowUpText {
  const it = facts.workforms.length === 1 ? 'it' : 'them'
  return {
    subject: subjectOf(facts, day),
    text: [
      ...facts.workforms.map((w) => workformText(w, facts, day)),
      activityText(facts, day),
      `The agent sends no more ${facts.signed_up ? 'reminders' : 'invitations'} about ${it}. A call may help.`,
    ].join('\n\n'),
  }
}
