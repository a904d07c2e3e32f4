import type { RemoteSwitch, SwitchKind } from '@portal/contract/remotes'
import type * as z from 'zod'
import { listSwitches } from '../registry-api.ts'
import { StartError } from '../sqld.ts'
import { action, portalOf } from './action.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns the time of an option: `14:03` is the end of the last such minute, in local time; or a date with a time.
 * @throws StartError when it is neither
 */
export function timeOf(text: string, now: Date): Date {
  const clock = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text)
  const isDate = /^\d{4}-\d{2}-\d{2}/.test(text)
  const at = clock ? new Date(now) : new Date(isDate ? text : Number.NaN)
  if (clock) at.setHours(Number(clock[1]), Number(clock[2]), 59, 999)
  if (clock && at.getTime() > now.getTime() + 60_000) at.setTime(at.getTime() - DAY_MS)
  if (Number.isNaN(at.getTime()))
    throw new StartError(`--at takes a time like 14:03 or 2026-11-23T14:03, not "${text}".`)
  return at
}

/** Returns the kind of a switch for people: a new worker switches versions by a deployment. */
const nameOf = (kind: SwitchKind): string => (kind === 'worker' ? 'deployment' : kind)

const describe = ({ kind, from, to, actor, reason, at }: z.infer<typeof RemoteSwitch>): string =>
  [at, nameOf(kind).padEnd(10), `${from ?? 'none'} → ${to ?? 'none'}`, actor, ...(reason ? [reason] : [])].join('   ')

export const history = action({
  usage: `pnpm remote history <name>    lists who switched its live version when and why (--at 14:03 or
                              --at 2026-11-23T14:03 also says which version was live then)`,
  options: { at: { type: 'string' } },
  run: async (name, given) => {
    const at = given.at === undefined ? undefined : timeOf(given.at, new Date())
    const { items, live } = await listSwitches(await portalOf(name, given), name, at)
    for (const item of items) console.log(describe(item))
    if (items.length === 0) console.log(`${name} was never switched.`)
    if (at) console.log(`At ${at.toISOString()}, ${live ? `${name} ${live}` : `no version of ${name}`} was live.`)
  },
})
