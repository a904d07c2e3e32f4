import type { FlagValues } from '@portal/contract/flags'
import { inArray, sql } from 'drizzle-orm'
import { type Cohort, isInShare } from '../../portal/auth/sessions/cohort.ts'
import type { Database } from '../../platform/db/client.ts'
import { EVERYONE, flagValues } from '../../platform/db/schema/index.ts'

/** A value of a flag that can apply to a person. */
interface Value {
  name: string
  target: string
  percent: number
}

/** The target of all values for firms and people for a visitor. */
const SOMEONE = ''

/** Selects the values of flags that can apply to a person; without a person, all, without their targets. */
export function flagsOf(db: Database, cohort: Cohort | undefined) {
  const { name, target, percent } = flagValues
  if (cohort)
    return db
      .select({ name, target: sql<string>`${target}`, percent })
      .from(flagValues)
      .where(inArray(target, [EVERYONE, cohort.firmId, cohort.userId]))
  const reduced = sql<string>`iif(${target} = ${EVERYONE}, ${EVERYONE}, ${SOMEONE})`
  return db.selectDistinct({ name, target: reduced, percent }).from(flagValues)
}

/** Returns the value for the person, or else the firm, or else everyone. */
function mostSpecific(values: readonly Value[], cohort: Cohort | undefined): Value | undefined {
  const targets = [cohort?.userId, cohort?.firmId, EVERYONE]
  return targets.flatMap((target) => values.filter((value) => value.target === target))[0]
}

/**
 * Returns the values of flags for a person, without knowing what the flags are for: they are declared by versions of
 * remotes that come and go. A share of people never includes a visitor.
 */
export function evaluateFlags(values: readonly Value[], cohort: Cohort | undefined): FlagValues {
  const byName = Map.groupBy(values, ({ name }) => name)
  const evaluated = [...byName].flatMap(([name, own]): [string, boolean][] => {
    const value = mostSpecific(own, cohort)
    if (!value) return []
    const { percent } = value
    return [[name, cohort ? isInShare(cohort, `flag:${name}`, percent) : percent === 100]]
  })
  return Object.fromEntries(evaluated)
}

/** Returns whether a flag can have different values for different people. */
export const isTargeted = (values: readonly Value[]): boolean =>
  values.some(({ target, percent }) => target !== EVERYONE || (percent > 0 && percent < 100))
