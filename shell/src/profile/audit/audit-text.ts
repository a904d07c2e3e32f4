import type { AuditEntry } from '@portal/contract/audit'
import type { Activity } from '@portal/contract/dashboard'
import { activityText, isActivity } from '../../dashboard/activity-text.ts'

/** A text of what was kept with the entry. */
function told({ detail }: AuditEntry, key: string): string | undefined {
  const value = detail[key]
  return typeof value === 'string' ? value : undefined
}

const file = (e: AuditEntry): string => (told(e, 'name') ? `the file "${told(e, 'name')}"` : 'a file')
const client = (e: AuditEntry): string => e.client_name ?? 'a client'

/** What was done about all follow-ups to a client, by the mode they are in since. */
const MODES: Readonly<Record<string, string>> = { on: 'switched on', paused: 'paused', off: 'switched off' }

/** What follows the name of who did it, for what is no recent activity of the dashboard. */
const WORDS: Readonly<Record<string, (e: AuditEntry) => string>> = {
  'account.deleted': () => 'removed an account',
  'agent.assignment_paused': (e) => `paused follow-ups on a workform of ${client(e)}`,
  'agent.assignment_resumed': (e) => `had follow-ups on a workform of ${client(e)} go on`,
  'agent.mode_changed': (e) => `${MODES[told(e, 'mode') ?? ''] ?? 'changed'} follow-ups to ${client(e)}`,
  'account.signed_up': () => 'signed up',
  'account.confirmed': () => 'confirmed their email address',
  'account.signed_in': () => 'signed in',
  'account.password_changed': () => 'changed their password',
  'account.password_reset': () => 'set a new password by a mailed link',
  'account.profile_created': () => 'got a profile',
  'account.profile_updated': () => 'updated their profile',
  'account.record_chosen': () => 'changed over to another bookkeeper',
  'client.email_change_requested': (e) =>
    `asked ${client(e)} to change their address to ${told(e, 'to') ?? 'another one'}`,
  'account.mail_switched': () => 'changed which e-mails they get',
  'assignment.due_date_changed': (e) =>
    `changed the due date of ${e.workform_name ? `"${e.workform_name}"` : 'a workform'} for ${client(e)}`,
  'assignment.notes_changed': (e) =>
    `changed the notes on ${e.workform_name ? `"${e.workform_name}"` : 'a workform'} for ${client(e)}`,
  'audit.exported': () => 'exported the audit trail',
  'client.status_changed': (e) =>
    `changed the status of ${client(e)} from ${told(e, 'from') ?? '?'} to ${told(e, 'to') ?? '?'}`,
  'clients.exported': () => 'exported the list of clients',
  'factor.turned_on': () => 'turned on two-step verification',
  'factor.turned_off': () => 'turned off two-step verification',
  'factor.recovery_codes_renewed': () => 'made new recovery codes',
  'file.uploaded': (e) => `uploaded ${file(e)}`,
  'file.removed': (e) => `removed ${file(e)}`,
  'files.downloaded': (e) => `downloaded files of ${client(e)}`,
  'follow_up.edited': (e) => `wrote a follow-up to ${client(e)}`,
  'follow_up.reset': (e) => `gave a follow-up to ${client(e)} back to the agent`,
  'follow_up.restored': (e) => `took a skipped follow-up to ${client(e)} in again`,
  'follow_up.sent': (e) => `sent a follow-up to ${client(e)}`,
  'follow_up.skipped': (e) => `skipped a follow-up to ${client(e)}`,
  'identity.linked': () => 'linked a sign-in provider',
  'identity.unlinked': () => 'unlinked a sign-in provider',
  'mail.sender_changed': () => 'changed the sender of the mails',
  'mail.sent_again': () => 'had mail sent again',
  'mail.address_retried': (e) => `had mail to ${client(e)} tried again`,
  'message.deleted': () => 'deleted a chat message',
  'message.edited': () => 'edited a chat message',
  'webhook.added': (e) => `added a webhook${told(e, 'host') ? ` to ${told(e, 'host')}` : ''}`,
  'webhook.changed': () => 'changed a webhook',
  'webhook.disabled': (e) =>
    `switched off a webhook${told(e, 'host') ? ` to ${told(e, 'host')}` : ''} that took nothing for a day`,
  'webhook.removed': () => 'removed a webhook',
  'webhook.secret_rotated': () => 'made a new secret for a webhook',
  'template.uploaded': (e) => `uploaded a template${told(e, 'name') ? `, "${told(e, 'name')}"` : ''}`,
}

/** An action that has no words of its own, in plain letters: `mail.opened` is "mail: opened". */
const plain = (action: string): string => action.replaceAll('_', ' ').replace('.', ': ')

/** An entry as one sentence in two parts: who did something, and what. */
export function auditText(entry: AuditEntry): { who: string; what: string } {
  const nameless = {
    you: 'You',
    client: entry.client_name ?? 'A client',
    colleague: 'A colleague',
    agent: 'The agent',
  }[entry.by]
  const who = entry.by === 'you' ? nameless : (entry.who ?? nameless)
  const { action } = entry
  if (isActivity(action)) {
    const activity: Activity = { ...entry, action, count: 1 }
    return { who, what: activityText(activity).what }
  }
  return { who, what: WORDS[action]?.(entry) ?? plain(action) }
}

/** What was kept with an entry, line by line. */
export function auditFacts({ detail }: AuditEntry): [name: string, value: string][] {
  const show = (value: unknown): string => {
    if (value === null || value === '') return '–'
    if (typeof value === 'object' && 'from' in value && 'to' in value) return `${show(value.from)} → ${show(value.to)}`
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return Object.entries(detail).map(([name, value]) => [name.replaceAll('_', ' '), show(value)])
}
