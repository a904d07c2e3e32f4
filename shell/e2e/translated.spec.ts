import type { Browser, BrowserContext, Page } from '@playwright/test'
import { allLoaded } from './all-loaded.ts'
import { PAGES } from './pages.ts'
import { OPEN } from './press-all.ts'
import { recordProblems } from './problems.ts'
import { signIn } from './sign-in.ts'
import { translatePages } from './translate-pages.ts'
import { newBookkeeper, newClient, openAs } from './users.ts'
import { visitorLinks } from './visitor-links.ts'
import { expect, test, url } from './portal-test.ts'

/** Uses the pages while the browser translates them. `onboarding.spec.ts` goes from sign-up to review like this. */

const FIELDS = [
  { id: 'bank', name: 'Bank name', section: 'Bank' },
  { id: 'notes', name: 'Notes', section: 'Bank', type: 'long-text' },
]

async function newTranslated(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext()
  await translatePages(context)
  return context
}

async function openBoth(browser: Browser) {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
  const open = async (email: string, path: string, role: 'bookkeeper' | 'client'): Promise<Page> =>
    openAs(await newTranslated(browser), url, email, path, role)
  return {
    maya: await open(bookkeeper.email, '/dashboard', 'bookkeeper'),
    priya: await open(client.email, '/client-dashboard', 'client'),
  }
}

/** Opens every tab, fold and panel, and types into every field. None of it sends anything. */
async function useAll(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const closed = main.locator('details:not([open]) > summary:visible')
  while (await closed.count()) await closed.first().click()
  for (const control of await main.getByRole('tab').or(page.locator('[aria-expanded]')).all()) {
    if (!(await control.isVisible())) continue
    await control.click()
    // What opens may have to be loaded first.
    if ((await control.getAttribute('aria-haspopup')) === 'dialog') await expect(page.locator(OPEN)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator(OPEN)).toHaveCount(0)
  }
  // The form of a section loads when it is opened.
  await allLoaded(page)
  const kinds = 'input:is([type=text], [type=search], [type=email], :not([type])), textarea'
  // What has just been closed still has its field for a moment.
  const fields = main.locator(kinds).filter({ visible: true })
  for (const field of await fields.all()) {
    if (await field.isEditable()) await field.pressSequentially('ab')
    await field.blur()
  }
}

/** Opens pages and uses them, without an error. */
async function expectToWork(page: Page, paths: readonly string[]): Promise<void> {
  const problems = recordProblems(page)
  for (const path of paths) {
    await page.goto(new URL(path, url).href)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('h1 font font')).toBeVisible()
    await useAll(page)
    await expect(page.getByText('Saving…')).toHaveCount(0)
    expect(problems, path).toEqual([])
  }
}

test('keeps every page of a visitor working @desk', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
  const links = await visitorLinks(url, bookkeeper, client)
  const page = await (await newTranslated(browser)).newPage()
  await expectToWork(page, [...PAGES.visitor, ...links])
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  // While a form is sent, a spinner is inserted before the text of its button.
  for (const [path, email] of [
    ['/', bookkeeper.email],
    ['/client-auth', client.email],
  ] as const) {
    await page.goto(url + path)
    await expect(page.locator('h1 font font')).toBeVisible()
    await signIn(page, email, 'wrong-horse-9!')
    await expect(page.getByText('Invalid email or password.').first()).toBeVisible()
    await expect(page.getByLabel('Email')).toBeVisible()
  }
  expect(errors).toEqual([])
})

for (const who of ['bookkeeper', 'client'] as const) {
  test(`keeps every page of a ${who} working @desk`, async ({ browser }) => {
    const { maya, priya } = await openBoth(browser)
    await expectToWork(who === 'client' ? priya : maya, PAGES[who])
  })
}

test('shows messages and figures that change @desk', async ({ browser }) => {
  const { maya, priya } = await openBoth(browser)
  await maya.goto(`${url}/chat`)
  await priya.goto(`${url}/client-chat`)
  await maya.getByRole('button', { name: /Priya Raman/ }).click()
  for (const text of ['One', 'Two', 'Three']) {
    for (const page of [maya, priya]) {
      await page.getByLabel('Message', { exact: true }).fill(`${text} of ${page === maya ? 'Maya' : 'Priya'}`)
      await page.getByLabel('Message', { exact: true }).press('Enter')
    }
    for (const page of [maya, priya]) {
      await expect(page.getByRole('log').getByText(`${text} of Maya`)).toBeVisible()
      await expect(page.getByRole('log').getByText(`${text} of Priya`)).toBeVisible()
    }
  }
})
