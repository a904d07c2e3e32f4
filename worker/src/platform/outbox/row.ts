import type { OutboxKind } from './enqueue.ts'

/** An open row of the outbox. */
export interface OutboxRow {
  seq: number
  id: string
  recipient: string
  kind: OutboxKind
  payload: string
  tries: number
  created_at: string
  /** When the row became due. */
  next_at: string
  /** For a firm's mail: what the mail provider reported about the address. */
  problem: 'bounced' | 'complained' | null
}
