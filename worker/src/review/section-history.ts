import type { Answers } from '@portal/contract/fields'
import type { HISTORY_EVENTS, HistoryEntry, SectionHistory } from '@portal/contract/review'
import type { Role } from '@portal/contract/statuses'
import { and, eq, sql } from 'drizzle-orm'
import { openEvidence } from '../audit/evidence.ts'
import type { BookkeeperContext } from '../context.ts'
import { bookClientWorkforms } from '../db/schema/index.ts'
import { found } from '../errors.ts'

/** The audit actions in the history of a section, with their event names. */
const EVENTS: Readonly<Record<string, (typeof HISTORY_EVENTS)[number]>> = {
  'section.submitted': 'submitted',
  doc_approved: 'approved',
  doc_rejected: 'rejected',
  'section.approval_undone': 'undone',
}
/** Most entries that are returned. */
const MAX_ENTRIES = 200

interface AuditRow {
  id: string
  action: string
  at: string
  detail: string
  client_id: string
  evidence_key: string | null
  role: Role
  name: string
}
interface Detail {
  evidence?: string
  notes?: string | null
  reason?: string
  fields?: { id: string; name: string; type: string }[]
  answers?: Answers
  files?: { field_id: string | null; name: string; size: number; sha256: string }[]
}

async function toEntry({
  id,
  action,
  at,
  detail,
  client_id,
  evidence_key,
  role,
  name,
}: AuditRow): Promise<HistoryEntry[]> {
  const event = EVENTS[action]
  if (!event) return []
  const plain = JSON.parse(detail) as Detail
  const opened = plain.evidence ? await openEvidence(evidence_key, client_id, plain.evidence) : undefined
  const { notes, reason, fields = [], answers = {}, files = [] } = { ...plain, ...(opened as Detail | undefined) }
  const field = (fieldId: string | null) =>
    fields.find((f) => f.id === fieldId) ?? { name: fieldId ?? '', type: 'short-text' }
  const declined = event === 'rejected'
  return [
    {
      id,
      event,
      at,
      by: { name, role },
      text: reason ?? notes ?? null,
      answers: declined
        ? Object.entries(answers).map(([fieldId, answer]) => ({
            field: field(fieldId).name,
            type: field(fieldId).type,
            answer,
          }))
        : [],
      files: declined
        ? files.map(({ field_id, name: file, size, sha256 }) => ({
            field: field(field_id).name,
            name: file,
            size,
            sha256,
          }))
        : [],
    },
  ]
}

/**
 * Returns the history of a section from the audit log, newest first, with rejected answers.
 * @throws AppError `not_found`
 */
export async function sectionHistory(ctx: BookkeeperContext, assignmentId: string): Promise<SectionHistory> {
  const { userId, firmId } = ctx.actor
  const own = ctx.db
    .select({ id: bookClientWorkforms.id })
    .from(bookClientWorkforms)
    .where(and(eq(bookClientWorkforms.id, assignmentId), eq(bookClientWorkforms.assigned_by, userId)))
  const entries = ctx.db.all<AuditRow>(sql`
    SELECT l.id, l.action, l.at, l.detail, l.client_id, k.key AS evidence_key, l.actor_role AS role,
      coalesce(l.actor_name, iif(l.actor_role = 'client', c.name,
        (SELECT coalesce(nullif(p.name, ''), p.email) FROM profiles p WHERE p.id = l.actor_id)), '') AS name
    FROM audit_log l INDEXED BY audit_log_subject LEFT JOIN book_clients c ON c.id = l.client_id
    AND c.firm_id = l.firm_id
      LEFT JOIN client_keys k ON k.client_id = c.id
    WHERE l.subject_type = 'section' AND l.subject_id = ${assignmentId} AND l.firm_id = ${firmId}
      AND EXISTS (SELECT 1 FROM book_client_workforms a WHERE a.id = ${assignmentId} AND a.assigned_by = ${userId})
    ORDER BY l.seq DESC LIMIT ${MAX_ENTRIES}`)
  const [mine, rows] = await ctx.db.batch([own, entries])
  found(mine[0])
  return { items: (await Promise.all(rows.map(toEntry))).flat() }
}
