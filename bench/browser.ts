import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { browserPath } from '../shell/e2e/browser.ts'
import type { Site } from './setup/site.ts'

/** The person who opens a page: signed out, or with a session of the site. */
export type Viewer = 'signed out' | 'bookkeeper' | 'client'

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 360, height: 740 }

/** Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const CPU_SLOWDOWN = 4
const TIMEOUT_MS = 30_000

/** Launches the browser that the tests use. */
export async function openBrowser(...args: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: await browserPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', ...args],
  })
}

/** Returns the local storage of a viewer. */
const storageOf = ({ sessions }: Site, viewer: Viewer) =>
  viewer === 'signed out' ? [] : [{ name: 'portal.session', value: JSON.stringify(sessions[viewer]) }]

/** Opens a context without cache, as a viewer of the site. */
export function openContext(
  browser: Browser,
  site: Site,
  viewer: Viewer,
  viewport: { width: number; height: number } = DESKTOP,
): Promise<BrowserContext> {
  const origins = [{ origin: site.url, localStorage: storageOf(site, viewer) }]
  return browser.newContext({ viewport, storageState: { cookies: [], origins } })
}

/** Disables the cache and throttles the CPU, and optionally the network, as Lighthouse does. */
export async function throttle(
  page: Page,
  network: 'fast' | 'slow 4G',
  slowdown: number = CPU_SLOWDOWN,
): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  if (network === 'slow 4G') await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return cdp
}

/** A text in an element. */
export interface Content {
  selector: string
  text: string
}

/** Runs in the page: reports, once painted, when the content was there. */
function reportContent({ selector, text }: Content): void {
  const look = (): void => {
    if (![...document.querySelectorAll(selector)].some((element) => element.textContent.includes(text))) return
    observer.disconnect()
    const report = (globalThis as unknown as { reportShown: (at: number) => void }).reportShown
    requestAnimationFrame(() => setTimeout(() => report(performance.now())))
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

/** Opens a path and returns the milliseconds until the content is painted. A locator would use the page's CPU. */
export async function openUntil(page: Page, address: string, content: Content): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const fail = async () => {
    const text = await page.locator('body').innerText({ timeout: 2000 })
    reject(new Error(`${address} shows no "${content.text}" but: ${text.replaceAll(/\s+/g, ' ').slice(0, 400)}`))
  }
  const timer = setTimeout(() => void fail().catch(reject), TIMEOUT_MS)
  await page.exposeFunction('reportShown', resolve)
  await page.addInitScript(reportContent, content)
  await page.goto(address, { waitUntil: 'commit' })
  const at = await promise
  clearTimeout(timer)
  return at
}
