import { DurableObject } from 'cloudflare:workers'
import { type Env, settings } from '../../env.ts'
import { type BatchOutcome, pipeline, stamped, type WriteStatement } from './hrana.ts'
import type { Dispatcher } from '../../outbox/dispatcher.ts'
import { FairQueue } from './fair-queue.ts'
import { type Anchor, nextAnchor, type Sealed } from './anchors.ts'
import { sealAudit } from './seal.ts'
import type { OutboxRow } from '../../outbox/lane.ts'

/** What a batch appends to the outbox: live events, or anything else; `due`: work that has a time of its own. Each has its own deliverer. */
export type Bell = 'live' | 'mail' | 'webhooks' | 'rest' | 'due'
/** Rung only where the statement at this place of the batch returned rows. */
interface BellIf {
  readonly bell: Bell
  readonly at: number
}

/** A batch as it is handed to the Writer. */
export interface WriteBatch {
  readonly statements: readonly WriteStatement[]
  /** What it appends to the outbox: the dispatcher is told afterwards. */
  readonly rings: readonly (Bell | BellIf)[]
  /** Places of statements that return the live events they add: these are handed to the dispatcher as they are. */
  readonly tells: readonly number[]
  /** Whether it appends to the audit trail: the new entries are sealed afterwards. */
  readonly audits: boolean
  /** Whose turn it takes: a firm, or a stranger's address; empty for the portal itself, which may fill the queue. */
  readonly lane: string
}
/**
 * `busy`: the queue is full or the database stayed locked; `crowded`: the lane has its share of the queue. Nothing was changed then.
 * `unreachable`: it may have been.
 */
export type WriteOutcome = BatchOutcome | { ok: false; step: -1; message: 'busy' | 'crowded' | 'unreachable' }

interface Waiting extends WriteBatch {
  resolve: (outcome: WriteOutcome) => void
  tries: number
}

/** Batches that may wait; beyond it callers are told to come back. */
const QUEUE_MAX = 1000
/** How many of them may be of one lane; once the queue is full, the longest one gives way. */
const LANE_MAX = 300
/** Batches sent in one request. */
const PIPELINE_MAX = 64
const BUSY_TRIES = 8
const SEAL_DELAY_MS = 1000
/** How often a hundred entries are sealed before others, who rang meanwhile, have their turn. */
const SEAL_ROUNDS = 20
/** An alarm that is late by so much does not come by itself. */
const ALARM_LATE_MS = 10_000

/**
 * The only way to change the database: one object, one request at a time. Many writers at once make libSQL's server livelock;
 * one that pipelines does not, and is faster. Each batch is atomic by itself: one that fails does not fail its neighbours.
 */
export class Writer extends DurableObject<Env> {
  // Lost with the object, as are the callers who wait for it: nothing here was acknowledged.
  private readonly queue = new FairQueue<Waiting>()
  private running = false
  private dispatcher: DurableObjectStub<Dispatcher> | undefined
  /** The dispatcher may not have been told of all live events. */
  private unheard = true

  /** Runs the batch after those of its lane before it and tells what became of it. */
  run(batch: WriteBatch): Promise<WriteOutcome> {
    if (batch.lane !== '' && this.queue.size(batch.lane) >= LANE_MAX)
      return Promise.resolve({ ok: false, step: -1, message: 'crowded' })
    if (this.queue.size() >= QUEUE_MAX) {
      // The longest lane makes room, so that several firms together cannot keep another one out.
      const displaced = this.queue.displace(batch.lane)
      if (!displaced) return Promise.resolve({ ok: false, step: -1, message: 'busy' })
      displaced.item.resolve({ ok: false, step: -1, message: displaced.lane === '' ? 'busy' : 'crowded' })
    }
    return new Promise((resolve) => {
      this.queue.add(batch.lane, { ...batch, resolve, tries: 0 })
      if (!this.running) this.ctx.waitUntil(this.drain())
    })
  }

  /** Tells that it runs: for the health check. Rejects while its queue is full. */
  answers(): number {
    if (this.queue.size() >= QUEUE_MAX) throw new Error('the queue is full')
    return this.queue.size()
  }

  /** Seals the entries of the last moment, and what a crash left unsealed: faster than they are made, in turn with other writes. */
  override async alarm(): Promise<void> {
    let sealed = await this.seal()
    for (let i = 1; i < SEAL_ROUNDS && sealed === 'more'; i++) sealed = await this.seal()
    if (sealed !== 'done') await this.ctx.storage.setAlarm(Date.now() + SEAL_DELAY_MS)
  }

  private seal(): ReturnType<typeof sealAudit> {
    return sealAudit(
      (statements) => this.run({ statements, rings: [], tells: [], audits: false, lane: '' }),
      (sealed) => this.remember(sealed),
    )
  }

  /** The newest sealed entry of a firm's trail. */
  anchor(firm: string): Promise<Anchor | undefined> {
    return this.ctx.storage.get<Anchor>(`anchor:${firm}`)
  }

  private async remember(sealed: readonly Sealed[]): Promise<void> {
    const known = await this.ctx.storage.get<Anchor>(sealed.map(({ firm }) => `anchor:${firm}`))
    await this.ctx.storage.put(
      Object.fromEntries(sealed.map((s) => [`anchor:${s.firm}`, nextAnchor(known.get(`anchor:${s.firm}`), s)])),
    )
  }

  private async drain(): Promise<void> {
    this.running = true
    try {
      while (this.queue.size() > 0) await this.send(this.queue.take(PIPELINE_MAX))
    } finally {
      this.running = false
    }
  }

  private async send(batches: Waiting[]): Promise<void> {
    const { LIBSQL_URL, LIBSQL_TOKEN } = settings(this.env)
    const now = new Date().toISOString()
    let outcomes: WriteOutcome[]
    try {
      outcomes = await pipeline(
        { url: LIBSQL_URL, token: LIBSQL_TOKEN },
        batches.map(({ statements }) => statements.map((statement) => stamped(statement, now))),
      )
    } catch {
      outcomes = batches.map(() => ({ ok: false, step: -1, message: 'unreachable' }))
    }
    const again: Waiting[] = []
    const rings = new Set<Bell>()
    const told: OutboxRow[] = []
    let audits = false
    for (const [i, batch] of batches.entries()) {
      const result = outcomes[i] ?? { ok: false, step: -1, message: 'unreachable' }
      if (!result.ok && isBusy(result.message) && batch.tries < BUSY_TRIES) {
        again.push({ ...batch, tries: batch.tries + 1 })
        continue
      }
      if (result.ok) {
        for (const bell of rungBy(batch, result.rows)) rings.add(bell)
        for (const at of batch.tells) told.push(...((result.rows[at] ?? []) as unknown as OutboxRow[]))
      }
      audits ||= result.ok && batch.audits
      batch.resolve(!result.ok && isBusy(result.message) ? { ok: false, step: -1, message: 'busy' } : result)
    }
    if (rings.size > 0 || told.length > 0) this.ctx.waitUntil(this.ring(rings, told))
    if (audits) await this.sealSoon()
    if (again.length > 0) await this.waitAndRequeue(again)
  }

  private async sealSoon(): Promise<void> {
    const [alarm, soon] = [await this.ctx.storage.getAlarm(), Date.now() + SEAL_DELAY_MS]
    // One that is later, or should have rung, was set by another clock.
    if (alarm === null || alarm > soon || alarm + ALARM_LATE_MS < soon) await this.ctx.storage.setAlarm(soon)
  }

  /** Someone else holds the database's lock (a migration, a shell): wait with jitter, then go first. */
  private async waitAndRequeue(batches: Waiting[]): Promise<void> {
    const tries = Math.max(...batches.map((b) => b.tries))
    await scheduler.wait(Math.min(1000, 10 * 2 ** tries) * (0.5 + Math.random()))
    for (const batch of batches.toReversed()) this.queue.add(batch.lane, batch, 'front')
  }

  private async ring(bells: Set<Bell>, told: OutboxRow[]): Promise<void> {
    if (this.unheard) bells.add('live')
    this.unheard = false
    try {
      // One stub for all: what is said over it arrives in the order in which it was said.
      this.dispatcher ??= this.env.DISPATCHER.getByName('main')
      await this.dispatcher.ring([...bells], told)
    } catch {
      // The dispatcher looks for the rows: at the next ring, or when its own alarm wakes it.
      this.unheard = true
      this.dispatcher = undefined
    }
  }
}

const rungBy = ({ rings }: WriteBatch, rows: readonly (readonly unknown[])[]): Bell[] =>
  rings.flatMap((ring) => (typeof ring === 'string' ? ring : rows[ring.at]?.length ? ring.bell : []))

const isBusy = (message: string): boolean => /SQLITE_BUSY|database is locked/i.test(message)
