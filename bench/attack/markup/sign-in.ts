import type { Browser, BrowserContext } from '@playwright/test'
import type { Caller } from '../../../worker/src/testing/portal.ts'
import { WIDE } from './watched.ts'

const CANARY = 'window.canary = (n) => { (window.ran ??= []).push(n) }'

/** A browser of its own in which somebody is signed in, or nobody. */
export async function contextOf(
  browser: Browser,
  url: string,
  who?: { caller: Caller; role: string; clientId: string | null; name: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: WIDE })
  await context.addInitScript(CANARY)
  if (!who) return context
  const { userId: id, email, token } = who.caller
  const user = { id, email, role: who.role, name: who.name, company: null, time_zone: 'UTC', client_id: who.clientId }
  const session = {
    access_token: token,
    expires_at: new Date(Date.now() + 800_000).toISOString(),
    session_id: id,
    user,
  }
  const page = await context.newPage()
  await page.goto(`${url}/icon.svg`)
  await page.evaluate((text) => localStorage.setItem('portal.session', text), JSON.stringify(session))
  await page.close()
  return context
}
