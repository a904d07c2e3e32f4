import type { Activity, ActivityAction } from '@portal/contract/dashboard'
import { formatCount } from '@portal/kit/ui/count'

const quoted = (name: string | null, otherwise: string): string => (name ? `"${name}"` : otherwise)
const workform = (a: Activity): string => quoted(a.workform_name, 'a workform')
const client = (a: Activity): string => a.client_name ?? 'a client'
const section = (a: Activity): string =>
  a.section_name ? `"${a.section_name}"${a.workform_name ? ` of ${workform(a)}` : ''}` : `a section of ${workform(a)}`
/** One client by name, or how many they were. */
const clients = (a: Activity): string => (a.count > 1 ? `${formatCount(a.count)} clients` : client(a))

/** What follows the name of who did it. */
const WORDS: Record<ActivityAction, (a: Activity) => string> = {
  'client.created': (a) => `added ${clients(a)}`,
  'client.invited': (a) => `invited ${clients(a)} again`,
  'client.updated': (a) => `updated ${clients(a)}`,
  'client.deleted': (a) => `deleted ${clients(a)}`,
  'account.password_set': () => 'set up their account',
  'account.linked': () => 'accepted to become your client',
  'account.offer_declined': () => 'declined to become your client',
  'account.offer_reported': () => 'declined to become your client, and reported the request',
  'account.email_changed': () => 'changed their address',
  'account.email_change_refused': () => 'refused to change their address',
  'assignment.created': (a) => `assigned ${workform(a)} to ${clients(a)}`,
  'assignment.removed': (a) => `removed ${workform(a)} from ${clients(a)}`,
  'section.submitted': (a) => `submitted ${section(a)}`,
  doc_approved: (a) => `approved ${section(a)} from ${client(a)}`,
  doc_rejected: (a) => `declined ${section(a)} from ${client(a)}`,
  'section.approval_undone': (a) => `undid the approval of ${section(a)} from ${client(a)}`,
  'workform.created': (a) => `created ${a.count > 1 ? `${a.count} workforms` : `the workform ${workform(a)}`}`,
  'workform.updated': (a) => `updated the workform ${workform(a)}`,
  'follow_up.escalated': (a) => `stopped asking ${clients(a)}, who ${a.count > 1 ? 'have' : 'has'} been silent`,
  'workform.deleted': (a) => `deleted the workform ${workform(a)}`,
}

/** Whether an entry of the trail is one that the dashboard shows, too. */
export const isActivity = (action: string): action is ActivityAction => Object.hasOwn(WORDS, action)

/** Who did something, and what, as one sentence in two parts. */
export function activityText(activity: Activity): { who: string; what: string } {
  const who = { you: 'You', client: activity.client_name ?? 'A client', colleague: 'A colleague', agent: 'The agent' }[
    activity.by
  ]
  return { who, what: WORDS[activity.action](activity) }
}

/** Where an entry leads to: the card, client or workforms that it is about; `undefined` where nothing is left to see. */
export function activityLink({
  action,
  count,
  client_id,
  workform_id,
}: Activity): { to: string; search: Record<string, string> } | undefined {
  if (count > 1) return { to: action.startsWith('workform.') ? '/workforms' : '/clients', search: {} }
  const aboutWork = action !== 'assignment.removed' && !action.startsWith('client.')
  if (client_id && workform_id && aboutWork)
    return { to: '/form-submissions', search: { workform: workform_id, client: client_id } }
  if (client_id) return { to: '/clients', search: { client: client_id } }
  return workform_id ? { to: '/workforms', search: {} } : undefined
}
