import { and, eq } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { PORTAL_LOG } from '../../platform/audit/portal-log.ts'
import type { Context } from '../../context.ts'
import { EVERYONE, flagValues } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { announceSwitch } from '../remotes/announce-switch.ts'

/** For whom a value of a flag is set: a firm, a person, or everyone. */
export interface FlagTarget {
  firm_id: string | null
  user_id: string | null
}

/** Returns the id that values are stored under. */
export const targetId = ({ firm_id, user_id }: FlagTarget): string => firm_id ?? user_id ?? EVERYONE

const auditFlag = (operator: string, name: string, detail: Record<string, unknown>): Step =>
  audit(
    { actor: { firmId: PORTAL_LOG, userId: operator, role: 'operator' } },
    { action: 'flag.changed', subjectType: 'flag', subjectId: name, detail },
  )

/** Returns steps that turn a flag on for a share of the target's people. Open tabs follow within a minute. */
export function setFlag(
  ctx: Pick<Context, 'db' | 'now'>,
  operator: string,
  name: string,
  given: FlagTarget,
  percent: number,
): Step[] {
  const value = { percent, updated_at: ctx.now.toISOString() }
  const target = targetId(given)
  const set = ctx.db
    .insert(flagValues)
    .values({ name, target, ...given, ...value })
    .onConflictDoUpdate({ target: [flagValues.name, flagValues.target], set: value })
  return [step(set), auditFlag(operator, name, { target, percent }), announceSwitch(ctx)]
}

/**
 * Returns steps that remove the value of a flag for a target (`targetId`). Without any value, the flag has its default.
 */
export function resetFlag(ctx: Pick<Context, 'db' | 'now'>, operator: string, name: string, target: string): Step[] {
  const remove = ctx.db.delete(flagValues).where(and(eq(flagValues.name, name), eq(flagValues.target, target)))
  return [step(remove), auditFlag(operator, name, { target, percent: null }), announceSwitch(ctx)]
}
