import type { SwitchKind } from '@portal/contract/publishing'
import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { remoteSwitches } from '../../platform/db/schema/index.ts'
import { COMMIT_TIME } from '../../platform/db/statement.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { announceSwitch } from './announce-switch.ts'
import { auditRemote } from './audit-remote.ts'
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
  wait: 'remote.waits',
  gradually: 'remote.canary',
  stop: 'remote.canary_stopped',
  rollback: 'remote.rolled_back',
  deploy: 'remote.live_after_deployment',
}

/** Returns steps that record a switch in its history and in the audit log, and signal it to open tabs. */
export function recordSwitch(
  ctx: Pick<Context, 'db' | 'now'>,
  publisher: Publisher,
  { kind, name, from, to, reason }: Switch,
): Step[] {
  const { actor } = publisher
  const at = sql`${COMMIT_TIME}`
  const row = { id: uuidv7(), name, kind, from_version: from, to_version: to, actor, reason: reason ?? null, at }
  return [
    step(ctx.db.insert(remoteSwitches).values(row)),
    auditRemote(publisher, name, ACTIONS[kind], { from, to, ...(reason ? { reason } : {}) }),
    announceSwitch(ctx),
  ]
}
