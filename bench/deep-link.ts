import type { Browser } from '@playwright/test'
import { BUDGETS } from './budgets.ts'
import { type Content, DESKTOP, openBrowser, openContext, openUntil, PHONE, throttle } from './browser.ts'
import { median } from './cpu.ts'
import { buildOneApp } from './one-app/build.ts'
import { SECTION, type Site, startSite } from './site.ts'
import { limitRow, type Row, ratioRow } from './table.ts'

const ROUNDS = 7
const CLIENTS = 30

/** A page of a remote, and the content that shows that it is usable. */
interface Target {
  name: string
  path: string
  viewer: 'bookkeeper' | 'client'
  viewport: { width: number; height: number }
  content: Content
}

const TARGETS: Target[] = [
  {
    name: 'Clients',
    path: '/clients',
    viewer: 'bookkeeper',
    viewport: DESKTOP,
    content: { selector: 'main', text: `client${CLIENTS - 1}@example.com` },
  },
  {
    name: "Client's dashboard",
    path: '/client-dashboard',
    viewer: 'client',
    viewport: PHONE,
    content: { selector: 'main', text: 'Continue:' },
  },
  {
    name: "Client's form",
    path: `/client-dashboard?section=${SECTION}`,
    viewer: 'client',
    viewport: PHONE,
    content: { selector: 'main form', text: 'Main bank' },
  },
]

/** Times of a cold load in ms. */
interface Load {
  useful: number
  firstPaint: number
}

async function load(browser: Browser, site: Site, { path, viewer, viewport, content }: Target): Promise<Load> {
  await using context = await openContext(browser, site, viewer, viewport)
  const page = await context.newPage()
  await throttle(page, 'slow 4G')
  const useful = await openUntil(page, site.url + path, content)
  const firstPaint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  return { useful, firstPaint: firstPaint ?? Number.NaN }
}

/** Loads a page of all builds in turns. */
async function compare(browser: Browser, target: Target, [portal, bundled, split]: [Site, Site, Site]): Promise<Row[]> {
  const loads: Record<'portal' | 'bundled' | 'split', Load[]> = { portal: [], bundled: [], split: [] }
  for (let round = 0; round < ROUNDS; round++) {
    loads.portal.push(await load(browser, portal, target))
    loads.bundled.push(await load(browser, bundled, target))
    loads.split.push(await load(browser, split, target))
  }
  const useful = (build: keyof typeof loads) => median(loads[build].map((l) => l.useful))
  const paint = median(loads.portal.map((l) => l.firstPaint))
  const { bundled: most, split: mostSplit } = BUDGETS.deepLink
  return [
    ratioRow(`${target.name}, against one bundle`, useful('portal'), useful('bundled'), 'ms', most),
    ratioRow(`${target.name}, against split by route`, useful('portal'), useful('split'), 'ms', mostSplit),
    limitRow(`${target.name}, first contentful paint`, paint, BUDGETS.firstPaintMs, 'ms'),
  ]
}

/** Measures cold deep links on slow 4G with a CPU four times slower, against the same app without federation. */
export async function measureDeepLinks(): Promise<Row[]> {
  await using portal = await startSite(CLIENTS)
  await using bundled = await startSite(CLIENTS, await buildOneApp('bundled'))
  await using split = await startSite(CLIENTS, await buildOneApp('split'))
  await using browser = await openBrowser()
  const rows: Row[] = []
  for (const target of TARGETS) rows.push(...(await compare(browser, target, [portal, bundled, split])))
  return rows
}
