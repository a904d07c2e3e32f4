import type { Activity, ActivityAction } from '@portal/contract/dashboard'
import { formatCount } from '@portal/kit/ui/count'

const quoted = (name: string | null, fallback: string): string => (name ? `"${name}"` : fallback)
const workform = (a: Activity): string => quoted(a.workform_name, 'a workform')
const client = (a: Activity): string => a.client_name ?? 'a client'
const section = (a: Activity): string =>
  a.section_name ? `"${a.section_name}"${a.workform_name ? ` of ${workform(a)}` : ''}` : `a section of ${workform(a)}`
/** Returns the client's name, or the number of clients. */
const clients = (a: Activity): string => (a.count > 1 ? `${formatCount(a.count)} clients` : client(a))

/** The predicate of each sentence; its subject is the actor. */
const PREDICATES: Record<ActivityAction, (a: Activity) => string> = {
  'client.created': (a) => `added ${clients(a)}`,
  'client.invited': (a) => `invited ${clients(a)} again`,
  'client.updated': (a) => `updated ${clients(a)}`,
  'client.deleted': (a) => `deleted ${clients(a)}`,
  'account.password_set': () => 'set up their account',
  'account.linked': () => 'agreed to become your client',
  'account.offer_declined': () => 'declined to become your client',
  'account.offer_reported': () => 'declined to become your client, and reported the request',
  'account.email_changed': () => 'changed their email address',
  'account.email_change_refused': () => 'refused to change their email address',
  'assignment.created': (a) => `assigned ${workform(a)} to ${clients(a)}`,
  'assignment.removed': (a) => `removed ${workform(a)} from ${clients(a)}`,
  'section.submitted': (a) => `submitted ${section(a)}`,
  doc_approved: (a) => `approved ${section(a)} from ${client(a)}`,
  doc_rejected: (a) => `declined ${section(a)} from ${client(a)}`,
  'section.approval_undone': (a) => `undid the approval of ${section(a)} from ${client(a)}`,
  'workform.created': (a) => `created ${a.count > 1 ? `${a.count} workforms` : `the workform ${workform(a)}`}`,
  'workform.updated': (a) => `updated the workform ${workform(a)}`,
  'follow_up.escalated': (a) => `stopped reminding ${clients(a)}, who ${a.count > 1 ? 'have' : 'has'} not responded`,
  'workform.deleted': (a) => `deleted the workform ${workform(a)}`,
}

/** Returns whether the dashboard shows this action of the audit log. */
export const isActivity = (action: string): action is ActivityAction => Object.hasOwn(PREDICATES, action)

/** Returns an activity as a sentence: actor and predicate. */
export function activityText(activity: Activity): { who: string; what: string } {
  const who = { you: 'You', client: activity.client_name ?? 'A client', colleague: 'A colleague', agent: 'The agent' }[
    activity.by
  ]
  return { who, what: PREDICATES[activity.action](activity) }
}

/** Returns the page that an activity is about, or undefined if there is nothing left to see. */
export function activityLink({
  action,
  count,
  client_id,
  workform_id,
}: Activity): { to: string; search: Record<string, string> } | undefined {
  if (count > 1) return { to: action.startsWith('workform.') ? '/workforms' : '/clients', search: {} }
  const isAboutSubmission = action !== 'assignment.removed' && !action.startsWith('client.')
  if (client_id && workform_id && isAboutSubmission)
    return { to: '/form-submissions', search: { workform: workform_id, client: client_id } }
  if (client_id) return { to: '/clients', search: { client: client_id } }
  return workform_id ? { to: '/workforms', search: {} } : undefined
}
