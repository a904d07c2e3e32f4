import type { Browser, Page } from '@playwright/test'
import { openContext, openUntil, throttle } from '../browser.ts'
import { median } from '../cpu.ts'
import { inTurns } from '../measure.ts'
import type { FilledSite } from '../setup/setups.ts'
import type { Site } from '../setup/site.ts'
import type { Target } from './pages-targets.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)

/** What the browser reports about a page. Times in ms. */
interface Vitals {
  lcp: number
  largest: string
  /** The longest interaction since the vitals were last taken. */
  inp: number
  cls: number
  shifted: string[]
}

/** What a visit measured. */
interface Visit extends Omit<Vitals, 'inp'> {
  /** The longest interaction of each step. The browser reports none below 16 ms. */
  inp: Record<string, number>
}

/** Runs in the page: collects paints, interactions and layout shifts in `vitals`. */
function collectVitals(): void {
  const vitals: Vitals = { lcp: 0, largest: '', inp: 0, cls: 0, shifted: [] }
  Object.assign(globalThis, { vitals })
  const nameOf = (node: Node | null | undefined): string => {
    const element = node instanceof Element ? node : node?.parentElement
    return element ? `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 24)}"` : '?'
  }
  type Entry = PerformanceEntry & {
    element?: Element
    value: number
    hadRecentInput: boolean
    sources?: { node?: Node }[]
    interactionId: number
  }
  const observe = (type: string, onEntry: (entry: Entry) => void): void =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) onEntry(entry as Entry)
    }).observe({ type, buffered: true, durationThreshold: 16 })
  observe('largest-contentful-paint', ({ startTime, element }) => {
    Object.assign(vitals, { lcp: startTime, largest: nameOf(element) })
  })
  observe('layout-shift', ({ value, hadRecentInput, sources = [] }) => {
    if (hadRecentInput) return
    vitals.cls += value
    vitals.shifted.push(...sources.map(({ node }) => nameOf(node)))
  })
  observe('event', ({ interactionId, duration }) => {
    if (interactionId) vitals.inp = Math.max(vitals.inp, duration)
  })
}

/** Runs in the page: returns the vitals and forgets the longest interaction. */
async function takeVitals(): Promise<Vitals> {
  // Events are reported some time after they happen.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
  const { vitals } = globalThis as unknown as { vitals: Vitals }
  const taken = { ...vitals }
  vitals.inp = 0
  return taken
}

/** Follows the steps and returns the longest interaction of each. */
async function follow(page: Page, { steps }: Target): Promise<Visit['inp']> {
  const inp: Visit['inp'] = {}
  for (const [name, act] of Object.entries(steps)) {
    await act(page)
    inp[name] = (await page.evaluate(takeVitals)).inp
  }
  return inp
}

/** Visits a page with an empty cache and a slow CPU. */
async function visit(browser: Browser, site: Site, target: Target): Promise<Visit> {
  await using context = await openContext(browser, site, target.viewer, target.viewport)
  const page = await context.newPage()
  await page.addInitScript(collectVitals)
  await throttle(page, 'fast')
  await openUntil(page, site.url + target.path, target.content)
  // Later requests, such as those of the bell, may shift the page, too.
  await page.waitForLoadState('networkidle')
  const inp = await follow(page, target)
  return { ...(await page.evaluate(takeVitals)), inp }
}

/** Measures the largest paint, the interactions and the layout shifts of a page, with a CPU four times slower. */
export const visiting =
  (target: Target) =>
  async ({ site, browser }: FilledSite) => {
    const { visits } = await inTurns(ROUNDS, { visits: () => visit(browser, site, target) })
    const inp = Object.keys(target.steps).map((step) => ({ step, ms: median(visits.map((v) => v.inp[step] ?? 0)) }))
    const [most] = visits.toSorted((a, b) => b.cls - a.cls)
    return {
      lcp: median(visits.map((v) => v.lcp)),
      largest: visits[0]?.largest ?? '',
      inp: Math.max(...inp.map(({ ms }) => ms)),
      steps: inp.map(({ step, ms }) => `${step} ${ms}`).join(', '),
      cls: most?.cls ?? Number.NaN,
      shifted: [...new Set(most?.shifted)].slice(0, 3).join(', '),
    }
  }
