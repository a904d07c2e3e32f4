import type { WorkWatch } from '../../outbox/work-watch.ts'
import { markDelivered } from '../../outbox/mark-delivered.ts'
import { readBatch } from '../read-batch.ts'
import type { StreamPool } from '../streams.ts'
import { type Anchor, nextAnchor, type Sealed } from './anchors.ts'
import { sealOldest } from './seal.ts'
import { portalBatch, type WriteBatch, type WriteOutcome } from './write-batch.ts'

/** Pause before audit entries are sealed and events are marked as delivered, so that writes close in time share it. */
const DELAY_MS = 1000
/** Most batches of one alarm. */
const ROUNDS = 20
/** An alarm overdue by this much was set by another clock and will not go off. */
const ALARM_LATE_MS = 10_000

const anchorKey = (firm: string): string => `anchor:${firm}`

/** What the Writer does after writes: seals new audit entries, and marks events as delivered. */
export class FollowUp {
  private readonly storage: DurableObjectStorage
  private readonly streams: StreamPool
  private readonly workWatch: WorkWatch
  private readonly run: (batch: WriteBatch) => Promise<WriteOutcome>
  /** Delivered rows of the outbox that are not marked yet. The dispatcher keeps them, too. */
  private delivered: number[] = []
  private marked: PromiseWithResolvers<void> | undefined

  constructor(
    storage: DurableObjectStorage,
    streams: StreamPool,
    run: (batch: WriteBatch) => Promise<WriteOutcome>,
    workWatch: WorkWatch,
  ) {
    this.storage = storage
    this.streams = streams
    this.run = run
    this.workWatch = workWatch
  }

  /** Schedules the next run. */
  async schedule(): Promise<void> {
    const [alarm, soon] = [await this.storage.getAlarm(), Date.now() + DELAY_MS]
    // A later or overdue alarm was set by another clock.
    if (alarm === null || alarm > soon || alarm + ALARM_LATE_MS < soon) await this.storage.setAlarm(soon)
  }

  /**
   * Marks rows of the outbox as delivered in the next run. Resolves when they are marked.
   * @throws Error when the batch failed
   */
  async markDelivered(seqs: readonly number[]): Promise<void> {
    this.delivered.push(...seqs)
    this.marked ??= Promise.withResolvers()
    const { promise } = this.marked
    await Promise.all([promise, this.schedule()])
  }

  /** Follows up on committed writes, and on those that a crash left. Called by the alarm. */
  async runDue(): Promise<void> {
    let hasMore = true
    try {
      for (let i = 0; i < ROUNDS && hasMore; i++) hasMore = await this.workWatch.watch('seal', () => this.runOnce())
    } catch {
      // Tried again after a pause.
    }
    if (hasMore) await this.storage.setAlarm(Date.now() + DELAY_MS)
  }

  /** Returns the newest sealed entry of a firm's audit log. */
  anchor(firm: string): Promise<Anchor | undefined> {
    return this.storage.get<Anchor>(anchorKey(firm))
  }

  /** Seals and marks in one batch. @returns whether more may be left */
  private async runOnce(): Promise<boolean> {
    const [seqs, marked] = [this.delivered, this.marked]
    this.delivered = []
    this.marked = undefined
    try {
      const { store, ends, hasMore } = await sealOldest((queries) => readBatch(this.streams, queries))
      const marks = seqs.length > 0 ? markDelivered(seqs, new Date().toISOString()) : undefined
      const queries = [store, marks].filter((query) => query !== undefined)
      const outcome = queries.length > 0 ? await this.run(portalBatch(queries)) : undefined
      if (outcome?.ok === false) throw new Error(outcome.message)
      marked?.resolve()
      await this.remember(ends)
      return hasMore
    } catch (error) {
      marked?.reject(error)
      throw error
    }
  }

  private async remember(sealed: readonly Sealed[]): Promise<void> {
    if (sealed.length === 0) return
    const known = await this.storage.get<Anchor>(sealed.map(({ firm }) => anchorKey(firm)))
    await this.storage.put(
      Object.fromEntries(sealed.map((s) => [anchorKey(s.firm), nextAnchor(known.get(anchorKey(s.firm)), s)])),
    )
  }
}
