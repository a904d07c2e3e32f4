import type { Env } from '../env.ts'
import { log } from '../log.ts'
import { SerialRunner } from '../outbox/serial-runner.ts'
import { connectionStateOf } from './connection-state.ts'
import { isOpenTab } from './watchers.ts'

/** Reports the open tabs of a user to the hub, one report at a time, so that the last one is the latest state. */
export class TabReporter {
  private readonly ctx: DurableObjectState
  private readonly env: Env
  private userId = ''
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

  private async send(): Promise<void> {
    const now = Date.now()
    const open = this.ctx
      .getWebSockets()
      .filter((socket) => !this.closing.has(socket) && isOpenTab(this.ctx, socket, now))
    const tabs = open.map((socket) => connectionStateOf(socket).versions)
    await this.env.TAB_HUB.getByName('main').report(this.userId, tabs)
  }
}
