import type { Activity, ActivityAction, Dashboard, RecallAction, RecallActivity } from '@portal/contract/dashboard'
import { known } from '@portal/contract/known'
import { formatCount } from '../../ui/count.tsx'

/** An entry of the recent activity. */
export type AnyActivity = Activity | RecallActivity

/** Returns the recent activity, newest first. */
export const latestActivity = ({ activity, recalls }: Pick<Dashboard, 'activity' | 'recalls'>): AnyActivity[] =>
  [...activity, ...recalls].toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))

const quoted = (name: string | null, fallback: string): string => (name ? `"${name}"` : fallback)
const workform = (a: AnyActivity): string => quoted(a.workform_name, 'a workform')
const client = (a: AnyActivity): string => a.client_name ?? 'a client'
const section = (a: AnyActivity): string =>
  a.section_name ? `"${a.section_name}"${a.workform_name ? ` of ${workform(a)}` : ''}` : `a section of ${workform(a)}`
/** Returns the client's name, or the number of clients. */
const clients = (a: AnyActivity): string => (a.count > 1 ? `${formatCount(a.count)} clients` : client(a))

/** The predicate of each sentence; its subject is the actor. */
const PREDICATES: Record<ActivityAction | RecallAction, (a: AnyActivity) => string> = {
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
  doc_rejected: (a) => `rejected ${section(a)} from ${client(a)}`,
  'section.approval_undone': (a) => `undid the approval of ${section(a)} from ${client(a)}`,
  'section.recalled': (a) =>
    a.by === 'client' ? `took back ${section(a)}` : `returned ${section(a)} to ${client(a)} on request`,
  'section.recall_requested': (a) => `asked to change ${section(a)}`,
  'section.recall_declined': (a) => `declined ${client(a)}'s request to change ${section(a)}`,
  'workform.created': (a) =>
    `created ${a.count > 1 ? `${formatCount(a.count)} workforms` : `the workform ${workform(a)}`}`,
  'workform.updated': (a) => `updated the workform ${workform(a)}`,
  'follow_up.escalated': (a) => `stopped reminding ${clients(a)}, who ${a.count > 1 ? 'have' : 'has'} not responded`,
  'workform.deleted': (a) => `deleted the workform ${workform(a)}`,
}

/** Returns whether the dashboard shows this action of the audit log. */
export const isActivity = (action: string): action is AnyActivity['action'] => Object.hasOwn(PREDICATES, action)

/** Returns the actor of an entry that has no name for them. */
export const actorText = ({ by, client_name }: Pick<AnyActivity, 'by' | 'client_name'>): string =>
  known({ you: 'You', client: client_name ?? 'A client', colleague: 'A colleague', agent: 'The agent' }, by) ??
  'Somebody'

/** Returns the predicate of an action without a sentence of its own: "made a change: mail opened" for `mail.opened`. */
export const plainText = (action: string): string => `made a change: ${action.replaceAll(/[._]/g, ' ')}`

/** Returns an activity as a sentence: actor and predicate. */
export function activityText(activity: AnyActivity): { who: string; what: string } {
  const { action } = activity
  return { who: actorText(activity), what: known(PREDICATES, action)?.(activity) ?? plainText(action) }
}

/** Returns the page that an activity is about, or undefined if there is nothing left to see. */
export function activityLink({
  action,
  count,
  client_id,
  workform_id,
}: AnyActivity): { to: string; search: Record<string, string> } | undefined {
  if (count > 1) return { to: action.startsWith('workform.') ? '/workforms' : '/clients', search: {} }
  const isAboutSubmission = action !== 'assignment.removed' && !action.startsWith('client.')
  if (client_id && workform_id && isAboutSubmission)
    return { to: '/form-submissions', search: { workform: workform_id, client: client_id } }
  if (client_id) return { to: '/clients', search: { client: client_id } }
  return workform_id ? { to: '/workforms', search: {} } : undefined
}
