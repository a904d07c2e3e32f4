import type { SwitchKind } from './publishing.ts'

/** Which switches change the live version. Free of zod, because the shell uses it, too. */

/** The kinds of switches that leave the live version as it is. After others, the version that they led to is live. */
export const OTHER_SWITCH_KINDS = ['wait', 'gradually'] as const satisfies readonly SwitchKind[]

const OTHERS: readonly SwitchKind[] = OTHER_SWITCH_KINDS

/**
 * Returns the switches after which another version was live than before. The rollback of a canary does not count.
 * @param switches newest first
 */
export function liveSwitches<T extends { kind: SwitchKind; to: string | null }>(switches: readonly T[]): T[] {
  const possible = switches.filter(({ kind }) => !OTHERS.includes(kind))
  return possible.filter(({ to }, i) => to !== possible[i + 1]?.to)
}
