import * as schema from '../../worker/src/db/schema/index.ts'
import type { Seeding } from './index.ts'

/** The account that made a change. */
interface Actor {
  firmId: string
  actorId: string
  role: 'bookkeeper' | 'client'
}

/** An entry of the demo firm's audit log, in the format of real entries. */
export interface DemoEntry extends Actor {
  at: string
  action: string
  subjectType: 'client' | 'workform' | 'assignment' | 'section'
  subjectId: string
  clientId?: string
  detail: Record<string, unknown>
}

/** Adds the entries in chronological order, since the audit log is append-only. The Writer seals them later. */
export function seedAuditLog(s: Seeding, entries: readonly DemoEntry[]): void {
  for (const { firmId, actorId, role, at, action, subjectType, subjectId, clientId, detail } of entries.toSorted(
    (a, b) => (a.at < b.at ? -1 : 1),
  )) {
    s.add(schema.auditLog, {
      id: s.id(),
      firm_id: firmId,
      actor_id: actorId,
      actor_role: role,
      action,
      subject_type: subjectType,
      subject_id: subjectId,
      client_id: clientId ?? null,
      detail: JSON.stringify(detail),
      at,
    })
  }
}
