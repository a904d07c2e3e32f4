/**
 * Hashing blocks the isolate for a third of a second and takes 16 MiB: at most two are under way at once, so that other requests get their
 * turn in between.
 */
const AT_ONCE = 2
/** Requests of one source that may wait at once: more of them would wait for longer than anybody does. */
const WAITING_MAX = 30
/** A request that was cancelled never leaves: its place is taken back after so long, and its ticket once it stops asking. */
const LEASE_MS = 5_000
/** A pause after each turn, in which the isolate serves everything else: a sign-in takes many more steps than its hash. */
const REST_MS = 150
const SILENT_MS = 2_000

/** A place in the queue. */
export interface Ticket {
  source: string
  /** When it last asked whether it is its turn. */
  seen: number
  /** When its work began. */
  began?: number
}

/**
 * Whose turn it is to hash. Sources take turns, and requests of one source go in their order: many from one network wait for each other and
 * not in the way of others.
 */
export class TurnQueue {
  private readonly waiting = new Set<Ticket>()
  private readonly working = new Set<Ticket>()
  /** Sources in the order in which they had their last turn. */
  private readonly served = new Map<string, number>()
  private turns = 0
  private restsUntil = 0

  /** Joins the queue; undefined where too many of the source wait already. */
  join(source: string, now: number): Ticket | undefined {
    this.forget(now)
    const waiting = [...this.waiting].filter((t) => t.source === source).length
    if (source !== '' && waiting >= WAITING_MAX) return undefined
    const ticket = { source, seen: now }
    this.waiting.add(ticket)
    return ticket
  }

  /** Whether it is the ticket's turn, which it then has until it leaves. */
  enter(ticket: Ticket, now: number): boolean {
    ticket.seen = now
    // Waited past its lease, and still here.
    this.waiting.add(ticket)
    this.forget(now)
    if (now < this.restsUntil || this.working.size >= AT_ONCE || this.next() !== ticket) return false
    this.waiting.delete(ticket)
    ticket.began = now
    this.working.add(ticket)
    this.served.delete(ticket.source)
    this.served.set(ticket.source, ++this.turns)
    return true
  }

  /** Leaves the queue, or ends the turn. */
  leave(ticket: Ticket, now: number): void {
    this.waiting.delete(ticket)
    if (this.working.delete(ticket)) this.restsUntil = now + REST_MS
    if (this.waiting.size + this.working.size === 0) this.served.clear()
  }

  /** The first ticket of the source whose last turn is the longest ago. */
  private next(): Ticket | undefined {
    let best: Ticket | undefined
    for (const ticket of this.waiting)
      if (!best || (this.served.get(ticket.source) ?? 0) < (this.served.get(best.source) ?? 0)) best = ticket
    return best
  }

  private forget(now: number): void {
    for (const ticket of this.working) if (now - (ticket.began ?? now) > LEASE_MS) this.working.delete(ticket)
    for (const ticket of this.waiting) if (now - ticket.seen > SILENT_MS) this.waiting.delete(ticket)
  }
}
