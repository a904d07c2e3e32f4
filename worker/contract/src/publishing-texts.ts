import type { Canary } from './canaries.ts'
import type { Decision, RemoteSwitches, SwitchKind } from './publishing.ts'
import type { Failure } from './vitals.ts'

/**
 * Texts of publishing, for the operator page and `pnpm remote history`, which say the same. Without the schemas: the
 * page must not load zod.
 */

type Switch = RemoteSwitches['items'][number]

/** What a switch was about, from and to which version. */
interface Words {
  what: string
  from: string
  to: string
}

const TEXTS: Readonly<Record<SwitchKind, (words: Words) => string>> = {
  publish: ({ what }) => `Published ${what}`,
  wait: ({ what }) => `Published ${what}, which waits for a newer portal`,
  gradually: ({ what }) => `Published ${what} gradually`,
  stop: ({ what }) => `Stopped ${what}`,
  rollback: ({ what, to }) => `Rolled back ${what} to ${to}`,
  deploy: ({ from, to }) => `Switched from ${from} to ${to} when the portal was deployed`,
}

/** Returns the version that a switch is about: what was taken back, or else what was put into service. */
export const aboutOf = ({ kind, from, to }: Pick<Switch, 'kind' | 'from' | 'to'>): string | null =>
  (kind === 'rollback' || kind === 'stop' ? from : to) ?? to

/** Returns what a switch did, without its actor and time: "Published “Fix totals”". */
export function describeSwitch(change: Pick<Switch, 'kind' | 'from' | 'to' | 'message'>): string {
  const { kind, from, to, message } = change
  const none = 'no version'
  const what = message ? `“${message}”` : (aboutOf(change) ?? none)
  if (kind === 'publish' && from === to) return `Ended the hold at ${what}`
  if (kind === 'rollback' && from === to) return `Held at ${to ?? none}`
  if (kind === 'rollback' && to === null) return `Removed ${what}`
  if (kind === 'rollback' && from === null) return `Restored ${to}`
  return TEXTS[kind]({ what, from: from ?? none, to: to ?? none })
}

/** Returns what a version is for people: the message of its commit, or else its number. */
export const titleOf = ({ version, message }: { version: string; message: string | null }): string =>
  message ? `“${message}”` : version

/** Returns who decided something and why, after the time: "by portal: It failed". */
export const byWhom = ({ by, reason }: Pick<Decision, 'by' | 'reason'>): string =>
  `by ${by}${reason ? `: ${reason}` : ''}`

const counted = (count: number, one: string, many: string): string[] =>
  count > 0 ? [`${count} named ${count === 1 ? one : many}`] : []

/** Returns who gets a canary: "5% of people, 2 named firms", or for operators with their names. */
export function audienceOf({ percent, firms, people, names }: Canary): string {
  const counts = [...counted(firms, 'firm', 'firms'), ...counted(people, 'person', 'people')]
  return [...(percent > 0 ? [`${percent}% of people`] : []), ...(names ?? counts)].join(', ')
}

/** The names of the kinds of failure. */
export const FAILURE_NAMES: Readonly<Record<Failure, string>> = {
  failed_load: 'Failed loads',
  hang: 'Hangs',
  render_error: 'Render errors',
  slow_interaction: 'Slow interactions',
  failed_calls: 'Failed API calls',
}
