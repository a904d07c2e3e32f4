import type { OutboxKind } from './enqueue.ts'

/** A kind of side effect with its own delivery: live events, mail, push messages, webhooks, the rest, and due work. */
export type OutboxLane = 'live' | 'mail' | 'push' | 'webhooks' | 'rest' | 'due'

const LANES: Partial<Record<OutboxKind, OutboxLane>> = {
  event: 'live',
  mail: 'mail',
  push: 'push',
  webhook: 'webhooks',
}

/** Returns the lane that delivers outbox rows of a kind. */
export const laneOf = (kind: OutboxKind): OutboxLane => LANES[kind] ?? 'rest'
