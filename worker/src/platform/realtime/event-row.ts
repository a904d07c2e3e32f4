import type { PortalEvent } from '@portal/contract/events'

/** An event as the inbox stores it. */
export interface EventRow extends Record<string, SqlStorageValue> {
  seq: number
  id: string
  type: string
  ids: string
  at: string
}

export function toEvent(row: EventRow): PortalEvent {
  return {
    seq: row.seq,
    id: row.id,
    type: row.type as PortalEvent['type'],
    ids: JSON.parse(row.ids) as PortalEvent['ids'],
    at: row.at,
  }
}
