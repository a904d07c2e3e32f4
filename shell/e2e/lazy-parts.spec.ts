import type { Locator, Page } from '@playwright/test'
import * as real from '../../worker/contract/src/testing/real-files.ts'
import { PAGES } from './pages.ts'
import { type Client, newBookkeeper, newClient, onServer, openAs, type Person } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests that parts whose code is loaded later wait for the connection, say so, and go on without a reload. */

const FIELDS = [
  { id: 'name', name: 'Legal name', section: 'Business', type: 'short-text' },
  { id: 'scan', name: 'Passport', section: 'Papers', type: 'file' },
]
const PDF = { name: 'statement.pdf', mimeType: 'application/pdf', buffer: Buffer.from(real.realPdf()) }
const WAITS = 'Waiting for the connection. The file is sent when it is back.'

let bookkeeper: Person
test.beforeAll(async () => {
  bookkeeper = await newBookkeeper(url)
})

async function open(first: Page, path: (client: Client) => string): Promise<{ client: Client; page: Page }> {
  const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
  const page = await openAs(first.context(), url, client.email, path(client))
  return { client, page }
}

const section = (name: string) => (client: Client) => `/client-dashboard?section=${client.sections.get(name) ?? ''}`

/** Fails when the page was loaded again since this was called. */
async function staysLoaded(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  return async () => expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
}

/** Loses the connection, does `act`, sees `waits`, and gets the connection back. */
async function whileOffline(page: Page, act: () => Promise<void>, waits: Locator): Promise<void> {
  await page.context().setOffline(true)
  await act()
  await expect(waits).toBeInViewport()
  await page.context().setOffline(false)
}

test('checks and sends a file that was chosen without a connection', async ({ page: first }) => {
  const { client, page } = await open(first, section('Papers'))
  const input = page.getByLabel('Upload files for Passport', { exact: true })
  await expect(input).toBeAttached()
  const checkSame = await staysLoaded(page)
  await whileOffline(page, () => input.setInputFiles([PDF]), page.locator('form').getByText(WAITS))
  await expect(page.getByRole('button', { name: `Download ${PDF.name}` })).toBeVisible()
  expect(await onServer(client, 'Papers')).toMatchObject({ scan: [{ name: PDF.name }] })
  await checkSame()
})

test('sends an attachment that was chosen without a connection', { tag: '@desk' }, async ({ page: first }) => {
  const { page } = await open(first, () => '/client-chat')
  const files = page.getByRole('list', { name: 'Files of this message' })
  const input = page.locator('input[type=file]')
  await expect(input).toBeAttached()
  const checkSame = await staysLoaded(page)
  await whileOffline(page, () => input.setInputFiles([PDF]), files.getByText(WAITS))
  await expect(files.getByText(WAITS)).toHaveCount(0)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('log').getByText(PDF.name)).toBeVisible()
  await checkSame()
})

test('shows a form that was opened without a connection, and says in view that it waits', async ({ page: first }) => {
  const { client, page } = await open(first, () => '/client-dashboard')
  const start = page.getByRole('button', { name: 'Continue: Business' })
  await expect(start).toBeVisible()
  const checkSame = await staysLoaded(page)
  await whileOffline(page, () => start.click(), page.getByText('Not available offline'))
  await expect(page.getByLabel('Legal name')).toBeInViewport()
  await page.getByLabel('Legal name').fill('Saffron Street')
  await expect.poll(() => onServer(client, 'Business')).toMatchObject({ name: 'Saffron Street' })
  await checkSame()
})

test('opens a dialog that was asked for without a connection', { tag: '@desk' }, async ({ page: first }) => {
  const { page } = await open(first, section('Business'))
  const button = page.getByRole('button', { name: 'Ask someone else to fill this in' })
  await expect(button).toBeVisible()
  const checkSame = await staysLoaded(page)
  await whileOffline(page, () => button.click(), page.getByRole('dialog', { name: 'Not available offline' }))
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
  await expect(page.getByText('Not available offline')).toHaveCount(0)
  await checkSame()
})

for (const who of ['bookkeeper', 'client'] as const) {
  test(`opens every page of a ${who} that was asked for without a connection @desk`, async ({ browser }) => {
    const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
    const [home = '', ...others] = PAGES[who]
    for (const path of [...others, home]) {
      // A new context has loaded nothing of the page before.
      const context = await browser.newContext()
      const from = path === home ? (others[0] ?? '') : home
      const page = await openAs(context, url, who === 'client' ? client.email : bookkeeper.email, from, who)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const checkSame = await staysLoaded(page)
      await context.setOffline(true)
      if (path === '/client-profile') await page.getByRole('link', { name: 'Profile' }).click()
      else
        await page.evaluate((to) => {
          history.pushState({}, '', to)
          dispatchEvent(new PopStateEvent('popstate'))
        }, path)
      await expect(page, path).toHaveURL(new RegExp(`${path}(\\?|$)`))
      await expect(page.getByText(/Not available offline|You are offline/).first(), path).toBeInViewport()
      await context.setOffline(false)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.getByText(/Not available offline|You are offline|could not be loaded/), path).toHaveCount(0)
      await checkSame()
      await context.close()
    }
  })
}

test('puts the focus into a form that is loaded after Retry', { tag: '@desk' }, async ({ page: first }) => {
  const { page } = await open(first, () => '/client-dashboard')
  const start = page.getByRole('button', { name: 'Continue: Business' })
  await expect(start).toBeVisible()
  let isDown = true
  await page.route(/\/api\/portal\/sections\/[^/]+$/, (route) => (isDown ? route.abort() : route.continue()))
  await start.click()
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeInViewport()
  isDown = false
  await retry.click()
  await expect(page.getByLabel('Legal name')).toBeFocused()
})

test('opens a part of another remote that was asked for without a connection', { tag: '@desk' }, async ({
  page: first,
}) => {
  const page = await openAs(first.context(), url, bookkeeper.email, '/workforms', 'bookkeeper')
  const button = page.getByRole('button', { name: 'Assign Workform' })
  await expect(button).toBeVisible()
  const checkSame = await staysLoaded(page)
  await whileOffline(page, () => button.click(), page.getByRole('dialog', { name: 'Not available offline' }))
  await expect(page.getByRole('dialog', { name: 'Assign Workform to Multiple Clients' })).toBeVisible()
  await checkSame()
})
