import { expect, test } from '@playwright/test'

const url = process.env['PORTAL_URL'] ?? ''

/** A report that a page sends. */
interface Report {
  release: string
  metrics: { name: string; value: number; ran: { name: string } | null }[]
  errors: { kind: string; ran: unknown; frames: string[] }[]
}

test('a page reports its figures when it is left, and errors in our code soon, without a word of what was on it', async ({ page }) => {
  const reports: Report[] = []
  const statuses: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/vitals')) reports.push(JSON.parse(request.postData() ?? '{}') as Report)
  })
  page.on('response', (response) => {
    if (response.url().endsWith('/api/vitals')) statuses.push(response.status())
  })
  const collector = page.waitForRequest((request) => /\/assets\/vitals\..*js$/.test(request.url()))
  await page.goto(url)
  await collector
  // A first touch ends the search for the largest paint.
  await page.getByLabel('Email').click()
  await page.getByLabel('Email').fill('someone-private@example.com')
  // What our own code throws is told from what somebody else's does by where it happened.
  await page.evaluate(() => {
    const script = [...document.scripts].find((s) => s.src.includes('/assets/'))?.src ?? ''
    const error = new TypeError('someone-private@example.com is not a function')
    error.stack = `TypeError: someone-private@example.com\n    at f (${script}:1:42)`
    reportError(error)
    reportError(new Error('of an extension'))
  })
  await expect.poll(() => reports.flatMap((r) => r.errors).length).toBe(1)
  // The page goes to the background, as it does when it is left.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await expect.poll(() => reports.flatMap((r) => r.metrics.map((m) => m.name))).toEqual(expect.arrayContaining(['LCP', 'FCP', 'TTFB']))
  const [error] = reports.flatMap((r) => r.errors)
  expect(error).toMatchObject({ kind: 'TypeError', ran: null })
  expect(error?.frames).toHaveLength(1)
  expect(JSON.stringify(reports)).not.toMatch(/private|example|extension/)
  await expect.poll(() => statuses.filter((s) => s === 204).length).toBeGreaterThan(0)
  expect(statuses.filter((s) => s !== 204)).toEqual([])
})
