import type { SignedIn } from '../context.ts'
import { type Step, step } from '../db/write.ts'
import { COMMIT_TIME } from '../db/writer/hrana.ts'
import { uuidv7 } from '../ids.ts'

/** An entry of the audit trail: what was done to what. Who comes from the context, when from the Writer. */
export interface AuditEntry {
  /** Dotted verb, such as `client.created` or `doc_approved`. */
  action: string
  subjectType:
    | 'client'
    | 'workform'
    | 'assignment'
    | 'section'
    | 'file'
    | 'message'
    | 'account'
    | 'remote'
    | 'webhook'
    | 'mail'
  subjectId: string
  clientId?: string | null
  /** Facts worth keeping; never a secret. */
  detail?: Record<string, unknown>
}

/** The actor of an entry: a person, a team that publishes a remote with a token, or the portal itself (`system`, without an id). */
interface AuditContext {
  readonly actor: { firmId: string; userId: string | null; role: SignedIn['actor']['role'] | 'team' | 'system' }
}

/** A step that appends an entry to the audit trail of the actor's firm, in the batch of the change itself. */
export const audit = (ctx: AuditContext, entry: AuditEntry): Step => auditEach(ctx, [entry])

/** Like `audit`, for several entries (at least one, at most some thousands) in one statement. */
export function auditEach(ctx: AuditContext, entries: readonly AuditEntry[]): Step {
  const { actor } = ctx
  const statement = {
    sql: `INSERT INTO audit_log (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, client_id, detail, at)
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
