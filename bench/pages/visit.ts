import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { CPU_SLOWDOWN, SLOW_4G } from '../browser.ts'
import { keepVitals, takeVitals, type Vitals, watchFor } from './in-page.ts'
import type { Visited } from './people.ts'
import { followRequests } from './sequence.ts'
import type { Step, Target } from './targets.ts'

/** Whatever does not come by then does not come at all. */
const PATIENCE_MS = 20_000

/** What one visit of a page was like. */
export interface Visit extends Omit<Vitals, 'inp'> {
  /** Bytes, gzipped. */
  js: number
  css: number
  /** Of requests that were done when the page was of use. */
  requests: number
  inSequence: number
  /** Milliseconds until it was of use. */
  useful: number
  /** The longest interaction of each step, in ms; below 16 the browser tells none, which is 0. */
  inp: Record<string, number>
}

/** Waits for something that a page is to show or do, and says which page did not. */
async function within<T>(what: string, work: Promise<T>, more: () => Promise<readonly string[]>): Promise<T> {
  const patience = Promise.withResolvers<never>()
  const timer = setTimeout(() => patience.reject(new Error(`not within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
  try {
    return await Promise.race([work, patience.promise])
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Error([`${what}: ${reason}`, ...(await more())].join('\n  '), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** The beginning of what a page shows. */
async function shownBy(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 2000 })
    .catch(() => 'nothing')
  return `It shows: ${text.replace(/\s+/g, ' ').slice(0, 400)}`
}

/** What a page complains of: errors in its console, requests that failed. */
function complaintsOf(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => message.type() === 'error' && heard.push(message.text()))
  page.on('pageerror', (error) => heard.push(error.message))
  page.on('requestfailed', (request) => heard.push(`${request.url()}: ${request.failure()?.errorText ?? 'failed'}`))
  return heard
}

/** Weighs the scripts and styles that a page loads. @returns their bytes so far, gzipped */
function weigh(page: Page): () => Promise<{ js: number; css: number }> {
  const files = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!/\.(?:js|css)$/.test(pathname)) return
    const size = response.body().then(
      (body) => gzipSync(body, { level: 9 }).byteLength,
      () => 0,
    )
    files.set(pathname, size)
  })
  return async () => {
    const sizes = await Promise.all([...files].map(async ([path, size]) => ({ path, size: await size })))
    const all = (ending: string): number =>
      sizes.filter(({ path }) => path.endsWith(ending)).reduce((sum, { size }) => sum + size, 0)
    return { js: all('.js'), css: all('.css') }
  }
}

/** No cache, a slow processor, and a slow line where it is asked for. */
async function slowDown(cdp: CDPSession, slowLine: boolean): Promise<void> {
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  if (slowLine) await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

function contextFor(browser: Browser, portal: Visited, { session, viewport }: Target): Promise<BrowserContext> {
  const record = session(portal)
  const localStorage = record ? [{ name: 'portal.session', value: JSON.stringify(record) }] : []
  return browser.newContext({
    viewport,
    storageState: { cookies: [], origins: [{ origin: portal.url, localStorage }] },
  })
}

/** Visits a page with nothing in the cache and does there what people do. */
export async function visit(
  browser: Browser,
  portal: Visited,
  target: Target,
  how: { name: string; slowLine: boolean },
): Promise<Visit> {
  const context = await contextFor(browser, portal, target)
  context.setDefaultTimeout(PATIENCE_MS)
  try {
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    const wait = <T>(what: string, work: Promise<T>): Promise<T> =>
      within(`${target.name} (${how.name}), ${what}`, work, async () => [...complaints, await shownBy(page)])
    const { selector, text } = target.useful
    const useful = new Promise<number>((resolve) => void context.exposeFunction('benchSeen', resolve))
    await page.addInitScript(keepVitals)
    await page.addInitScript(watchFor, target.useful)
    const cdp = await context.newCDPSession(page)
    const requests = followRequests(cdp)
    const weight = weigh(page)
    await slowDown(cdp, how.slowLine)
    await wait('the page itself', page.goto(portal.url + target.path(portal), { waitUntil: 'commit' }))
    const at = await wait(`"${text}" in ${selector}`, useful)
    // What follows by itself (the bell, what measures) is of the page, too, and may shift it.
    await wait('an end of its requests', page.waitForLoadState('networkidle'))
    const weights = await wait('its scripts and styles', weight())
    const inp = await follow(page, target.steps, wait)
    const { lcp, cls, shifted, largest } = await wait('what the browser says of it', page.evaluate(takeVitals))
    const { count, inSequence } = requests.until(at)
    return { ...weights, requests: count, inSequence, useful: at, lcp, cls, shifted, largest, inp }
  } finally {
    await context.close()
  }
}

/** Does the steps one after the other. @returns the longest interaction of each */
async function follow(page: Page, steps: readonly Step[], wait: <T>(what: string, work: Promise<T>) => Promise<T>) {
  const inp: Visit['inp'] = {}
  for (const { name, act } of steps) {
    await wait(name, act(page))
    inp[name] = (await wait(name, page.evaluate(takeVitals))).inp
  }
  return inp
}
