import type { AnswerToFix } from '@portal/contract/answer-review'
import type { Answers } from '@portal/contract/fields'
import type { HISTORY_EVENTS, HistoryEntry, RECALL_EVENTS, RecallEntry, SectionHistory } from '@portal/contract/review'
import type { Role } from '@portal/contract/statuses'
import { and, desc, eq } from 'drizzle-orm'
import { EvidenceBudget, openEvidence, type SealedEvidence } from '../../platform/audit/evidence.ts'
import type { BookkeeperContext } from '../../context.ts'
import { auditLog, bookClients, bookClientWorkforms, clientKeys, profiles } from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'

/** The audit actions in the history of a section, with their event names. */
const EVENTS: Readonly<Record<string, (typeof HISTORY_EVENTS)[number]>> = {
  'section.submitted': 'submitted',
  doc_approved: 'approved',
  doc_rejected: 'rejected',
  'section.approval_undone': 'undone',
}
const RECALLS: Readonly<Record<string, (typeof RECALL_EVENTS)[number]>> = {
  'section.recalled': 'recalled',
  'section.recall_requested': 'requested',
  'section.recall_declined': 'declined',
}
const TOO_LARGE = 'These answers are too large to show here. Export the audit log to see them.'
/** Most entries that are returned. */
const MAX_ENTRIES = 200

interface Detail extends SealedEvidence {
  notes?: string | null
  reason?: string
  fields?: { id: string; name: string; type: string }[]
  answers?: Answers
  files?: { field_id: string | null; name: string; size: number; sha256: string }[]
  flags?: AnswerToFix[]
}

/** Returns a query for the latest audit entries of a section; one row without an entry if there are none. */
const entriesOf = ({ db, actor }: BookkeeperContext, assignmentId: string) =>
  db
    .select({
      entry: auditLog,
      client: { id: bookClients.id, name: bookClients.name },
      evidence_key: clientKeys.key,
      actor: { name: profiles.name, email: profiles.email },
    })
    .from(bookClientWorkforms)
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .leftJoin(clientKeys, eq(clientKeys.client_id, bookClients.id))
    .leftJoin(
      auditLog,
      and(
        eq(auditLog.subject_type, 'section'),
        eq(auditLog.subject_id, bookClientWorkforms.id),
        eq(auditLog.firm_id, actor.firmId),
      ),
    )
    .leftJoin(profiles, eq(profiles.id, auditLog.actor_id))
    .where(and(eq(bookClientWorkforms.id, assignmentId), eq(bookClientWorkforms.assigned_by, actor.userId)))
    .orderBy(desc(auditLog.seq))
    .limit(MAX_ENTRIES)
type EntryRow = Awaited<ReturnType<typeof entriesOf>>[number]

/** Returns the fields, answers and files that a rejection removed. */
function rejectedContent({ fields = [], answers = {}, files = [] }: Detail): Pick<HistoryEntry, 'answers' | 'files'> {
  const field = (id: string | null) => fields.find((f) => f.id === id) ?? { name: id ?? '', type: 'short-text' }
  return {
    answers: Object.entries(answers).map(([id, answer]) => ({ field: field(id).name, type: field(id).type, answer })),
    files: files.map(({ field_id, name, size, sha256 }) => ({ field: field(field_id).name, name, size, sha256 })),
  }
}

/** Returns who caused an entry. */
function actorOf({ entry, client, actor }: EntryRow): HistoryEntry['by'] {
  const role = entry?.actor_role as Role
  const name = entry?.actor_name ?? (role === 'client' ? client.name : actor?.name || actor?.email)
  return { name: name ?? '', role }
}

async function toEntries(ctx: BookkeeperContext, row: EntryRow, budget: EvidenceBudget): Promise<HistoryEntry[]> {
  const { entry, client, evidence_key } = row
  const event = entry && EVENTS[entry.action]
  if (!event) return []
  const plain = JSON.parse(entry.detail) as Detail
  const evidence = budget.allows(plain)
    ? await openEvidence(ctx, evidence_key, client.id, plain)
    : { reason: TOO_LARGE }
  const detail = { ...plain, ...(evidence as Detail | undefined) }
  return [
    {
      id: entry.id,
      event,
      at: entry.at,
      by: actorOf(row),
      text: detail.reason ?? detail.notes ?? null,
      ...(event === 'rejected' ? rejectedContent(detail) : { answers: [], files: [] }),
      flags: detail.flags ?? [],
    },
  ]
}

function toRecalls(row: EntryRow): RecallEntry[] {
  const { entry } = row
  const event = entry && RECALLS[entry.action]
  return event ? [{ id: entry.id, event, at: entry.at, by: actorOf(row) }] : []
}

/**
 * Returns the history of a section from the audit log, newest first, with rejected answers.
 * @throws AppError `not_found`
 */
export async function sectionHistory(ctx: BookkeeperContext, assignmentId: string): Promise<SectionHistory> {
  const rows = await entriesOf(ctx, assignmentId)
  found(rows[0])
  const budget = new EvidenceBudget()
  return {
    items: (await Promise.all(rows.map((row) => toEntries(ctx, row, budget)))).flat(),
    recalls: rows.flatMap(toRecalls),
  }
}
