import type { RemoteSwitch, SwitchKind } from './remotes.ts'
import type * as z from 'zod'

/** Which switches change the live version. Free of zod, because the shell uses it, too. */

/** The kinds of switches after which another version can be live. */
export const LIVE_SWITCH_KINDS = [
  'publish',
  'rollback',
  'remove',
  'worker',
  'promote',
  'unpin',
] as const satisfies readonly SwitchKind[]

const KINDS: readonly SwitchKind[] = LIVE_SWITCH_KINDS

/**
 * Returns the switches after which another version was live than before. The rollback of a canary does not count.
 * @param switches newest first
 */
export function liveSwitches<T extends Pick<z.infer<typeof RemoteSwitch>, 'kind' | 'to'>>(switches: readonly T[]): T[] {
  const possible = switches.filter(({ kind }) => KINDS.includes(kind))
  return possible.filter(({ to }, i) => to !== possible[i + 1]?.to)
}
