import { DurableObject } from 'cloudflare:workers'
import { OUTBOX_DEAD_DAYS } from '@portal/contract/limits'
import { eq, lt, notInArray } from 'drizzle-orm'
import { deleteOldGuestLinks } from '../auth/guests/delete-old-guest-links.ts'
import { deleteOldLinks } from '../auth/one-tap/delete-old-links.ts'
import { noTrips, openDatabase } from '../db/client.ts'
import { runBatch } from '../db/run-batch.ts'
import { type Env, settings } from '../env.ts'
import { idempotencyKeys, mailReports, outbox } from '../db/schema/index.ts'
import { build, type Query } from '../db/statement.ts'
import { sweepTemplates } from '../files/sweep-templates.ts'
import { sweepObjects, sweepUnsent, sweepUploads } from '../files/sweep.ts'
import { log } from '../log.ts'
import { deleteOldDeliveries } from '../webhooks/delete-old-deliveries.ts'
import { deliver } from './deliver.ts'
import type { DueWork } from '../outbox/due-work.ts'
import { digestsDue } from '../notifications/digests/send-due.ts'
import { endExpiredPush } from '../notifications/push/end-expired.ts'
import { missedCommitments } from '../notifications/missed-commitments.ts'
import { canaryReviews } from '../remotes/canary/review-canaries.ts'
import { followUpsWork } from '../agent/run-follow-ups.ts'
import { Heartbeat } from '../outbox/heartbeat.ts'
import { LaneQueue, type LaneQueueSpec } from '../outbox/lane-queue.ts'
import { ROWS_PER_BATCH } from '../outbox/due-rows.ts'
import type { OutboxLane } from '../outbox/lane.ts'
import { measureOutbox } from '../outbox/measure.ts'
import type { OutboxRow } from '../outbox/row.ts'
import { SerialRunner } from '../outbox/serial-runner.ts'

const KEEP_DONE_DAYS = 7
/** Work that is due at a certain time. The dispatcher runs it at every alarm and at the times that it returned. */
const DUE_WORK: readonly DueWork[] = [canaryReviews, missedCommitments, digestsDue, followUpsWork]
const SWEEP_EVERY_MS = 3_600_000
/**
 * Storage keys of the positions where the sweeps of the bucket and of template files continue. If lost, they start
 * over.
 */
const SWEPT_TO = 'swept-to'
const TEMPLATES_SWEPT_TO = 'templates-swept-to'

/**
 * Delivers the outbox: at least once, in order per recipient, with backoff. The database rows are the truth. Its own
 * storage has only an alarm, the latest time and the positions of sweeps, all of which may be lost.
 */
export class Dispatcher extends DurableObject<Env> {
  private readonly write = (queries: Query[]) => runBatch(this.env, queries)
  // One queue per lane, so that a slow mail provider holds up neither live events nor anything else.
  private readonly live = this.queue({
    where: eq(outbox.kind, 'event'),
    concurrency: ROWS_PER_BATCH,
    downAfter: Number.POSITIVE_INFINITY,
    marksSoon: true,
  })
  private readonly lanes: Readonly<Record<OutboxLane, SerialRunner>> = {
    live: this.runner(this.live),
    mail: this.runner(this.queue({ where: eq(outbox.kind, 'mail'), concurrency: 4, downAfter: 5 })),
    push: this.runner(
      this.queue({
        where: eq(outbox.kind, 'push'),
        concurrency: 6,
        independent: true,
        downAfter: Number.POSITIVE_INFINITY,
      }),
    ),
    webhooks: this.runner(
      this.queue({
        where: eq(outbox.kind, 'webhook'),
        concurrency: 6,
        rowsPerRound: 3,
        independent: true,
        downAfter: Number.POSITIVE_INFINITY,
      }),
    ),
    rest: this.runner(
      this.queue({
        where: notInArray(outbox.kind, ['event', 'mail', 'push', 'webhook']),
        concurrency: ROWS_PER_BATCH,
        downAfter: Number.POSITIVE_INFINITY,
      }),
    ),
    due: new SerialRunner(() => this.doDueWork()),
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
    await Promise.all([this.lanes.due.run(), this.deliver(['live', 'mail', 'rest'])])
    await this.measure()
    if (Date.now() - this.sweptAt > SWEEP_EVERY_MS) await this.sweep()
  }

  /** Runs due work and delivers what it has queued. Work that fails is retried at the next alarm. */
  private async doDueWork(): Promise<void> {
    await this.heartbeat.beat()
    for (const work of DUE_WORK) {
      try {
        const next = await work.run({ env: this.env, write: this.write, now: new Date() })
        if (next) await this.heartbeat.scheduleBy(next.getTime())
      } catch (error) {
        log('due-work.failed', {
          work: work.name,
          error: error instanceof Error ? error.message.slice(0, 200) : 'unknown',
        })
      }
    }
    // Not awaited: a slow receiver must not delay the next due work.
    this.ctx.waitUntil(this.deliver())
  }

  private queue(spec: LaneQueueSpec): LaneQueue {
    return new LaneQueue(spec, {
      write: this.write,
      markSoon: (seqs) => this.env.WRITER.getByName('main').markDelivered(seqs),
      now: () => Date.now(),
      scheduleBy: (at) => this.heartbeat.scheduleBy(at),
      publish: async (userId, events) => {
        await this.env.USER_INBOX.getByName(userId).publish(events)
      },
      deliver: (row) => deliver(this.env, row),
    })
  }

  private runner(queue: LaneQueue): SerialRunner {
    return new SerialRunner(async () => {
      await this.heartbeat.beat()
      await (queue === this.live ? queue.deliverPushed() : queue.deliverDue())
    })
  }

  /** Logs how many rows wait and how many were set aside, if there are any. */
  private async measure(): Promise<void> {
    const measured = await measureOutbox({ db: openDatabase(settings(this.env), noTrips()), now: new Date() })
    if (measured.waiting > 0 || measured.dead > 0) log('outbox.measured', { ...measured })
  }

  private async sweep(): Promise<void> {
    this.sweptAt = Date.now()
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const before = daysAgo(KEEP_DONE_DAYS)
    await this.write([
      build.delete(outbox).where(lt(outbox.done_at, before)),
      build.delete(outbox).where(lt(outbox.dead_at, daysAgo(OUTBOX_DEAD_DAYS))),
      deleteOldLinks(new Date()),
      deleteOldGuestLinks(before),
      build.delete(mailReports).where(lt(mailReports.at, before)),
      build.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, before)),
      deleteOldDeliveries(new Date()),
      endExpiredPush(new Date()),
    ])
    await sweepUploads(this.env.UPLOADS, this.write)
    await sweepUnsent(this.env.UPLOADS, this.write)
    await this.continueSweep(TEMPLATES_SWEPT_TO, (from) => sweepTemplates(this.env.UPLOADS, this.write, from))
    await this.continueSweep(SWEPT_TO, (from) => sweepObjects(this.env.UPLOADS, this.write, from))
  }

  /** Continues a sweep at its stored position and stores the new one. */
  private async continueSweep(
    key: string,
    sweep: (from: string | undefined) => Promise<string | undefined>,
  ): Promise<void> {
    const from = await this.ctx.storage.get<string>(key)
    const next = await sweep(from)
    if (next) await this.ctx.storage.put(key, next)
    else if (from) await this.ctx.storage.delete(key)
  }
}
