import type { SwitchKind } from '@portal/contract/publishing'
import type { Switch } from './queries.ts'

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

/** Returns what a switch did, without its actor and time: "Published “Fix totals”". */
export function describeSwitch({ kind, from, to, message }: Pick<Switch, 'kind' | 'from' | 'to' | 'message'>): string {
  const none = 'no version'
  const isTakenBack = kind === 'rollback' || kind === 'stop'
  const what = message ? `“${message}”` : ((isTakenBack ? from : to) ?? to ?? none)
  if (kind === 'rollback' && from === to) return `Held at ${to ?? none}`
  if (kind === 'rollback' && to === null) return `Removed ${what}`
  if (kind === 'rollback' && from === null) return `Restored ${to}`
  return TEXTS[kind]({ what, from: from ?? none, to: to ?? none })
}
