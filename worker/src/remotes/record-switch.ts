import type { SwitchKind } from '@portal/contract/remotes'
import { sql } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import { PORTAL_LOG } from '../audit/portal-log.ts'
import type { Context } from '../context.ts'
import { remoteSwitches } from '../db/schema/index.ts'
import { COMMIT_TIME } from '../db/statement.ts'
import { type Step, step } from '../db/write.ts'
import { uuidv7 } from '../ids.ts'
import type { Publisher } from './publisher.ts'

/** A change of which version of a remote is live, or may become live. */
export interface Switch {
  kind: SwitchKind
  name: string
  from: string | null
  to: string | null
  reason?: string | undefined
}

/** Actions of the audit log. */
const ACTIONS: Readonly<Record<SwitchKind, string>> = {
  publish: 'remote.live',
  stage: 'remote.staged',
  rollback: 'remote.rolled_back',
  remove: 'remote.removed',
  worker: 'remote.live_after_deployment',
  canary: 'remote.canary',
  stop: 'remote.canary_stopped',
  promote: 'remote.canary_promoted',
  pin: 'remote.pinned',
  unpin: 'remote.unpinned',
  leave: 'remote.left',
}

/** Returns steps that record a switch in its history and in the audit log. */
export function recordSwitch(
  { db }: Pick<Context, 'db'>,
  { id, actor, role }: Publisher,
  { kind, name, from, to, reason }: Switch,
): Step[] {
  const at = sql`${COMMIT_TIME}`
  const row = { id: uuidv7(), name, kind, from_version: from, to_version: to, actor, reason: reason ?? null, at }
  const detail = { from, to, by: actor, ...(reason ? { reason } : {}) }
  return [
    step(db.insert(remoteSwitches).values(row)),
    audit(
      { actor: { firmId: PORTAL_LOG, userId: id, role } },
      { action: ACTIONS[kind], subjectType: 'remote', subjectId: name, detail },
    ),
  ]
}
