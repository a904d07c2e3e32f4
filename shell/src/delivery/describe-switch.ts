import type { SwitchKind } from '@portal/contract/publishing'
import type { Switch } from './queries.ts'

type Describe = (change: { from: string; to: string }) => string

const TEXTS: Readonly<Record<SwitchKind, Describe>> = {
  publish: ({ to }) => `Published ${to}`,
  stage: ({ to }) => `Published ${to} ahead`,
  rollback: ({ from, to }) => (from === to ? `Restored ${to}` : `Rolled back from ${from} to ${to}`),
  remove: ({ from }) => `Removed ${from}`,
  worker: ({ from, to }) =>
    from === to
      ? `${to} became live when the portal was deployed`
      : `Switched from ${from} to ${to} when the portal was deployed`,
  canary: ({ to }) => `Made ${to} a canary`,
  stop: ({ from }) => `Stopped the canary ${from}`,
  promote: ({ to }) => `Promoted the canary ${to}`,
  pin: ({ to }) => `Pinned ${to}`,
  unpin: ({ from }) => `Unpinned ${from}`,
  leave: ({ from }) => `Made open tabs leave ${from}`,
}

/** Returns what a switch did, without its actor and time: "Published 1.4.0". */
export function describeSwitch({ kind, from, to }: Pick<Switch, 'kind' | 'from' | 'to'>): string {
  const known = from ?? to ?? 'no version'
  return TEXTS[kind]({ from: from ?? known, to: to ?? known })
}
