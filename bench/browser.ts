import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { BUDGETS } from './budgets.ts'
import { seedDemo } from '../worker/local/seed/seed-empty.ts'
import { startStack } from '../worker/local/stack.ts'
import { median } from './cpu.ts'
import { type Cut, buildOneApp } from './one-app/build.ts'
import { openBrowser, signIn } from './size.ts'
import { type Row, ratioRow } from './table.ts'

const ROUNDS = 7
/** Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
export const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
/** Lighthouse's phone. */
export const CPU_SLOWDOWN = 4

interface Load {
  /** Milliseconds until a row of the list is on screen. */
  rows: number
  /** Milliseconds until anything is painted. */
  firstPaint: number
}

/** A page to be loaded cold, and the text that tells that it is of use. */
interface Target {
  path: string
  text: string
  viewport: { width: number; height: number }
}
type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Runs in the page: tells, when it has been painted, at which moment the text was there. */
export function watchFor(text: string): void {
  const seen = (): void => {
    if (!document.body?.textContent?.includes(text)) return
    watch.disconnect()
    requestAnimationFrame(() =>
      setTimeout(() => (globalThis as unknown as { benchSeen: (at: number) => void }).benchSeen(performance.now())),
    )
  }
  const watch = new MutationObserver(seen)
  watch.observe(document, { childList: true, subtree: true, characterData: true })
}

/** One cold load on a slow network and processor, with the session of `state`. */
async function coldLoad(browser: Browser, url: string, state: State, { path, text, viewport }: Target): Promise<Load> {
  const context = await browser.newContext({ storageState: state, viewport })
  const page: Page = await context.newPage()
  // Not a locator: that asks every half a second, with the page's own processor time.
  const rows = new Promise<number>((resolve) => void context.exposeFunction('benchSeen', resolve))
  await page.addInitScript(watchFor, text)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.goto(url + path, { waitUntil: 'commit' })
  const measured = {
    rows: await rows,
    firstPaint: await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    ),
  }
  await context.close()
  return measured
}

async function signedIn(browser: Browser, url: string, portal: 'bookkeeper' | 'client'): Promise<State> {
  const context = await browser.newContext()
  await signIn(await context.newPage(), url, portal)
  const state = await context.storageState()
  await context.close()
  return state
}

/** The address of the section that the client's dashboard says to go on with. */
async function openSection(browser: Browser, url: string, state: State): Promise<string> {
  const context = await browser.newContext({ storageState: state })
  const page = await context.newPage()
  await page.goto(`${url}/client-dashboard`)
  await page
    .getByRole('button', { name: /^Continue:/ })
    .first()
    .click()
  await page.waitForURL(/section=/)
  const { pathname, search } = new URL(page.url())
  await context.close()
  return pathname + search
}

/** Starts the same application without federation. */
async function startOneApp(cut: Cut) {
  const shell = await buildOneApp(cut)
  const data = mkdtempSync(join(tmpdir(), `portal-${cut}-`))
  const stack = await startStack({ data, port: 0, shell })
  await seedDemo(stack.sqld.url, stack.miniflare)
  // The registry says where the parts belong; their code is in the bundle.
  const stop = async () => {
    await stack.stop()
    rmSync(data, { recursive: true, force: true })
  }
  return { url: stack.url, stack, data, stop }
}

/** Leaves of the published remotes where they belong, and nothing that a page would load: what is refused is not hinted at. */
async function hideBuilds(databaseUrl: string): Promise<void> {
  const db = createClient({ url: databaseUrl })
  await db.execute("UPDATE remote_versions SET sdk = '999.0.0'")
  db.close()
}

const WORLDS = ['portal', 'bundled', 'split', 'ordered'] as const
type World = (typeof WORLDS)[number]

/** The portal, and the same application without federation: as one bundle, and split by route. */
async function inWorlds<T>(
  url: string,
  measure: (browser: Browser, urls: Record<World, string>) => Promise<T>,
): Promise<T> {
  const { publishAll } = await import('../worker/local/publish-all.ts')
  const { REMOTES } = await import('../worker/local/build.ts')
  const browser = await openBrowser()
  const urls: Record<World, string> = { portal: url, bundled: '', split: '', ordered: '' }
  const stops: (() => Promise<void>)[] = [() => browser.close()]
  try {
    for (const cut of ['bundled', 'split', 'ordered'] as const) {
      const floor = await startOneApp(cut)
      stops.push(floor.stop)
      await publishAll(floor.stack, floor.data, REMOTES)
      await hideBuilds(floor.stack.sqld.url)
      urls[cut] = floor.url
    }
    return await measure(browser, urls)
  } finally {
    for (const stop of stops) await stop()
  }
}

/** Loads a page in all builds, in turns, and returns its rows of the table. */
async function compare(
  browser: Browser,
  what: string,
  urls: Record<World, string>,
  of: (world: World) => { state: State; target: Target },
): Promise<Row[]> {
  const loads: Record<World, Load[]> = { portal: [], bundled: [], split: [], ordered: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const world of WORLDS) {
      const { state, target } = of(world)
      loads[world].push(await coldLoad(browser, urls[world], state, target))
    }
  }
  const useful = (world: World) => median(loads[world].map((l) => l.rows))
  const paint = median(loads.portal.map((l) => l.firstPaint))
  return [
    ratioRow(`${what}, against one bundle`, useful('portal'), useful('bundled'), 'ms', BUDGETS.deepLink.bundled),
    ratioRow(`${what}, against split by route`, useful('portal'), useful('split'), 'ms', BUDGETS.deepLink.split),
    {
      ...ratioRow("… that has the portal's own order of files", useful('portal'), useful('ordered'), 'ms', 0),
      budget: '',
      met: null,
    },
    {
      what: 'First contentful paint there',
      figure: `${paint.toFixed(0)} ms`,
      against: 'slow 4G, 4 × slower CPU',
      budget: `≤ ${BUDGETS.firstPaintMs} ms`,
      met: paint <= BUDGETS.firstPaintMs,
    },
  ]
}

async function inEach<T>(make: (world: World) => Promise<T>): Promise<Record<World, T>> {
  return {
    portal: await make('portal'),
    bundled: await make('bundled'),
    split: await make('split'),
    ordered: await make('ordered'),
  }
}

/** Cold deep link to a remote's page: rows on screen, against the same application as one bundle and split by route. */
export function browserRows({ url }: { url: string }): Promise<Row[]> {
  return inWorlds(url, async (browser, urls) => {
    const states = await inEach((world) => signedIn(browser, urls[world], 'bookkeeper'))
    const target = { path: '/clients', text: 'Okafor Plumbing', viewport: { width: 1280, height: 800 } }
    return compare(browser, 'Deep link, cold: rows on screen', urls, (world) => ({ state: states[world], target }))
  })
}

const PHONE = { width: 360, height: 740 }

/** What a client waits for on a phone: the dashboard that says what is next, and the form of a section. */
export function clientRows({ url }: { url: string }): Promise<Row[]> {
  return inWorlds(url, async (browser, urls) => {
    const states = await inEach((world) => signedIn(browser, urls[world], 'client'))
    const sections = await inEach((world) => openSection(browser, urls[world], states[world]))
    const dashboard = { path: '/client-dashboard', text: 'Continue:', viewport: PHONE }
    return [
      ...(await compare(browser, "Client's dashboard, cold", urls, (world) => ({
        state: states[world],
        target: dashboard,
      }))),
      ...(await compare(browser, "Client's form, cold", urls, (world) => ({
        state: states[world],
        target: { path: sections[world], text: 'Main bank', viewport: PHONE },
      }))),
    ]
  })
}
