import type { Browser } from '@playwright/test'
import { type Content, DESKTOP, openContext, openUntil, PHONE, throttle } from '../browser.ts'
import { median } from '../cpu.ts'
import { inTurns } from '../measure.ts'
import { FEW_CLIENTS, type ThreeBuilds } from '../setup/setups.ts'
import { SECTION, type Site } from '../setup/site.ts'

const ROUNDS = 7

/** A page of a remote, and the content that shows that it is usable. */
export interface Target {
  name: string
  path: string
  viewer: 'bookkeeper' | 'client'
  viewport: { width: number; height: number }
  content: Content
}

const client = { viewer: 'client', viewport: PHONE } as const
export const TARGETS: readonly Target[] = [
  {
    name: 'Clients',
    path: '/clients',
    viewer: 'bookkeeper',
    viewport: DESKTOP,
    content: { selector: 'main', text: `client${FEW_CLIENTS - 1}@example.com` },
  },
  {
    name: "Client's dashboard",
    path: '/client-dashboard',
    ...client,
    content: { selector: 'main', text: 'Continue:' },
  },
  {
    name: "Client's form",
    path: `/client-dashboard?section=${SECTION}`,
    ...client,
    content: { selector: 'main form', text: 'Main bank' },
  },
]

/** Loads a page with an empty cache, on slow 4G with a CPU four times slower. Returns times in ms. */
async function load(browser: Browser, site: Site, { path, viewer, viewport, content }: Target) {
  await using context = await openContext(browser, site, viewer, viewport)
  const page = await context.newPage()
  await throttle(page, 'slow 4G')
  const useful = await openUntil(page, site.url + path, content)
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  return { useful, paint: paint ?? Number.NaN }
}

/** Measures the milliseconds until a page is useful in each build, and until the portal's first contentful paint. */
export const loading =
  (target: Target) =>
  async ({ portal, bundled, split, browser }: ThreeBuilds) => {
    const loads = await inTurns(ROUNDS, {
      portal: () => load(browser, portal, target),
      bundled: () => load(browser, bundled, target),
      split: () => load(browser, split, target),
    })
    const useful = (build: keyof typeof loads) => median(loads[build].map((l) => l.useful))
    return {
      portal: useful('portal'),
      bundled: useful('bundled'),
      split: useful('split'),
      paint: median(loads.portal.map((l) => l.paint)),
    }
  }
