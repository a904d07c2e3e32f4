import { CANARY_PERCENT_MAX, type StartCanary } from '@portal/contract/canaries'
import type * as z from 'zod'
import { StartError } from '../sqld.ts'

/** The options of `pnpm remote publish` that start a canary. */
export const CANARY_OPTIONS = {
  canary: { type: 'string' },
  firm: { type: 'string', multiple: true },
  person: { type: 'string', multiple: true },
} as const

interface Given {
  canary?: string | undefined
  firm?: string[] | undefined
  person?: string[] | undefined
}

/** Who gets a canary. */
export type CanaryTargets = Omit<z.input<typeof StartCanary>, 'version'>

/**
 * Returns who gets a canary; undefined when it goes live for everyone.
 * @throws StartError when the share is not a percentage
 */
export function canaryTargets({ canary, firm = [], person = [] }: Given): CanaryTargets | undefined {
  if (canary === undefined && firm.length + person.length === 0) return undefined
  const percent = Number(/^(\d{1,2})%?$/.exec(canary ?? '0')?.[1] ?? Number.NaN)
  if (!(percent <= CANARY_PERCENT_MAX))
    throw new StartError(`--canary takes a share of people up to ${CANARY_PERCENT_MAX}%, not "${canary}".`)
  return { percent, firms: firm, people: person }
}
