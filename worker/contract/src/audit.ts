import * as z from 'zod'
import { Day, Id, Instant, PageQuery, page } from './common.ts'

/** The audit trail as a bookkeeper sees it (ruling 29). */

/** What entries are about. */
export const AUDIT_KINDS = [
  'client',
  'workform',
  'assignment',
  'section',
  'file',
  'message',
  'account',
  'mail',
  'webhook',
] as const

const filter = {
  client: Id.optional(),
  /** Who did it. */
  by: z.enum(['you', 'client', 'agent']).optional(),
  kind: z.enum(AUDIT_KINDS).optional(),
  /** First and last day, in the bookkeeper's time zone. */
  from: Day.optional(),
  to: Day.optional(),
}
export const AuditQuery = PageQuery.extend(filter)
export const AuditExportQuery = z.object(filter)

export const AuditEntry = z.object({
  id: Id,
  /** Counts the firm's entries, without gaps. */
  number: z.number().int(),
  at: Instant,
  action: z.string(),
  kind: z.string(),
  by: z.enum(['you', 'client', 'colleague', 'agent']),
  /** Name of who did it. */
  who: z.string().nullable(),
  /** Ids are null where there is nothing to look at any more. */
  client_id: Id.nullable(),
  client_name: z.string().nullable(),
  workform_id: Id.nullable(),
  workform_name: z.string().nullable(),
  section_name: z.string().nullable(),
  /** What else was kept, as it was kept. */
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>
export const AuditPage = page(AuditEntry)
export type AuditPage = z.infer<typeof AuditPage>

/** Verifies a portion of the chain, behind the entry `after` that is sealed with `hash`. */
export const VerifyAudit = z.object({ after: z.number().int().min(0).default(0), hash: z.string().max(64).default('') })
export const AuditVerdict = z.object({
  /** Entries of this portion that fit. */
  checked: z.number().int(),
  /** Where the next portion goes on; null at the end of the chain, or where it is broken. */
  next: z.object({ after: z.number().int(), hash: z.string() }).nullable(),
  /** The last entry that fits. */
  last: z.object({ number: z.number().int(), hash: z.string() }).nullable(),
  /** The first entry that does not fit, and why. */
  broken: z
    .object({ number: z.number().int(), id: z.string(), at: z.string(), action: z.string(), reason: z.string() })
    .nullable(),
})
export type AuditVerdict = z.infer<typeof AuditVerdict>
