import type { Env } from '../../env.ts'
import { log } from '../log.ts'
import { SerialRunner } from '../outbox/serial-runner.ts'
import { connectionStateOf } from './connection-state.ts'
import { isOpenTab } from './watchers.ts'

/** Shortest time between two reports, because tabs decide how often their state changes. */
const REPORT_EVERY_MS = 1000

/**
 * Reports the open tabs of a user to the hub when they have changed, one report at a time, so that the last one is the
 * latest state.
 */
export class TabReporter {
  private readonly ctx: DurableObjectState
  private readonly env: Env
  private userId = ''
  /** What the hub knows; undefined when that is uncertain. */
  private reported: string | undefined
  private readonly closing = new WeakSet<WebSocket>()
  private readonly runner = new SerialRunner(() => this.send())

  constructor(ctx: DurableObjectState, env: Env) {
    this.ctx = ctx
    this.env = env
  }

  /**
   * Reports in the background. A lost report is repeated when a token expires.
   * @param closing a socket that is being closed, although the runtime still lists it
   */
  report(userId: string, closing?: WebSocket): void {
    this.userId = userId
    if (closing) this.closing.add(closing)
    const failed = (error: unknown): void =>
      log('tabs_not_reported', { error: error instanceof Error ? error.name : 'unknown' })
    this.ctx.waitUntil(this.runner.run().catch(failed))
  }

  /** Reports even if nothing has changed, because the hub forgets users. */
  repeat(userId: string): void {
    this.reported = undefined
    this.report(userId)
  }

  private async send(): Promise<void> {
    const now = Date.now()
    const open = this.ctx
      .getWebSockets()
      .filter((socket) => !this.closing.has(socket) && isOpenTab(this.ctx, socket, now))
    const tabs = open.map((socket) => connectionStateOf(socket).versions)
    const report = JSON.stringify(tabs)
    if (report === this.reported) return
    this.reported = undefined
    await this.env.TAB_HUB.getByName('main').report(this.userId, tabs)
    this.reported = report
    // A user who reconnects must not wait: without open tabs, the hub sends no signals.
    if (tabs.length > 0) await scheduler.wait(REPORT_EVERY_MS)
  }
}
