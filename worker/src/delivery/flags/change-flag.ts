import { and, eq } from 'drizzle-orm'
import { audit } from '../../audit/append.ts'
import { PORTAL_LOG } from '../../audit/portal-log.ts'
import type { Context } from '../../context.ts'
import { EVERYONE, flagValues } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { announceSwitch } from '../remotes/announce-switch.ts'

/** For whom a value of a flag is set: everyone, a firm, or a person. */
export type FlagTarget = { kind: 'everyone' } | { kind: 'firm' | 'person'; id: string }

/** Who changes a flag. */
interface ChangedBy {
  operator: string
}

/** Returns the id that values are stored under. */
export const targetId = (target: FlagTarget): string => (target.kind === 'everyone' ? EVERYONE : target.id)

const auditFlag = ({ operator }: ChangedBy, name: string, detail: Record<string, unknown>): Step =>
  audit(
    { actor: { firmId: PORTAL_LOG, userId: operator, role: 'operator' } },
    { action: 'flag.changed', subjectType: 'flag', subjectId: name, detail },
  )

/** Returns steps that turn a flag on for a share of the target's people. Open tabs follow within a minute. */
export function setFlag(
  ctx: Pick<Context, 'db' | 'now'>,
  by: ChangedBy,
  name: string,
  target: FlagTarget,
  percent: number,
): Step[] {
  const value = { percent, updated_at: ctx.now.toISOString() }
  const row = {
    name,
    target: targetId(target),
    firm_id: target.kind === 'firm' ? target.id : null,
    user_id: target.kind === 'person' ? target.id : null,
    ...value,
  }
  const set = ctx.db
    .insert(flagValues)
    .values(row)
    .onConflictDoUpdate({ target: [flagValues.name, flagValues.target], set: value })
  return [step(set), auditFlag(by, name, { target: row.target, percent }), announceSwitch(ctx)]
}

/**
 * Returns steps that remove the value of a flag for a target (`targetId`). Without any value, the flag has its default.
 */
export function resetFlag(ctx: Pick<Context, 'db' | 'now'>, by: ChangedBy, name: string, target: string): Step[] {
  const remove = ctx.db.delete(flagValues).where(and(eq(flagValues.name, name), eq(flagValues.target, target)))
  return [step(remove), auditFlag(by, name, { target, percent: null }), announceSwitch(ctx)]
}
