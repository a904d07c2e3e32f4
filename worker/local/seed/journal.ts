import * as schema from '../../src/db/schema/index.ts'
import type { Seeding } from './index.ts'

/** Who did something: the bookkeeper or a client, by account. */
interface Actor {
  firmId: string
  actorId: string
  role: 'bookkeeper' | 'client'
}

/** An entry of the demo firm's audit log, as the product itself would have written it. */
export interface DemoEntry extends Actor {
  at: string
  action: string
  subjectType: 'client' | 'workform' | 'assignment' | 'section'
  subjectId: string
  clientId?: string
  detail: Record<string, unknown>
}

/** Writes the entries in the order of time: the trail only ever grows at its end. The Writer seals them with its first batch. */
export function seedJournal(s: Seeding, entries: readonly DemoEntry[]): void {
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
