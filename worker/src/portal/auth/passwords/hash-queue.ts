import type { HashCost } from './password-hash.ts'

/**
 * Hashing blocks the isolate for a third of a second and takes 16 MiB. Two hashes at a time leave room for other
 * requests.
 */
const MAX_RUNNING = 2
/** The most waiting requests of one source. More would wait longer than people do. */
const MAX_WAITING_PER_SOURCE = 30
/** The places of a lane, shared by the waiting sources, so that a new source gets in until this many are waiting. */
const PLACES = 200
/** A canceled request never leaves. Its turn ends after this time. */
const LEASE_MS = 5_000
/** A waiting request that stops polling loses its place after this time. */
const SILENT_MS = 2_000
/** The pause after each turn, in which the isolate serves other requests. Cheap hashes do not block it. */
const REST_MS: Record<HashCost, number> = { normal: 150, minimal: 0 }

/** A place in the queue. */
export interface Ticket {
  source: string
  isKnown: boolean
  /** When the request last polled. */
  seen: number
  /** When its turn began. */
  began?: number
}

/**
 * A queue in which sources (sites, or the accounts of known callers) take turns, so that many requests of one do not
 * delay others. Known callers have a lane of their own, which alternates with the rest, so that a flood from many sites
 * does not delay them either.
 */
export class HashQueue {
  private readonly waiting = new Set<Ticket>()
  private readonly working = new Set<Ticket>()
  /** The number of the last turn of each source. */
  private readonly served = new Map<string, number>()
  private turns = 0
  /** Whether the last turn was of a known caller. */
  private wasKnown = false
  private restsUntil = 0

  /** Joins the queue. Returns undefined when too many requests of the source are waiting, or too many sources. */
  join(source: string, now: number, isKnown = false): Ticket | undefined {
    this.expire(now)
    const sources = [...this.waiting].filter((t) => t.isKnown === isKnown).map((t) => t.source)
    const share = Math.floor(PLACES / new Set([source, ...sources]).size)
    const waiting = sources.filter((other) => other === source).length
    if (source !== '' && waiting >= Math.min(MAX_WAITING_PER_SOURCE, share)) return undefined
    const ticket = { source, isKnown, seen: now }
    this.waiting.add(ticket)
    return ticket
  }

  /** Starts the turn of a ticket when it is next. Returns whether it started; the turn lasts until `leave`. */
  enter(ticket: Ticket, now: number): boolean {
    ticket.seen = now
    // The ticket may have expired although its request is still polling.
    this.waiting.add(ticket)
    this.expire(now)
    if (now < this.restsUntil || this.working.size >= MAX_RUNNING || this.next() !== ticket) return false
    this.waiting.delete(ticket)
    ticket.began = now
    this.working.add(ticket)
    this.wasKnown = ticket.isKnown
    this.served.delete(ticket.source)
    this.served.set(ticket.source, ++this.turns)
    return true
  }

  /** Leaves the queue, or ends the turn. `cost` is that of the hash. */
  leave(ticket: Ticket, now: number, cost: HashCost = 'normal'): void {
    this.waiting.delete(ticket)
    if (this.working.delete(ticket)) this.restsUntil = now + REST_MS[cost]
    if (this.waiting.size + this.working.size === 0) this.served.clear()
  }

  /** Returns the first ticket of the source whose last turn is longest ago. The two lanes alternate. */
  private next(): Ticket | undefined {
    const otherLane = [...this.waiting].filter((t) => t.isKnown !== this.wasKnown)
    let best: Ticket | undefined
    for (const ticket of otherLane.length > 0 ? otherLane : this.waiting)
      if (!best || (this.served.get(ticket.source) ?? 0) < (this.served.get(best.source) ?? 0)) best = ticket
    return best
  }

  private expire(now: number): void {
    for (const ticket of this.working) if (now - (ticket.began ?? now) > LEASE_MS) this.working.delete(ticket)
    for (const ticket of this.waiting) if (now - ticket.seen > SILENT_MS) this.waiting.delete(ticket)
  }
}
