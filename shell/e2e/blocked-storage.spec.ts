import type { Browser, BrowserContext, Page } from '@playwright/test'
import { allLoaded } from './all-loaded.ts'
import { linkFor } from './mailbox.ts'
import { PAGES } from './pages.ts'
import { recordProblems } from './problems.ts'
import { signIn } from './sign-in.ts'
import { inTwoWeeks, PDF, unique } from './test-data.ts'
import { type Client, newBookkeeper, newClient, onServer } from './users.ts'
import { visitorLinks } from './visitor-links.ts'
import { expect, test, url } from './portal-test.ts'

/** Uses the portal in browsers that refuse to store anything. */

const FIELDS = [
  { id: 'bank', name: 'Bank name', section: 'Bank' },
  { id: 'statement', name: 'Statement', section: 'Bank', type: 'file' },
  { id: 'notes', name: 'Notes', section: 'Later' },
]

/** Run in the browser, before the page. */
const REFUSALS = {
  /** Site data is blocked: even access throws. */
  blocked: () => {
    const refuse = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse })
    for (const name of ['serviceWorker', 'locks']) Object.defineProperty(navigator, name, { get: refuse })
  },
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
    IDBFactory.prototype.open = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  },
  /** Cookies are blocked, too, as in the settings of most browsers. */
  cookieless: () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    const set = (): void => {
      // Nothing is stored.
    }
    Object.defineProperty(document, 'cookie', { get: () => '', set })
  },
}

async function openRefusing(browser: Browser, refusal: keyof typeof REFUSALS): Promise<BrowserContext> {
  const context = await browser.newContext()
  await context.addInitScript(REFUSALS[refusal])
  return context
}

/** Signs in with the form, as a person does. */
async function open(context: BrowserContext, path: string, email: string): Promise<{ page: Page; problems: string[] }> {
  const page = await context.newPage()
  const problems = recordProblems(page)
  await page.goto(url + path)
  await signIn(page, email)
  await expect(page).toHaveURL(/dashboard$/)
  return { page, problems }
}

async function expectEveryPage(page: Page, paths: readonly string[], problems: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(new URL(path, url).href)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await allLoaded(page)
    await expect(page.getByText('could not be loaded')).toHaveCount(0)
    expect(problems, path).toEqual([])
  }
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByLabel('Message', { exact: true }).press('Enter')
}

async function createClient(page: Page): Promise<void> {
  const flow = page.getByRole('dialog', { name: 'Client Creation Flow' })
  const email = `${unique('created')}@example.com`
  await page.goto(`${url}/clients?create=true`)
  await flow.getByLabel('Full Name').fill('Jane Miller')
  await flow.getByLabel('Email').fill(email)
  await flow.getByLabel('Phone').fill('555 0100')
  await flow.getByRole('button', { name: 'Complete & Next' }).click()
  await flow.getByRole('combobox', { name: 'Workform template' }).click()
  await flow.getByRole('option').first().click()
  await flow.getByRole('button', { name: 'Complete & Next' }).click()
  await flow.getByLabel('Due Date').fill(inTwoWeeks())
  await flow.getByRole('button', { name: 'Complete & Next' }).click()
  await flow.getByRole('button', { name: 'Confirm & Send' }).click()
  await page.getByRole('alertdialog', { name: 'Client Created' }).getByRole('button', { name: 'OK' }).click()
  expect(await linkFor(url, email, /\/client-setup\?token=/)).toContain('/client-setup')
}

/** Fills in another section, and expects that it does not claim to keep answers that the server does not have yet. */
async function expectNoClaim(page: Page, client: Client): Promise<void> {
  await page.goto(`${url}/client-dashboard`)
  await page.getByRole('button', { name: 'Continue: Later' }).click()
  await page.getByLabel('Notes').fill('First')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByLabel('Notes').fill('First Harbor')
  await expect(page.getByText('Not saved yet, and this browser keeps nothing.')).toBeVisible()
  await expect(page.getByText('Saved on this device')).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await onServer(client, 'Later')).toMatchObject({ notes: 'First Harbor' })
}

test('opens every page of a visitor when storage is blocked @desk', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
  const links = await visitorLinks(url, bookkeeper, client)
  const page = await (await openRefusing(browser, 'blocked')).newPage()
  await expectEveryPage(page, [...PAGES.visitor, ...links], recordProblems(page))
})

test('opens every page of both sides when storage is blocked @desk', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
  // Each page is a reload, and the session survives all of them.
  const maya = await open(await openRefusing(browser, 'blocked'), '/', bookkeeper.email)
  await expectEveryPage(maya.page, PAGES.bookkeeper, maya.problems)
  const priya = await open(await openRefusing(browser, 'blocked'), '/client-auth', client.email)
  await expectEveryPage(priya.page, PAGES.client, priya.problems)
})

for (const refusal of ['blocked', 'full'] as const) {
  test(`lets both sides work, and does not claim to keep answers, when storage is ${refusal} @desk`, async ({
    browser,
  }) => {
    const bookkeeper = await newBookkeeper(url)
    const client = await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
    const maya = await open(await openRefusing(browser, refusal), '/', bookkeeper.email)
    const priya = await open(await openRefusing(browser, refusal), '/client-auth', client.email)

    await priya.page.goto(`${url}/client-dashboard`)
    await priya.page.getByRole('button', { name: 'Continue: Bank' }).click()
    await priya.page.getByLabel('Bank name').fill('First Harbor')
    await expect(priya.page.getByText('Saved', { exact: true })).toBeVisible()
    await priya.page.getByLabel('Upload files for Statement', { exact: true }).setInputFiles(PDF)
    await expect(priya.page.getByText('Files uploaded')).toBeVisible()
    await priya.page.reload()
    await expect(priya.page.getByLabel('Bank name')).toHaveValue('First Harbor')
    await priya.page.getByRole('button', { name: 'Submit Section' }).click()
    await priya.page.getByRole('dialog', { name: 'Submit Bank?' }).getByRole('button', { name: 'Submit' }).click()
    await expect(priya.page.getByText('Section submitted')).toBeVisible()

    await maya.page.goto(`${url}/chat`)
    await maya.page.getByRole('button', { name: /Priya Raman/ }).click()
    await priya.page.goto(`${url}/client-chat`)
    for (const [from, text] of [
      [maya.page, 'Thank you'],
      [priya.page, 'You are welcome'],
    ] as const) {
      await write(from, text)
      for (const { page } of [maya, priya]) await expect(page.getByRole('log').getByText(text)).toBeVisible()
    }
    await createClient(maya.page)
    expect([...maya.problems, ...priya.problems]).toEqual([])
    await expectNoClaim(priya.page, client)

    await priya.page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(priya.page).toHaveURL(`${url}/`)
    await priya.page.goto(`${url}/client-dashboard`)
    await expect(priya.page).toHaveURL(/\/client-auth/)
  })
}

const REFRESH = '**/api/auth/refresh'
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 })

/** Signs out in one tab, and returns to the other. */
async function expectToSignOutBoth(one: Page, two: Page): Promise<void> {
  await one.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(one.getByRole('button', { name: 'Sign In' }).first()).toBeVisible()
  await two.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(two.getByRole('button', { name: 'Sign In' }).first()).toBeVisible()
}

test('keeps the session through hasty reloads when storage is blocked @desk', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const { page } = await open(await openRefusing(browser, 'blocked'), '/', bookkeeper.email)
  for (let times = 0; times < 4; times++) {
    const asked = page.waitForRequest(REFRESH)
    await page.reload({ waitUntil: 'commit' })
    await asked
  }
  await expect(dashboard(page)).toBeVisible()
  await page.reload()
  await expect(dashboard(page)).toBeVisible()
})

test('keeps the session in two tabs that refresh it at once when storage is blocked @desk', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const context = await openRefusing(browser, 'blocked')
  const { page: one } = await open(context, '/', bookkeeper.email)
  const two = await context.newPage()
  await two.goto(`${url}/dashboard`)
  await expect(dashboard(two)).toBeVisible()
  const both = Promise.withResolvers<void>()
  let asking = 0
  await context.route(REFRESH, async (route) => {
    asking += 1
    if (asking === 2) both.resolve()
    await both.promise
    await route.continue()
  })
  await Promise.all([one.reload(), two.reload()])
  for (const page of [one, two]) await expect(dashboard(page)).toBeVisible()
  for (const page of [one, two]) {
    await page.reload()
    await expect(dashboard(page)).toBeVisible()
  }
  await expectToSignOutBoth(one, two)
})

test('keeps the session in two tabs when storage becomes full @desk', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const context = await browser.newContext()
  const { page: one } = await open(context, '/', bookkeeper.email)
  const two = await context.newPage()
  await two.goto(`${url}/dashboard`)
  await expect(dashboard(two)).toBeVisible()
  await one.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('portal.session') ?? '{}') as Record<string, unknown>
    const value = JSON.stringify({ ...session, access_token: 'refused' })
    localStorage.setItem('portal.session', value)
    window.dispatchEvent(new StorageEvent('storage', { key: 'portal.session', storageArea: localStorage }))
  })
  await context.addInitScript(REFUSALS.full)
  for (const page of [one, two]) await page.evaluate(REFUSALS.full)
  for (const page of [one, two]) {
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible()
    await expect(page.getByText('No clients found matching your criteria')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('portal.session'))).toBeNull()
  }
  await Promise.all([one.reload(), two.reload()])
  for (const page of [one, two]) await expect(page.getByText('No clients found matching your criteria')).toBeVisible()
  await expectToSignOutBoth(one, two)
})

test('says that a reload signs out when cookies are blocked, too @desk', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const { page } = await open(await openRefusing(browser, 'cookieless'), '/', bookkeeper.email)
  await expect(page.getByText('You will not stay signed in')).toBeVisible()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign In' }).first()).toBeVisible()
})
