import { DurableObject } from 'cloudflare:workers'
import { type Env, settings } from '../../../env.ts'
import { tellOperators } from '../../mail/tell-operators.ts'
import { WorkWatch } from '../../outbox/work-watch.ts'
import type { OutboxLane } from '../../outbox/lane.ts'
import type { OutboxRow } from '../../outbox/row.ts'
import { argBytes, stamped } from '../statement.ts'
import { StreamPool } from '../streams.ts'
import type { Anchor } from './anchors.ts'
import { runBatches } from './batches.ts'
import { FairQueue } from './fair-queue.ts'
import { FollowUp } from './follow-up.ts'
import { Turns } from './turns.ts'
import type { WriteBatch, WriteOutcome } from './write-batch.ts'

interface Waiting extends WriteBatch {
  resolve: (outcome: WriteOutcome) => void
  tries: number
  /** Size of its arguments. */
  bytes: number
  /** When it was added, in milliseconds since the epoch. */
  since: number
}

/** The weight of a batch: one, and one more for each of these bytes. */
const WEIGHT_BYTES = 32_000
/** Most weight that may wait: 1,000 small batches, or 32 MB. Beyond this, callers are asked to try again. */
const QUEUE_MAX = 1000
/** Most of it with the same fairness key. When the queue is full, the heaviest key gives way. */
const QUEUE_MAX_PER_KEY = 300
/** Most batches of one request. */
const PIPELINE_MAX = 64
/** Most time that the batches of one request are expected to take. A more expensive one is sent alone. */
const PIPELINE_MS = 50
/** Bytes that are sent to the database in a millisecond. */
const BYTES_PER_MS = 10_000
const BUSY_TRIES = 8
/** Time after which an unanswered write fails. */
const WRITE_TIMEOUT_MS = 20_000
/** Time after which a request's batch that still waits is refused, because its caller has given up. */
const QUEUE_TIMEOUT_MS = 20_000

/**
 * The only way to change the database: one object that sends one request at a time. Concurrent writers make libSQL's
 * server livelock; a single writer that pipelines does not, and is faster. Each batch is atomic: a failing one does
 * not affect the others.
 */
export class Writer extends DurableObject<Env> {
  // Lost with the object, like the callers that wait: nothing in the queue was acknowledged.
  private readonly queue = new FairQueue<Waiting>()
  private readonly turns = new Turns()
  private running = false
  /** Wakes a drain that waits for the turn of a firm. */
  private wake: () => void = () => undefined
  private readonly streams = new StreamPool(settings(this.env), WRITE_TIMEOUT_MS)
  private dispatcher: ReturnType<Env['DISPATCHER']['getByName']> | undefined
  /** Whether the dispatcher may have missed live events. */
  private mayHaveMissedEvents = true
  private readonly workWatch = new WorkWatch(this.ctx.storage, (lanes, error) => tellOperators(this.env, lanes, error))
  private readonly followUp = new FollowUp(this.ctx.storage, this.streams, (batch) => this.run(batch), this.workWatch)

  /** Runs a batch after the earlier ones with its fairness key. @returns its outcome */
  run(batch: WriteBatch): Promise<WriteOutcome> {
    const { fairnessKey: key } = batch
    const bytes = argBytes(batch.statements)
    const weight = weightOf(bytes)
    if (key !== '' && this.queue.weight(key) >= QUEUE_MAX_PER_KEY)
      return Promise.resolve({ ok: false, step: -1, message: 'crowded' })
    while (this.queue.weight() >= QUEUE_MAX) {
      // The heaviest key makes room, so that several firms together cannot keep another one out.
      const displaced = this.queue.displace(key, weight)
      if (!displaced) return Promise.resolve({ ok: false, step: -1, message: 'busy' })
      displaced.item.resolve({ ok: false, step: -1, message: displaced.key === '' ? 'busy' : 'crowded' })
    }
    const now = Date.now()
    this.turns.markActive(key, now)
    return new Promise((resolve) => {
      this.queue.add(key, { ...batch, bytes, resolve, tries: 0, since: now }, weight)
      if (this.running) this.wake()
      else this.ctx.waitUntil(this.drain())
    })
  }

  /** Returns which work after writes is failing, for the health check. Rejects while the queue is full. */
  failing(): Promise<string[]> {
    if (this.queue.weight() >= QUEUE_MAX) throw new Error('the queue is full')
    return this.workWatch.failing()
  }

  /**
   * Marks rows of the outbox as delivered, in one batch with the next seal. Resolves when they are marked.
   * @throws Error when the batch failed
   */
  markDelivered(seqs: readonly number[]): Promise<void> {
    return this.followUp.markDelivered(seqs)
  }

  /** Returns the newest sealed entry of a firm's audit log. */
  anchor(firm: string): Promise<Anchor | undefined> {
    return this.followUp.anchor(firm)
  }

  override async alarm(): Promise<void> {
    await this.followUp.runDue()
  }

  private async drain(): Promise<void> {
    this.running = true
    try {
      while (this.queue.weight() > 0) {
        const { batches, waitMs } = this.takeNext()
        if (batches.length > 0) await this.send(batches)
        else if (waitMs > 0) await this.pause(waitMs)
      }
    } finally {
      this.running = false
    }
  }

  /** Waits for the turn of a firm, or until another batch arrives. */
  private async pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.wake = resolve
    await Promise.race([promise, scheduler.wait(ms)])
  }

  /**
   * Returns the next batches, or after how many milliseconds the next firm has its turn. Refuses those of requests that
   * have waited too long; the portal's own are all sent.
   */
  private takeNext(): { batches: Waiting[]; waitMs: number } {
    const now = Date.now()
    let [expected, waitMs] = [0, Number.POSITIVE_INFINITY]
    const taken = this.queue.take((key, { bytes, since }, count) => {
      if (isExpired(key, since, now)) return true
      const wait = this.turns.waitOf(key, now)
      if (wait > 0) waitMs = Math.min(waitMs, wait)
      const ms = Math.max(this.turns.expected(key), bytes / BYTES_PER_MS)
      if (wait > 0 || count >= PIPELINE_MAX || (expected > 0 && expected + ms > PIPELINE_MS)) return false
      expected += ms
      return true
    })
    const { batches = [], expired = [] } = Object.groupBy(taken, ({ since, fairnessKey }) =>
      isExpired(fairnessKey, since, now) ? 'expired' : 'batches',
    )
    for (const { resolve } of expired) resolve({ ok: false, step: -1, message: 'busy' })
    return { batches, waitMs: expired.length > 0 ? 0 : waitMs }
  }

  private async send(batches: Waiting[]): Promise<void> {
    const outcomes = await this.execute(batches)
    const again: Waiting[] = []
    const lanes = new Set<OutboxLane>()
    const events: OutboxRow[] = []
    let audits = false
    for (const [i, batch] of batches.entries()) {
      const result = outcomes[i] ?? { ok: false, step: -1, message: 'unreachable' }
      if (!result.ok && isBusy(result.message) && batch.tries < BUSY_TRIES) {
        again.push({ ...batch, tries: batch.tries + 1 })
        continue
      }
      if (result.ok) {
        for (const lane of lanesOf(batch, result.rows)) lanes.add(lane)
        for (const at of batch.outboxRowsAt) events.push(...((result.rows[at] ?? []) as unknown as OutboxRow[]))
      }
      audits ||= result.ok && batch.audits
      batch.resolve(!result.ok && isBusy(result.message) ? { ok: false, step: -1, message: 'busy' } : result)
    }
    if (lanes.size > 0 || events.length > 0) this.ctx.waitUntil(this.notifyDispatcher(lanes, events))
    if (audits) this.ctx.waitUntil(this.followUp.schedule())
    if (again.length > 0) await this.waitAndRequeue(again)
  }

  /** Runs batches, and charges their firms for the time in the database and for the bytes. */
  private async execute(batches: readonly Waiting[]): Promise<WriteOutcome[]> {
    const now = new Date().toISOString()
    const began = Date.now()
    let took = batches.map(() => 0)
    try {
      const { outcomes, ms } = await runBatches(
        this.streams,
        batches.map(({ statements }) => statements.map((statement) => stamped(statement, now))),
      )
      took = ms
      return outcomes
    } catch {
      // Only a single batch is known to be the cause.
      if (batches.length === 1) took = [Date.now() - began]
      return batches.map(() => ({ ok: false, step: -1, message: 'unreachable' }))
    } finally {
      for (const [i, { fairnessKey, bytes }] of batches.entries())
        this.turns.took(fairnessKey, (took[i] ?? 0) + bytes / BYTES_PER_MS, Date.now())
    }
  }

  /** Waits with jitter while something else, such as a migration, holds the database lock, and then retries first. */
  private async waitAndRequeue(batches: Waiting[]): Promise<void> {
    const tries = Math.max(...batches.map((b) => b.tries))
    await scheduler.wait(Math.min(1000, 10 * 2 ** tries) * (0.5 + Math.random()))
    for (const batch of batches.toReversed()) this.queue.add(batch.fairnessKey, batch, weightOf(batch.bytes), 'front')
  }

  private async notifyDispatcher(lanes: Set<OutboxLane>, events: OutboxRow[]): Promise<void> {
    if (this.mayHaveMissedEvents) lanes.add('live')
    this.mayHaveMissedEvents = false
    try {
      // Calls over the same stub arrive in order.
      this.dispatcher ??= this.env.DISPATCHER.getByName('main')
      await this.dispatcher.deliver([...lanes], events)
    } catch {
      // The dispatcher reads the rows at the next call, or at its own alarm.
      this.mayHaveMissedEvents = true
      this.dispatcher = undefined
    }
  }
}

const weightOf = (bytes: number): number => 1 + Math.floor(bytes / WEIGHT_BYTES)

const isExpired = (key: string, since: number, now: number): boolean => key !== '' && now - since >= QUEUE_TIMEOUT_MS

const lanesOf = ({ lanes }: WriteBatch, rows: readonly (readonly unknown[])[]): OutboxLane[] =>
  lanes.flatMap((lane) => (typeof lane === 'string' ? lane : rows[lane.ifRowsAt]?.length ? lane.lane : []))

const isBusy = (message: string): boolean => /SQLITE_BUSY|database is locked/i.test(message)
