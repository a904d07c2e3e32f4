import { DurableObject } from 'cloudflare:workers'
import { eq, notInArray } from 'drizzle-orm'
import { noTrips, openDatabase } from '../db/client.ts'
import { readBatch } from '../db/read-batch.ts'
import { runBatch } from '../db/run-batch.ts'
import { type Env, settings } from '../../env.ts'
import { outbox } from '../db/schema/index.ts'
import { StreamPool } from '../db/streams.ts'
import { log } from '../log.ts'
import { tellOperators } from '../mail/tell-operators.ts'
import type { DueWork, DueWorkDeps } from '../outbox/due-work.ts'
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
const SWEEP_EVERY_MS = 3_600_000

type Write = DueWorkDeps['write']

/** What the dispatcher does for the areas of the portal. */
export interface BackgroundWork {
  /** Work that is due at a certain time. It runs at every alarm and at the times that it returned. */
  due: readonly DueWork[]
  /**
   * Carries out an outbox row other than an event.
   * @throws Error when the row should be retried
   */
  deliver: (env: Env, row: OutboxRow) => Promise<void>
  /**
   * Removes what is no longer needed, every hour, by name.
   * @param from where the last run stopped
   * @returns where the next run continues, if it has not reached the end
   */
  sweeps: Record<string, (env: Env, write: Write, from: string | undefined) => Promise<string | undefined | void>>
}

/**
 * Delivers the outbox: at least once, in order per recipient, with backoff. The database rows are the truth. Its own
 * storage has only an alarm, the latest time, failing lanes and the positions of sweeps, all of which may be lost.
 */
export class Dispatcher extends DurableObject<Env> {
  private readonly work: BackgroundWork
  private readonly write: Write = (queries) => runBatch(this.env, queries)
  private readonly streams = new StreamPool(settings(this.env), READ_TIMEOUT_MS)
  private readonly workWatch = new WorkWatch(this.ctx.storage, (lanes, error) => tellOperators(this.env, lanes, error))
  // One queue per lane, so that a slow mail provider holds up neither live events nor anything else.
  private readonly live = this.queue({
    where: eq(outbox.kind, 'event'),
    concurrency: ROWS_PER_BATCH,
    downAfter: Number.POSITIVE_INFINITY,
    marksSoon: true,
  })
  private readonly dueWork: readonly SerialRunner[]
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

  constructor(ctx: DurableObjectState, env: Env, work: BackgroundWork) {
    super(ctx, env)
    this.work = work
    this.dueWork = work.due.map((due) => new SerialRunner(() => this.doDueWork(due)))
  }

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
    const write: Write = (queries) => {
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
      deliver: (row) => this.work.deliver(this.env, row),
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
    for (const [name, sweep] of Object.entries(this.work.sweeps)) {
      // Where the sweep continues. If lost, it starts over.
      const position = `swept-to-${name}`
      const run = async (): Promise<void> => {
        const from = await this.ctx.storage.get<string>(position)
        const next = await sweep(this.env, this.write, from)
        if (next) await this.ctx.storage.put(position, next)
        else if (from) await this.ctx.storage.delete(position)
      }
      await this.workWatch.watch(`sweep-${name}`, run).catch(() => undefined)
    }
  }
}
