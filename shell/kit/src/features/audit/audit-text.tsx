import type { AuditEntry } from '@portal/contract/audit'
import { known } from '@portal/contract/known'
import { activityText, actorText, isActivity, plainText } from './activity-text.tsx'

/** Returns a text in the details of an entry. */
function detailOf({ detail }: AuditEntry, key: string): string | undefined {
  const value = detail[key]
  return typeof value === 'string' ? value : undefined
}

const file = (e: AuditEntry): string => (detailOf(e, 'name') ? `the file "${detailOf(e, 'name')}"` : 'a file')
const client = (e: AuditEntry): string => e.client_name ?? 'a client'
const workform = (e: AuditEntry): string => (e.workform_name ? `"${e.workform_name}"` : 'a workform')
const section = (e: AuditEntry): string => `${e.section_name ? `"${e.section_name}"` : 'a section'} of ${workform(e)}`
const delegate = (e: AuditEntry): string => detailOf(e, 'name') || 'another person'
const webhook = (e: AuditEntry): string => (detailOf(e, 'host') ? `a webhook to ${detailOf(e, 'host')}` : 'a webhook')

/** The verb for each mode of follow-ups. */
const MODES: Readonly<Record<string, string>> = { on: 'switched on', paused: 'paused', off: 'switched off' }

const own = (e: AuditEntry): string => (e.by === 'you' ? 'your' : 'their')

/** How a session ended, by reason. */
const ENDED: Readonly<Record<string, (e: AuditEntry) => string>> = {
  sign_out: () => 'signed out',
  password_changed: (e) => `signed out a device by changing ${own(e)} password`,
  password_reset: (e) => `signed out a device by resetting ${own(e)} password`,
  factor_added: () => 'signed out a device by turning on two-step verification',
  replay: () => 'lost a session that was used on two devices',
}

/** The predicates of actions that the dashboard does not show; the subject is the actor. */
const PREDICATES: Readonly<Record<string, (e: AuditEntry) => string>> = {
  'account.deleted': () => 'removed an account',
  'agent.assignment_paused': (e) => `paused follow-ups on a workform of ${client(e)}`,
  'agent.assignment_resumed': (e) => `resumed follow-ups on a workform of ${client(e)}`,
  'agent.preferences_changed': (e) => `changed the preferences for reminders to ${client(e)}`,
  'agent.released': (e) => `released the reminders to ${client(e)}`,
  'agent.mode_changed': (e) => `${MODES[detailOf(e, 'mode') ?? ''] ?? 'changed'} follow-ups to ${client(e)}`,
  'account.signed_up': () => 'signed up',
  'account.confirmed': (e) => `confirmed ${own(e)} email address`,
  'account.browser_added': () => 'used a mailed link to sign in without waiting',
  'account.signed_in': (e) => (detailOf(e, 'link_id') ? 'signed in by a link in an email' : 'signed in'),
  'account.password_changed': (e) => `changed ${own(e)} password`,
  'account.password_reset': (e) => `reset ${own(e)} password by email`,
  'account.profile_created': () => 'got a profile',
  'account.profile_updated': (e) => `updated ${own(e)} profile`,
  'account.record_chosen': () => 'switched to another bookkeeper',
  'client.email_change_requested': (e) =>
    `asked ${client(e)} to change their email address to ${detailOf(e, 'to') ?? 'another one'}`,
  'account.mail_switched': (e) => `changed ${own(e)} email settings`,
  'account.push_switched': (e) => `changed ${own(e)} push notifications`,
  'assignment.due_date_changed': (e) => `changed the due date of ${workform(e)} for ${client(e)}`,
  'assignment.notes_changed': (e) => `changed the notes on ${workform(e)} for ${client(e)}`,
  'audit.exported': () => 'exported the audit log',
  'client.status_changed': (e) =>
    `changed the status of ${client(e)} from ${detailOf(e, 'from') ?? '?'} to ${detailOf(e, 'to') ?? '?'}`,
  'client.archived': (e) => `archived ${client(e)}`,
  'client.restored': (e) => `restored ${client(e)} from the archive`,
  'assignment.archived': (e) => `archived ${workform(e)} of ${client(e)}`,
  'assignment.restored': (e) => `restored ${workform(e)} of ${client(e)} from the archive`,
  'workform.archived': (e) => `archived ${workform(e)}`,
  'workform.restored': (e) => `restored ${workform(e)} from the archive`,
  'client.tagged': (e) => `tagged ${client(e)} with "${detailOf(e, 'tag') ?? ''}"`,
  'client.untagged': (e) => `removed the tag "${detailOf(e, 'tag') ?? ''}" from ${client(e)}`,
  'client.notes_changed': (e) => `changed the private notes about ${client(e)}`,
  'clients.exported': () => 'exported the list of clients',
  'commitment.made': (e) => `promised to send ${workform(e)} by ${detailOf(e, 'day') ?? 'a day'}`,
  'commitment.withdrawn': (e) => `withdrew the promise to send ${workform(e)}`,
  'delegation.created': (e) => `created a link for ${delegate(e)} to fill in ${section(e)}`,
  'delegation.done': (e) => `had ${section(e)} filled in by ${delegate(e)}`,
  'delegation.revoked': (e) => `revoked the link of ${delegate(e)} for ${section(e)}`,
  'factor.turned_on': () => 'turned on two-step verification',
  'factor.turned_off': () => 'turned off two-step verification',
  'factor.recovery_codes_renewed': () => 'created new recovery codes',
  'file.uploaded': (e) => `uploaded ${file(e)}`,
  'file.removed': (e) => `removed ${file(e)}`,
  'files.downloaded': (e) => `downloaded files of ${client(e)}`,
  'follow_up.asked': (e) => `asked whether reminders to ${client(e)} can start`,
  'follow_up.edited': (e) => `wrote a follow-up to ${client(e)}`,
  'follow_up.reset': (e) => `reset a follow-up to ${client(e)} to the text of the agent`,
  'follow_up.restored': (e) => `restored a skipped follow-up to ${client(e)}`,
  'follow_up.sent': (e) => `sent a follow-up to ${client(e)}`,
  'follow_up.skipped': (e) => `skipped a follow-up to ${client(e)}`,
  'guest_link.created': (e) => `opened a question of ${section(e)} to their phone`,
  'guest_link.opened': (e) =>
    detailOf(e, 'name')
      ? `shared ${section(e)} with ${delegate(e)}, who opened the link`
      : `continued on their phone in ${section(e)}`,
  'identity.linked': () => 'linked a sign-in provider',
  'identity.unlinked': () => 'unlinked a sign-in provider',
  'mail.reply_to_confirmed': () => 'confirmed the reply-to address of emails',
  'mail.sender_changed': () => 'changed the sender of emails',
  'mail.one_tap_links_switched': (e) => `turned sign-in links in emails ${e.detail['on'] === true ? 'on' : 'off'}`,
  'mail.sent_again': () => 'sent emails again',
  'mail.address_retried': (e) => `allowed emails to ${client(e)} again`,
  'message.deleted': () => 'deleted a chat message',
  'message.edited': () => 'edited a chat message',
  'passkey.added': () => 'added a passkey',
  'passkey.removed': () => 'removed a passkey',
  'passkey.renamed': () => 'renamed a passkey',
  'session.revoked': (e) => ENDED[detailOf(e, 'reason') ?? '']?.(e) ?? 'signed out a device',
  'webhook.added': (e) => `added ${webhook(e)}`,
  'webhook.changed': () => 'changed a webhook',
  'webhook.disabled': (e) => `switched off ${webhook(e)} after a day without a successful delivery`,
  'webhook.removed': () => 'removed a webhook',
  'webhook.secret_rotated': () => 'created a new secret for a webhook',
  'template.uploaded': (e) => `uploaded a template${detailOf(e, 'name') ? `, "${detailOf(e, 'name')}"` : ''}`,
}

/** Returns the predicate of a rejection that sent single answers back, with their questions, if the entry is one. */
function sentBackText(entry: AuditEntry): string | undefined {
  const { questions } = entry.detail
  if (!Array.isArray(questions)) return undefined
  return `sent back ${questions.map((question) => `"${question}"`).join(', ')} in ${section(entry)} to ${client(entry)}`
}

/** Returns an entry as a sentence: actor and predicate. */
export function auditText(entry: AuditEntry): { who: string; what: string } {
  const who = (entry.by === 'you' ? undefined : entry.who) ?? actorText(entry)
  const { action } = entry
  const sentBack = sentBackText(entry)
  if (sentBack) return { who, what: sentBack }
  if (isActivity(action)) {
    return { who, what: activityText({ ...entry, action, count: 1 }).what }
  }
  return { who, what: known(PREDICATES, action)?.(entry) ?? plainText(action) }
}

/** Returns the details of an entry as names and values. */
export function auditFacts({ detail }: AuditEntry): [name: string, value: string][] {
  const show = (value: unknown): string => {
    if (value === null || value === '') return '–'
    if (typeof value === 'object' && 'from' in value && 'to' in value) return `${show(value.from)} → ${show(value.to)}`
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return Object.entries(detail).map(([name, value]) => [name.replaceAll('_', ' '), show(value)])
}
