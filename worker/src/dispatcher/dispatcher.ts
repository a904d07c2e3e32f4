import { DurableObject } from 'cloudflare:workers'
import { eq, notInArray } from 'drizzle-orm'
import { noTrips, openDatabase } from '../db/client.ts'
import { readBatch } from '../db/read-batch.ts'
import { runBatch } from '../db/run-batch.ts'
import { type Env, settings } from '../env.ts'
import { outbox } from '../db/schema/index.ts'
import type { Query } from '../db/statement.ts'
import { StreamPool } from '../db/streams.ts'
import { sweepObjects, sweepUnused, sweepUploads } from '../files/sweep.ts'
import { log } from '../log.ts'
import { tellOperators } from '../mail/tell-operators.ts'
import { deliver } from './deliver.ts'
import { oldRows } from './old-rows.ts'
import type { DueWork } from '../outbox/due-work.ts'
import { digestsDue } from '../notifications/digests/send-due.ts'
import { missedCommitments } from '../notifications/missed-commitments.ts'
import { canaryReviews } from '../delivery/remotes/canary/review-canaries.ts'
import { followUpsWork } from '../agent/run-follow-ups.ts'
import { workformChangesDue } from '../workforms/apply-changes.ts'
import { Heartbeat } from '../outbox/heartbeat.ts'
import { LaneQueue, type LaneQueueSpec } from '../outbox/lane-queue.ts'
import { ROWS_PER_BATCH } from '../outbox/due-rows.ts'
import { WorkWatch } from '../outbox/work-watch.ts'
import type { OutboxLane } from '../outbox/lane.ts'
import { measureOutbox } from '../outbox/measure.ts'
import type { OutboxRow } from '../outbox/row.ts'
import { SerialRunner } from '../outbox/serial-runner.ts'

/** Time after which an unanswered read fails. */
const READ_TIMEOUT_MS = 10_000
/** Work that is due at a certain time. The dispatcher runs it at every alarm and at the times that it returned. */
const DUE_WORK: readonly DueWork[] = [canaryReviews, missedCommitments, digestsDue, workformChangesDue, followUpsWork]
const SWEEP_EVERY_MS = 3_600_000
/** Storage key of the position where the sweep of the bucket continues. If lost, it starts over. */
const SWEPT_TO = 'swept-to'

/**
 * Delivers the outbox: at least once, in order per recipient, with backoff. The database rows are the truth. Its own
 * storage has only an alarm, the latest time, failing lanes and the position of a sweep, all of which may be lost.
 */
export class Dispatcher extends DurableObject<Env> {
  private readonly write = (queries: Query[]) => runBatch(this.env, queries)
  private readonly streams = new StreamPool(settings(this.env), READ_TIMEOUT_MS)
  private readonly workWatch = new WorkWatch(this.ctx.storage, (lanes, error) => tellOperators(this.env, lanes, error))
  // One queue per lane, so that a slow mail provider holds up neither live events nor anything else.
  private readonly live = this.queue({
    where: eq(outbox.kind, 'event'),
    concurrency: ROWS_PER_BATCH,
    downAfter: Number.POSITIVE_INFINITY,
    marksSoon: true,
  })
  private readonly dueWork = DUE_WORK.map((work) => new SerialRunner(() => this.doDueWork(work)))
  private readonly lanes: Readonly<Record<OutboxLane, Pick<SerialRunner, 'run'>>> = {
    live: this.runner('live', this.live),
    mail: this.runner('mail', this.queue({ where: eq(outbox.kind, 'mail'), concurrency: 4, downAfter: 5 })),
    push: this.runner(
      'push',
      this.queue({
        where: eq(outbox.kind, 'push'),
        concurrency: 6,
        independent: true,
        downAfter: Number.POSITIVE_INFINITY,
      }),
    ),
    webhooks: this.runner(
      'webhooks',
      this.queue({
        where: eq(outbox.kind, 'webhook'),
        concurrency: 6,
        rowsPerRound: 3,
        independent: true,
        downAfter: Number.POSITIVE_INFINITY,
      }),
    ),
    rest: this.runner(
      'rest',
      this.queue({
        where: notInArray(outbox.kind, ['event', 'mail', 'push', 'webhook']),
        concurrency: ROWS_PER_BATCH,
        downAfter: Number.POSITIVE_INFINITY,
      }),
    ),
    due: { run: async () => void (await Promise.all(this.dueWork.map((runner) => runner.run()))) },
  }
  private readonly heartbeat = new Heartbeat(this.ctx.storage, this.write)
  private sweptAt = 0

  /**
   * Delivers lanes after a commit. Resolves when nothing in them is due.
   * @param events live events that were just committed, so that the dispatcher need not read them
   */
  async deliver(
    lanes: readonly OutboxLane[] = ['live', 'mail', 'push', 'webhooks', 'rest'],
    events: readonly OutboxRow[] = [],
  ): Promise<void> {
    this.live.push(events)
    if (lanes.includes('live')) this.live.markStale()
    const all = new Set(events.length > 0 ? [...lanes, 'live' as const] : lanes)
    await Promise.all([...all].map((lane) => this.lanes[lane].run()))
  }

  override async alarm(): Promise<void> {
    await this.heartbeat.beat()
    // Not awaited: a slow receiver would keep the alarm running and delay the next one, which may be for mail.
    this.ctx.waitUntil(this.deliver(['push', 'webhooks']).catch(() => undefined))
    // A lane that fails is tried again at the next alarm.
    await Promise.allSettled([this.lanes.due.run(), this.deliver(['live', 'mail', 'rest'])])
    await this.measure()
    if (Date.now() - this.sweptAt > SWEEP_EVERY_MS) await this.sweep()
  }

  /** Returns the lanes and the due work that have failed at least twice in a row, for the health check. */
  failing(): Promise<string[]> {
    return this.workWatch.failing()
  }

  /** Does due work and delivers what it has queued. If it fails, it is tried again at the next alarm. */
  private async doDueWork(work: DueWork): Promise<void> {
    await this.heartbeat.beat()
    let hasWritten = false
    const write = (queries: Query[]) => {
      hasWritten = true
      return this.write(queries)
    }
    try {
      const next = await this.workWatch.watch(work.name, () => work.run({ env: this.env, write, now: new Date() }))
      if (next) await this.heartbeat.scheduleBy(next.getTime())
    } catch {
      // Logged by the watch.
    }
    // Not awaited: a slow receiver must not delay the next due work.
    if (hasWritten) this.ctx.waitUntil(this.deliver().catch(() => undefined))
  }

  private queue(spec: LaneQueueSpec): LaneQueue {
    return new LaneQueue(spec, {
      write: this.write,
      read: (queries) => readBatch(this.streams, queries),
      markSoon: (seqs) => this.env.WRITER.getByName('main').markDelivered(seqs),
      now: () => Date.now(),
      scheduleBy: (at) => this.heartbeat.scheduleBy(at),
      publish: async (userId, events) => {
        await this.env.USER_INBOX.getByName(userId).publish(events)
      },
      deliver: (row) => deliver(this.env, row),
    })
  }

  private runner(lane: OutboxLane, queue: LaneQueue): SerialRunner {
    return new SerialRunner(async () => {
      await this.heartbeat.beat()
      await this.workWatch.watch(lane, () => (queue === this.live ? queue.deliverPushed() : queue.deliverDue()))
    })
  }

  /** Logs how many rows wait and how many were set aside, if there are any. */
  private async measure(): Promise<void> {
    const measured = await measureOutbox({ db: openDatabase(settings(this.env), noTrips()), now: new Date() })
    if (measured.waiting > 0 || measured.dead > 0) log('outbox.measured', { ...measured })
  }

  private async sweep(): Promise<void> {
    this.sweptAt = Date.now()
    const sweeps = {
      rows: () => this.write(oldRows(new Date())),
      uploads: () => sweepUploads(this.env.UPLOADS, this.write),
      unused: () => sweepUnused(this.env.UPLOADS, this.write),
      objects: () => this.sweepObjects(),
    }
    for (const [name, sweep] of Object.entries(sweeps))
      await this.workWatch.watch<unknown>(`sweep-${name}`, sweep).catch(() => undefined)
  }

  /** Continues the sweep of the bucket at its stored position and stores the new one. */
  private async sweepObjects(): Promise<void> {
    const from = await this.ctx.storage.get<string>(SWEPT_TO)
    const next = await sweepObjects(this.env.UPLOADS, this.write, from)
    if (next) await this.ctx.storage.put(SWEPT_TO, next)
    else if (from) await this.ctx.storage.delete(SWEPT_TO)
  }
}
