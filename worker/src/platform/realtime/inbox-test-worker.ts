import type { PortalEvent } from '@portal/contract/events'
import type { Env } from '../../env.ts'
import { TabHub } from './tab-hub.ts'
import { UserInbox } from './user-inbox.ts'

/** A worker with inboxes and their hub only, for tests that need to evict, age or trim an inbox. */

/** An inbox that a test can evict from memory, age and trim. */
export class TestInbox extends UserInbox {
  evict(): void {
    this.ctx.abort('evicted by a test')
  }
  age(days: number): void {
    const at = new Date(Date.now() - days * 86_400_000).toISOString()
    this.ctx.storage.sql.exec('UPDATE events SET at = ?', at)
  }
  async trim(): Promise<void> {
    await this.alarm()
  }
  kept(): number {
    return this.ctx.storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM events').one().n
  }
}

/** A hub that counts the reports that it gets. */
export class TestHub extends TabHub {
  private reports = 0
  override report(...report: Parameters<TabHub['report']>): void {
    this.reports += 1
    super.report(...report)
  }
  reported(): number {
    return this.reports
  }
}

interface TestEnv extends Env {
  USER_INBOX: DurableObjectNamespace<TestInbox>
  TAB_HUB: DurableObjectNamespace<TestHub>
}

export default {
  async fetch(request: Request, env: TestEnv): Promise<Response> {
    const url = new URL(request.url)
    const user = url.searchParams.get('user') ?? ''
    const hub = env.TAB_HUB.getByName('main')
    const inbox = env.USER_INBOX.getByName(user)
    if (url.pathname === '/socket') {
      if (!url.searchParams.has('until')) url.searchParams.set('until', String(Date.now() + 900_000))
      return inbox.fetch(new Request(url, request))
    }
    if (url.pathname === '/publish') await inbox.publish(await request.json<Omit<PortalEvent, 'seq'>[]>())
    if (url.pathname === '/evict') await inbox.evict()
    if (url.pathname === '/age') await inbox.age(Number(url.searchParams.get('days')))
    if (url.pathname === '/trim') await inbox.trim()
    if (url.pathname === '/announce') await hub.announce()
    if (url.pathname === '/report') await hub.report(user, await request.json<Record<string, string>[]>())
    if (url.pathname === '/reports') return Response.json(await hub.reported())
    if (url.pathname === '/open-tabs') return Response.json(await hub.openTabs())
    return Response.json({ kept: url.pathname === '/kept' ? await inbox.kept() : null })
  },
}
