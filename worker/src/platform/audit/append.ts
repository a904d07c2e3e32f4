import type { AuditKind } from '@portal/contract/audit-kinds'
import { sha256 } from '@oslojs/crypto/sha2'
import { encodeHexLowerCase } from '@oslojs/encoding'
import { sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { auditLog } from '../db/schema/index.ts'
import { type Step, step } from '../db/write.ts'
import { COMMIT_TIME } from '../db/statement.ts'
import { uuidv7 } from '../ids.ts'

/** An entry of the audit log: an action and its subject. The actor comes from the context, the time from the Writer. */
export interface AuditEntry {
  /** Dotted verb, such as `client.created` or `doc_approved`. */
  action: string
  /** No firm sees entries about remotes, flags and operators. */
  subjectType: AuditKind | 'remote' | 'flag' | 'operator'
  subjectId: string
  clientId?: string | null
  /** Details to keep. Must not contain secrets. */
  detail?: Record<string, unknown>
}

/**
 * The context of an entry. The actor is a user, a `team` that publishes a remote, an `operator`, or the portal
 * (`system`, without an id).
 */
export interface AuditContext {
  readonly actor: {
    firmId: string
    userId: string | null
    role: SignedIn['actor']['role'] | 'team' | 'operator' | 'system'
    /** The guest session in which the client acts; its link is recorded. */
    guest?: SignedIn['actor']['guest']
  }
}

/** Bytes of a detail, as JSON, that an entry contains itself. Many entries are read at once. */
const VALUE_MAX = 32_000

/** Replaces a large value of a detail, such as the names of 500 sections, by its size and hash. */
function bounded(value: unknown): unknown {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return bytes.length <= VALUE_MAX ? value : { bytes: bytes.length, sha256: encodeHexLowerCase(sha256(bytes)) }
}

/** Returns the detail of an entry as JSON. Evidence has a limit of its own: see evidence.ts. */
const detailOf = (detail: Record<string, unknown>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, bounded(value)])))

/** Returns a step that appends an entry to the audit log of the actor's firm, in the same batch as the change. */
export const audit = (ctx: AuditContext, entry: AuditEntry): Step => auditEach(ctx, [entry])

/** Returns a step that appends several entries (at least one, at most a few thousand) in one statement. */
export function auditEach(ctx: AuditContext, entries: readonly AuditEntry[]): Step {
  const { firmId, userId, role, guest } = ctx.actor
  const by = guest ? { guest_link_id: guest.linkId } : {}
  const rows = entries.map(
    ({ action, subjectType, subjectId, clientId = null, detail = {} }) =>
      sql`(${uuidv7()}, ${firmId}, ${userId}, ${role}, ${action}, ${subjectType}, ${subjectId}, ${clientId},
        ${detailOf({ ...detail, ...by })}, ${COMMIT_TIME})`,
  )
  const insert = sql`INSERT INTO ${auditLog}
    (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, client_id, detail, at)
    VALUES ${sql.join(rows, sql`, `)}`
  // Evidence is the portal's own record of what a person removes.
  const allowedWhenFull = entries.some(({ detail = {} }) => 'evidence' in detail || 'evidence_object' in detail)
  return { ...step(insert), audits: true, allowedWhenFull }
}
