import { DurableObject } from 'cloudflare:workers'
import { OUTBOX_DEAD_DAYS } from '@portal/contract/limits'
import { noTrips, openDatabase } from '../db/client.ts'
import { runBatch } from '../db/run-batch.ts'
import { type Env, settings } from '../env.ts'
import type { SqlValue, WriteStatement } from '../db/writer/hrana.ts'
import type { Bell } from '../db/writer/writer.ts'
import { sweepTemplates } from '../files/sweep-templates.ts'
import { sweepObjects, sweepUnsent, sweepUploads } from '../files/sweep.ts'
import { log } from '../log.ts'
import { deleteOldDeliveries } from '../webhooks/delete-old-deliveries.ts'
import { DUE_WORK } from './due-work.ts'
import { deliver } from './deliver.ts'
import { Heartbeat } from './heartbeat.ts'
import type { OutboxRow } from './lane.ts'
import { measureOutbox } from './measure.ts'
import { Pump } from './pump.ts'
import { Queue, type QueueSpec, ROWS_AT_ONCE } from './queue.ts'

const KEEP_DONE_DAYS = 7
const SWEEP_EVERY_MS = 3_600_000
/** Where the sweeps of the bucket and of template files go on. Should it be lost, they begin anew. */
const SWEPT_TO = 'swept-to'
const TEMPLATES_SWEPT_TO = 'templates-swept-to'

/**
 * Delivers the outbox: at least once, in order per recipient, with growing delays. Holds no state of its own beyond its alarm;
 * the rows are the truth.
 */
export class Dispatcher extends DurableObject<Env> {
  // Each by itself: a mail provider that takes its time must hold up neither what people see live nor anything else.
  private readonly live = this.queue({
    where: "kind = 'event'",
    atOnce: ROWS_AT_ONCE,
    downAfter: Number.POSITIVE_INFINITY,
  })
  private readonly pumps: Readonly<Record<Bell, Pump>> = {
    live: this.pump(this.live),
    mail: this.pump(this.queue({ where: "kind = 'mail'", atOnce: 4, downAfter: 5 })),
    webhooks: this.pump(
      this.queue({
        where: "kind = 'webhook'",
        atOnce: 6,
        turn: 3,
        independent: true,
        downAfter: Number.POSITIVE_INFINITY,
      }),
    ),
    rest: this.pump(
      this.queue({
        where: "kind NOT IN ('event', 'mail', 'webhook')",
        atOnce: ROWS_AT_ONCE,
        downAfter: Number.POSITIVE_INFINITY,
      }),
    ),
    due: new Pump(() => this.doDueWork()),
  }
  private readonly heartbeat = new Heartbeat(this.ctx.storage, (statements) => this.write(statements))
  private sweptAt = 0

  /** Something was committed: deliver it. Resolves when nothing of it is due any more. `told`: live events that were committed. */
  async ring(
    bells: readonly Bell[] = ['live', 'mail', 'webhooks', 'rest'],
    told: readonly OutboxRow[] = [],
  ): Promise<void> {
    this.live.hand(told)
    if (bells.includes('live')) this.live.lookAgain()
    const rung = new Set(told.length > 0 ? [...bells, 'live' as const] : bells)
    await Promise.all([...rung].map((bell) => this.pumps[bell].kick()))
  }

  override async alarm(): Promise<void> {
    await this.heartbeat.beat()
    // Webhooks are not waited for: an alarm that other people's servers drag out keeps the next one waiting, which may be a mail's.
    this.ctx.waitUntil(this.ring(['webhooks']).catch(() => undefined))
    await Promise.all([this.pumps.due.kick(), this.ring(['live', 'mail', 'rest'])])
    await this.measure()
    if (Date.now() - this.sweptAt > SWEEP_EVERY_MS) await this.sweep()
  }

  /** Runs what has a time of its own, and delivers what it has queued. A piece of it that fails is tried again at the next alarm. */
  private async doDueWork(): Promise<void> {
    await this.heartbeat.beat()
    const write = (statements: WriteStatement[]) => this.write(statements)
    for (const work of DUE_WORK) {
      try {
        const next = await work.run({ env: this.env, write, now: new Date() })
        if (next) await this.heartbeat.wakeBy(next.getTime())
      } catch (error) {
        log('due-work.failed', {
          work: work.name,
          error: error instanceof Error ? error.message.slice(0, 200) : 'unknown',
        })
      }
    }
    // Not waited for: a slow receiver must not hold up what falls due next.
    this.ctx.waitUntil(this.ring())
  }

  private queue(spec: QueueSpec): Queue {
    return new Queue(spec, {
      write: (statements) => this.write(statements),
      now: () => Date.now(),
      wakeBy: (at) => this.heartbeat.wakeBy(at),
      publish: async (userId, events) => {
        await this.env.USER_INBOX.getByName(userId).publish(events)
      },
      deliver: (row) => deliver(this.env, row),
    })
  }

  private pump(queue: Queue): Pump {
    return new Pump(async () => {
      await this.heartbeat.beat()
      await (queue === this.live ? queue.deliverHanded() : queue.deliverDue())
    })
  }

  /** A line for operators whenever something waits or was given up on. */
  private async measure(): Promise<void> {
    const measured = await measureOutbox({ db: openDatabase(settings(this.env), noTrips()), now: new Date() })
    if (measured.waiting > 0 || measured.dead > 0) log('outbox.measured', { ...measured })
  }

  private async sweep(): Promise<void> {
    this.sweptAt = Date.now()
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const before = daysAgo(KEEP_DONE_DAYS)
    await this.write([
      { sql: 'DELETE FROM outbox WHERE done_at < ?', args: [before] },
      { sql: 'DELETE FROM outbox WHERE dead_at < ?', args: [daysAgo(OUTBOX_DEAD_DAYS)] },
      { sql: 'DELETE FROM mail_reports WHERE at < ?', args: [before] },
      { sql: 'DELETE FROM idempotency_keys WHERE created_at < ?', args: [before] },
      deleteOldDeliveries(new Date()),
    ])
    const run = (statements: WriteStatement[]) => this.write(statements)
    await sweepUploads(this.env.UPLOADS, run)
    await sweepUnsent(this.env.UPLOADS, run)
    await this.sweepOn(TEMPLATES_SWEPT_TO, (from) => sweepTemplates(this.env.UPLOADS, run, from))
    await this.sweepOn(SWEPT_TO, (from) => sweepObjects(this.env.UPLOADS, run, from))
  }

  /** Goes on with a sweep where it stopped, and notes where it stops now. */
  private async sweepOn(key: string, sweep: (from: string | undefined) => Promise<string | undefined>): Promise<void> {
    const from = await this.ctx.storage.get<string>(key)
    const next = await sweep(from)
    if (next) await this.ctx.storage.put(key, next)
    else if (from) await this.ctx.storage.delete(key)
  }

  private async write(statements: WriteStatement[]): Promise<Record<string, SqlValue>[][]> {
    settings(this.env)
    return runBatch(this.env, statements)
  }
}
