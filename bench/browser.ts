import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { seedDemo } from '../worker/local/seed/index.ts'
import { startStack } from '../worker/local/stack.ts'
import { median } from './cpu.ts'
import { type Cut, buildOneApp } from './one-app/build.ts'
import { openBrowser, signIn } from './size.ts'
import { type Row, ratioRow } from './table.ts'

const ROUNDS = 5
/** Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
const CPU_SLOWDOWN = 4

interface People {
  bookkeeper: string
  client: string
  password: string
}

interface Load {
  /** Milliseconds until a row of the list is on screen. */
  rows: number
  /** Milliseconds until anything is painted. */
  firstPaint: number
}

/** One cold load of /clients on a slow phone, with the session of `state`. */
async function coldLoad(browser: Browser, url: string, state: Awaited<ReturnType<BrowserContext['storageState']>>): Promise<Load> {
  const context = await browser.newContext({ storageState: state, viewport: { width: 1280, height: 800 } })
  const page: Page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.goto(`${url}/clients`, { waitUntil: 'commit' })
  await page.getByText('Okafor Plumbing').first().waitFor({ timeout: 60_000 })
  const measured = await page.evaluate(() => ({
    rows: performance.now(),
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  await context.close()
  return measured
}

async function signedIn(browser: Browser, url: string, people: People) {
  const context = await browser.newContext()
  await signIn(await context.newPage(), url, 'bookkeeper', people.bookkeeper, people.password)
  const state = await context.storageState()
  await context.close()
  return state
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

/** Cold deep link to a remote's page: rows on screen, against the same application as one bundle and split by route. */
export async function browserRows(url: string, people: People): Promise<Row[]> {
  const { publishAll } = await import('../worker/local/publish-all.ts')
  const { REMOTES } = await import('../worker/local/build.ts')
  const browser = await openBrowser()
  const floors = { bundled: await startOneApp('bundled'), split: await startOneApp('split') }
  try {
    for (const floor of Object.values(floors)) await publishAll(floor.stack, floor.data, REMOTES)
    const urls = { portal: url, bundled: floors.bundled.url, split: floors.split.url }
    const states = {
      portal: await signedIn(browser, urls.portal, people),
      bundled: await signedIn(browser, urls.bundled, people),
      split: await signedIn(browser, urls.split, people),
    }
    const loads: Record<keyof typeof urls, Load[]> = { portal: [], bundled: [], split: [] }
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of ['portal', 'bundled', 'split'] as const) loads[name].push(await coldLoad(browser, urls[name], states[name]))
    }
    const rows = (name: keyof typeof urls) => median(loads[name].map((l) => l.rows))
    const paint = median(loads.portal.map((l) => l.firstPaint))
    return [
      ratioRow('Deep link, cold: rows on screen, against one bundle', rows('portal'), rows('bundled'), 'ms', 1.1),
      ratioRow('Deep link, cold: rows on screen, against split by route', rows('portal'), rows('split'), 'ms', 0.8),
      {
        what: 'First contentful paint there',
        figure: `${paint.toFixed(0)} ms`,
        against: 'slow 4G, 4 × slower CPU',
        budget: '≤ 1500 ms',
        met: paint <= 1500,
      },
    ]
  } finally {
    await browser.close()
    await floors.bundled.stop()
    await floors.split.stop()
  }
}
