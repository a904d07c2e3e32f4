import type { AuditKind } from '@portal/contract/audit-kinds'
import type { SignedIn } from '../context.ts'
import { type Step, step } from '../db/write.ts'
import { COMMIT_TIME } from '../db/statement.ts'
import { uuidv7 } from '../ids.ts'

/** An entry of the audit log: an action and its subject. The actor comes from the context, the time from the Writer. */
export interface AuditEntry {
  /** Dotted verb, such as `client.created` or `doc_approved`. */
  action: string
  /** Remotes are published by teams, so no firm sees their entries. */
  subjectType: AuditKind | 'remote'
  subjectId: string
  clientId?: string | null
  /** Details to keep. Must not contain secrets. */
  detail?: Record<string, unknown>
}

/**
 * The context of an entry. The actor is a user, a `team` that publishes a remote, or the portal (`system`, without an
 * id).
 */
interface AuditContext {
  readonly actor: { firmId: string; userId: string | null; role: SignedIn['actor']['role'] | 'team' | 'system' }
}

/** Returns a step that appends an entry to the audit log of the actor's firm, in the same batch as the change. */
export const audit = (ctx: AuditContext, entry: AuditEntry): Step => auditEach(ctx, [entry])

/** Returns a step that appends several entries (at least one, at most a few thousand) in one statement. */
export function auditEach(ctx: AuditContext, entries: readonly AuditEntry[]): Step {
  const { actor } = ctx
  const statement = {
    sql: `INSERT INTO audit_log (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, client_id,
      detail, at)
          VALUES ${entries.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
    args: entries.flatMap((entry) => [
      uuidv7(),
      actor.firmId,
      actor.userId,
      actor.role,
      entry.action,
      entry.subjectType,
      entry.subjectId,
      entry.clientId ?? null,
      JSON.stringify(entry.detail ?? {}),
      COMMIT_TIME,
    ]),
  }
  return { ...step(statement), audits: true }
}
