import { expect, type Page, test } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from '../../worker/local/seed/people.ts'
import { PAGES } from './pages.ts'
import { layoutProblems } from './usability-checks.ts'
import { newClient, openAs, signedIn, signUpBookkeeper } from './users.ts'

/** Looks at every page at five widths, with the demo data and with the longest names. */

const url = process.env['PORTAL_URL'] ?? ''
const CLIENT = DEMO_CLIENTS.find((c) => c.signedUp)?.email ?? ''

test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})

async function expectLayout(page: Page, paths: readonly string[]): Promise<void> {
  const problems: string[] = []
  for (const path of paths) {
    await page.goto(new URL(path, url).href)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    problems.push(...(await layoutProblems(page)).map((problem) => `${path} at ${problem}`))
  }
  expect(problems).toEqual([])
}

test('cuts and covers nothing before sign-in @desk', async ({ page }) => {
  await expectLayout(page, PAGES.visitor)
})

test('cuts and covers nothing in the demo data @desk', async ({ browser }) => {
  for (const [who, email] of [
    ['bookkeeper', DEMO_BOOKKEEPER.email],
    ['client', CLIENT],
  ] as const) {
    const page = await openAs(await browser.newContext(), url, email, '/icon.svg', who, DEMO_PASSWORD)
    await expectLayout(page, PAGES[who])
  }
})

/** Longer than any line, and without a space where a line could break. */
const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4).slice(0, 118)

test('cuts and covers nothing when names have 118 letters @desk', async ({ browser }) => {
  const bookkeeper = await signedIn(url, await signUpBookkeeper(url, LONG), 'bookkeeper')
  const field = { id: 'name', name: LONG, section: LONG }
  const client = await newClient(url, bookkeeper, LONG, [field, { ...field, id: 'other', section: 'Other' }], LONG)
  await client.request('POST', `/portal/sections/${client.sections.get(field.section) ?? ''}/submit`, {
    answers: { name: LONG },
    version: 0,
  })
  const desk = await openAs(await browser.newContext(), url, bookkeeper.email, '/icon.svg', 'bookkeeper')
  await expectLayout(desk, [...PAGES.bookkeeper, `/clients?client=${client.id}`])
  await expectLayout(await openAs(await browser.newContext(), url, client.email, '/icon.svg'), PAGES.client)
})
