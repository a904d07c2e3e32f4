import * as z from 'zod'
import { AUDIT_ACTORS, AUDIT_KINDS, ENTRY_ACTORS } from './audit-kinds.ts'
import { Day, Id, Instant, PageQuery, page } from './common.ts'

/** The audit log as a bookkeeper sees it. */

const filter = {
  client: Id.optional(),
  /** Who made the change. */
  by: z.enum(AUDIT_ACTORS).optional(),
  kind: z.enum(AUDIT_KINDS).optional(),
  /** First and last day, both included, in the bookkeeper's time zone. */
  from: Day.optional(),
  to: Day.optional(),
}
export const AuditQuery = PageQuery.extend(filter)
export const AuditExportQuery = z.object(filter)

export const AuditEntry = z.object({
  id: Id,
  /** Position in the firm's log, without gaps. */
  number: z.number().int(),
  at: Instant,
  action: z.string(),
  kind: z.string(),
  by: z.enum(ENTRY_ACTORS),
  /** Name of the person. */
  who: z.string().nullable(),
  /** Ids are null when the subject no longer exists. */
  client_id: Id.nullable(),
  client_name: z.string().nullable(),
  workform_id: Id.nullable(),
  workform_name: z.string().nullable(),
  section_name: z.string().nullable(),
  /** Further facts, as they were recorded. */
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>
export const AuditPage = page(AuditEntry)
export type AuditPage = z.infer<typeof AuditPage>

/** Verifies a batch of the chain, starting after the entry with the number `after` and the hash `hash`. */
export const VerifyAudit = z.object({ after: z.number().int().min(0).default(0), hash: z.string().max(64).default('') })
export const AuditVerdict = z.object({
  /** Number of valid entries in this batch. */
  checked: z.number().int(),
  /** Where the next batch starts; null at the end of the chain or when it is broken. */
  next: z.object({ after: z.number().int(), hash: z.string() }).nullable(),
  /** The last valid entry. */
  last: z.object({ number: z.number().int(), hash: z.string() }).nullable(),
  /** The first invalid entry, with the reason. */
  broken: z
    .object({ number: z.number().int(), id: z.string(), at: z.string(), action: z.string(), reason: z.string() })
    .nullable(),
})
export type AuditVerdict = z.infer<typeof AuditVerdict>
