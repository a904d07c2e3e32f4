import { inspect, isDeepStrictEqual } from 'node:util'
import { NO_FAULT } from './actors/user.ts'
import type { Fault } from './faults.ts'
import type { Scenario } from './scenario.ts'

/** Stands for a fault in promises that concern the whole run. */
export const WHOLE_RUN = 'the whole run'

const show = (value: unknown): string => inspect(value, { breakLength: Number.POSITIVE_INFINITY }).slice(0, 500)

/** Counts kept promises and lists broken ones. */
export class Tally {
  /** Numbers of kept promises, by fault. */
  readonly kept = new Map<string, number>()
  readonly broken: { check: string; during: string; problem: string }[] = []
  /** Numbers of promises, by check. */
  readonly checked = new Map<string, number>()

  expect(check: string, subject: string, actual: unknown, expected: unknown, during = WHOLE_RUN): void {
    this.checked.set(check, (this.checked.get(check) ?? 0) + 1)
    if (isDeepStrictEqual(actual, expected)) this.kept.set(during, (this.kept.get(during) ?? 0) + 1)
    else this.broken.push({ check, during, problem: `${subject}: ${show(actual)} instead of ${show(expected)}` })
  }
}

/** How many broken promises are printed of each check. */
const MAX_PRINTED = 5

/** Prints what users saw during each fault, the result of each check, and the broken promises. */
export function printReport({ responses }: Scenario, { kept, broken, checked }: Tally, faults: readonly Fault[]) {
  const table: Record<string, object> = {}
  for (const { name, times = 1 } of [{ name: NO_FAULT, times: 1 }, ...faults, { name: WHOLE_RUN, times: 1 }])
    table[name] = {
      times,
      ...responses.counts.get(name),
      'promises kept': kept.get(name) ?? 0,
      broken: broken.filter((promise) => promise.during === name).length,
    }
  console.table(table)
  const problems = Map.groupBy(broken, ({ check }) => check)
  const checks = [...checked].map(([check, promises]) => [
    check,
    { promises, broken: problems.get(check)?.length ?? 0 },
  ])
  console.table(Object.fromEntries(checks))
  for (const [check, all] of problems) {
    for (const { during, problem } of all.slice(0, MAX_PRINTED)) console.log(`✗ ${check} (${during}): ${problem}`)
    if (all.length > MAX_PRINTED) console.log(`  and ${all.length - MAX_PRINTED} more`)
  }
  const total = [...kept.values()].reduce((sum, number) => sum + number, 0)
  console.log(`${total} promises kept, ${broken.length} broken`)
}
