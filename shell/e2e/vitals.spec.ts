import { expect, type Locator, type Route, test } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { openAs } from './users.ts'
import { url } from './portal-test.ts'

/** A report from a page. */
interface Report {
  release: string
  metrics: { name: string; value: number; ran: { name: string } | null }[]
  errors: { kind: string; ran: unknown; frames: string[] }[]
}

test('reports metrics and errors without page content when the user leaves a page', async ({ page }) => {
  const reports: Report[] = []
  const statuses: number[] = []
  // Playwright does not see the body of a beacon that is a Blob.
  await page.exposeFunction('reported', (body: string) => reports.push(JSON.parse(body) as Report))
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    const { reported } = globalThis as unknown as { reported: (body: string) => void }
    navigator.sendBeacon = (to, body) => {
      void new Response(body ?? null).text().then(reported)
      return send(to, body)
    }
  })
  page.on('response', (response) => {
    if (response.url().endsWith('/api/vitals')) statuses.push(response.status())
  })
  const collector = page.waitForEvent('requestfinished', (request) => /\/assets\/vitals\..*js$/.test(request.url()))
  await page.goto(url)
  await collector
  // The collector must observe the largest paint before the first input.
  await page.waitForLoadState('networkidle')
  // The first input ends the measurement of the largest paint, so this waits for one.
  await page.evaluate(
    () =>
      new Promise((painted) =>
        new PerformanceObserver(painted).observe({ type: 'largest-contentful-paint', buffered: true }),
      ),
  )
  await page.getByLabel('Email').click()
  await page.getByLabel('Email').fill('someone-private@example.com')
  // The stack distinguishes errors in our code from those of other scripts.
  await page.evaluate(() => {
    const script = [...document.scripts].find((s) => s.src.includes('/assets/'))?.src ?? ''
    const error = new TypeError('someone-private@example.com is not a function')
    error.stack = `TypeError: someone-private@example.com\n    at f (${script}:1:42)`
    reportError(error)
    reportError(new Error('of an extension'))
  })
  await expect.poll(() => reports.flatMap((r) => r.errors).length).toBe(1)
  // Hides the page, as leaving it does.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await expect
    .poll(() => reports.flatMap((r) => r.metrics.map((m) => m.name)))
    .toEqual(expect.arrayContaining(['LCP', 'FCP', 'TTFB']))
  const [error] = reports.flatMap((r) => r.errors)
  expect(error).toMatchObject({ kind: 'TypeError', ran: null })
  expect(error?.frames).toHaveLength(1)
  expect(JSON.stringify(reports)).not.toMatch(/private|example|extension/)
  await expect.poll(() => statuses.filter((s) => s === 204).length).toBeGreaterThan(0)
  expect(statuses.filter((s) => s !== 204)).toEqual([])
})

/** Returns the place and the size of an element, in px. */
async function boxOf(element: Locator): Promise<number[]> {
  const box = await element.boundingBox()
  return box ? [box.x, box.y, box.width, box.height].map(Math.round) : []
}

/** Runs in the page and adds up layout shifts that do not follow user input. */
function recordShifts(): void {
  const shifted = Object.assign(globalThis, { shifted: 0, shiftedTexts: [] as string[] })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node?: Node }[]
    })[]) {
      if (entry.hadRecentInput) continue
      shifted.shifted += entry.value
      shifted.shiftedTexts.push(...entry.sources.map(({ node }) => node?.textContent?.slice(0, 30) ?? '?'))
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The first placeholder of a list, whatever the page. */
const PLACEHOLDER =
  'main [role=status]:not([aria-label="Loading page"]) :is([data-skeleton-row], .skeleton.rounded-box)'
/** Pages with a list, and its rows. */
const BOOKKEEPER_LISTS = {
  '/dashboard': 'main ul > li',
  '/clients': 'main tbody > tr',
  '/workforms': 'main tbody > tr',
  '/form-submissions': 'main details',
  '/notifications?tab=all': 'main ul > li',
  '/chat': 'main nav ul > li',
}
const CLIENT_LISTS = {
  '/client-dashboard': 'main .rounded-box:has(> details)',
  '/client-notifications?tab=all': 'main ul > li',
}

test('shows a skeleton as wide as the page while its code is loading', async ({ context }) => {
  const client = DEMO_CLIENTS.find((c) => c.signedUp)?.email ?? ''
  const page = await openAs(context, url, client, '/icon.svg', 'client', DEMO_PASSWORD)
  await page.setViewportSize({ width: 1280, height: 800 })
  const released = Promise.withResolvers<undefined>()
  await page.route(/mf-client-portal/, async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto(`${url}/client-dashboard`, { waitUntil: 'commit' })
  const skeleton = await boxOf(page.getByRole('status', { name: 'Loading page' }))
  released.resolve(undefined)
  const tabs = await boxOf(page.getByRole('main').getByRole('tablist'))
  expect([skeleton[0], skeleton[2]]).toEqual([tabs[0], tabs[2]])
})

test('causes no layout shift when data arrives, in the place of the skeleton', async ({ page: first }) => {
  const client = DEMO_CLIENTS.find((c) => c.signedUp)?.email ?? ''
  for (const [email, role, width, lists] of [
    [DEMO_BOOKKEEPER.email, 'bookkeeper', 1280, BOOKKEEPER_LISTS],
    [DEMO_BOOKKEEPER.email, 'bookkeeper', 390, BOOKKEEPER_LISTS],
    [client, 'client', 1280, CLIENT_LISTS],
    [client, 'client', 360, CLIENT_LISTS],
  ] as const) {
    const page = await openAs(first.context(), url, email, '/icon.svg', role, DEMO_PASSWORD)
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(recordShifts)
    for (const [path, rows] of Object.entries(lists)) {
      let held: Route[] | undefined = []
      // The saved view decides which list is loaded.
      await page.route(/\/api\/(?!auth|realtime|profile\/views)/, (route) =>
        held ? void held.push(route) : route.continue(),
      )
      await page.goto(url + path)
      await expect(page.locator(PLACEHOLDER).first()).toBeVisible()
      const placeholder = await boxOf(page.locator(PLACEHOLDER).first())
      const waiting = held
      held = undefined
      await Promise.all(waiting.map((route) => route.continue()))
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      const { shifted, what } = await page.evaluate(() => {
        const seen = globalThis as unknown as { shifted: number; shiftedTexts: string[] }
        return { shifted: seen.shifted, what: [...new Set(seen.shiftedTexts)] }
      })
      expect.soft(shifted, `${path}, ${width} px: ${what.join(', ')}`).toBeLessThanOrEqual(0.01)
      // Texts have different numbers of lines.
      const row = await boxOf(page.locator(rows).first())
      const [x, y, wide, high] = placeholder.map((value, i) => Math.abs(value - (row[i] ?? 0)))
      const problem = `${path}, ${width} px: ${row.join()} takes the place of ${placeholder.join()}`
      expect.soft(Math.max(x ?? 0, y ?? 0, wide ?? 0), problem).toBeLessThanOrEqual(2)
      expect.soft(high, problem).toBeLessThanOrEqual(16)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    await page.close()
  }
})
