import { rmSync } from 'node:fs'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type CutProxy, openProxy } from './cut-proxy.ts'
import { type Portal, startPortal } from './portal.ts'
import { publishVariant } from './remote-variants.ts'
import { PDF } from './test-data.ts'
import { type Client, newBookkeeper, newClient, onServer, openAs, type Person } from './users.ts'

/** Tests starts without a connection, updates, and what remains on a device. Uses its own portal. */

test.use({ serviceWorkers: 'allow' })

const FIELDS = [
  { id: 'name', name: 'Legal name', section: 'Business' },
  { id: 'about', name: 'What you do', section: 'Business' },
  { id: 'scan', name: 'Passport', section: 'Business', type: 'file' },
]

let portal: Portal
let proxy: CutProxy
let bookkeeper: Person

test.beforeAll(async () => {
  portal = await startPortal()
  bookkeeper = await newBookkeeper(portal.url)
})
test.beforeEach(async () => {
  proxy = await openProxy(portal.url)
})
test.afterEach(() => proxy.close())
test.afterAll(async () => {
  await portal.stop()
  rmSync(portal.data, { recursive: true, force: true })
})

/** Cuts the connection of the whole browser. */
async function goOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  proxy.cutAfter(0)
  proxy.cut()
}

async function goOnline(context: BrowserContext): Promise<void> {
  proxy.restore()
  await context.setOffline(false)
}

/** Returns the names of the caches of this browser. */
const cacheNames = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys())

/** Returns the text of the page that opens without a connection. */
const keptPage = (page: Page): Promise<string> =>
  page.evaluate(async () => (await (await caches.open('portal.page')).match('/kept'))?.text() ?? '')

/** Returns what is stored of the responses of the API: their paths and texts. */
const storedData = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      if (!name.startsWith('portal.data.')) continue
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        texts.push(`${new URL(request.url).pathname} ${await (await cache.match(request))?.text()}`)
    }
    return texts.join('\n')
  })

/** Returns how much is stored of files that wait to be uploaded: their descriptions and their contents. */
const waitingFiles = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const asPromise = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('IndexedDB')))
      })
    const database = await asPromise(indexedDB.open('portal-uploads'))
    const stores = database.transaction([...database.objectStoreNames])
    const counts: Record<string, number> = {}
    for (const name of database.objectStoreNames) counts[name] = await asPromise(stores.objectStore(name).count())
    database.close()
    return counts
  })

/** Opens a section as a client, and waits until the device has what it needs without a connection. */
async function openSection(context: BrowserContext, client: Client): Promise<Page> {
  const path = `/client-dashboard?section=${client.sections.get('Business') ?? ''}`
  const page = await openAs(context, proxy.url, client.email, path)
  await expect(page.getByLabel('Legal name')).toBeVisible()
  await expect.poll(() => keptPage(page), { timeout: 60_000 }).toContain('mf-client-portal')
  await expect.poll(() => storedData(page)).toContain(`/api/portal/sections/${client.sections.get('Business')}`)
  return page
}

test('opens a form without a connection, and sends what was filled in when it is back', async ({ context }) => {
  const client = await newClient(portal.url, bookkeeper, 'Onboarding', FIELDS)
  let page = await openSection(context, client)
  // An answer that is on the server, but was saved after the form was read.
  await page.getByLabel('Legal name').fill('Saffron Street')
  await expect.poll(() => onServer(client, 'Business')).toMatchObject({ name: 'Saffron Street' })
  await expect.poll(() => storedData(page)).toContain('Saffron Street')
  const address = page.url()

  await goOffline(context)
  await page.close()
  page = await context.newPage()
  await page.goto(address)
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Legal name')).toHaveValue('Saffron Street')
  await page.getByLabel('What you do').fill('Food and joy')
  await page.getByLabel('Upload files for Passport', { exact: true }).setInputFiles([PDF])
  await expect(page.locator('form').getByText('Waiting for the connection.')).toBeVisible()

  // The battery is empty, and the next start has no connection either.
  await page.close({ runBeforeUnload: false })
  page = await context.newPage()
  await page.goto(`${proxy.url}/start`)
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  await page.goto(address)
  await expect(page.getByLabel('What you do')).toHaveValue('Food and joy')
  await expect(page.locator('form').getByRole('listitem').filter({ hasText: PDF.name })).toBeVisible()

  await goOnline(context)
  await expect
    .poll(() => onServer(client, 'Business'), { timeout: 60_000 })
    .toMatchObject({ name: 'Saffron Street', about: 'Food and joy', scan: [{ name: PDF.name }] })

  // Nothing of the client stays on the device, not even a file that waits for the connection.
  await expect.poll(() => waitingFiles(page)).toEqual({ uploads: 0, files: 0 })
  await goOffline(context)
  await page.getByLabel('Upload files for Passport', { exact: true }).setInputFiles([{ ...PDF, name: 'waits.pdf' }])
  await expect.poll(() => waitingFiles(page)).toEqual({ uploads: 1, files: 1 })
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Bookkeeper Portal' })).toBeVisible()
  await expect.poll(() => cacheNames(page)).toEqual(['portal.files'])
  await expect.poll(() => waitingFiles(page)).toEqual({ uploads: 0, files: 0 })
  await page.goto(address).catch(() => undefined)
  await expect(page.getByText('Saffron Street')).toHaveCount(0)
})

test('removes the data when the session ends elsewhere, and never shows it to another person', async ({ context }) => {
  const client = await newClient(portal.url, bookkeeper, 'Onboarding', FIELDS)
  const page = await openSection(context, client)
  const [before] = (await cacheNames(page)).filter((name) => name.startsWith('portal.data.'))
  await client.request('POST', '/auth/sessions/end-others')
  await expect.poll(() => cacheNames(page)).not.toContain(before)
  await expect.poll(() => storedData(page)).toBe('')

  const other = await newClient(portal.url, bookkeeper, 'Other papers', FIELDS)
  const next = await openSection(context, other)
  await goOffline(context)
  await next.goto(`${proxy.url}/client-dashboard?section=${client.sections.get('Business') ?? ''}`)
  await expect(next.getByText('Other papers')).toBeVisible()
  await expect(next.getByLabel('Legal name')).toHaveCount(0)
})

test('keeps the versions of one page together, and offers the new ones', async ({ context }) => {
  const client = await newClient(portal.url, bookkeeper, 'Onboarding', FIELDS)
  let page = await openSection(context, client)
  const address = page.url()
  await page.close()
  // While the device is offline, another version goes live.
  await goOffline(context)
  await publishVariant(portal, 'mf-client-portal', '9.0.0', (script) =>
    script.replaceAll('Submitting needs a connection', 'This is the new version'),
  )
  page = await context.newPage()
  await page.goto(address)
  await expect(page.getByText('Submitting needs a connection')).toBeVisible()
  await goOnline(context)
  await expect(page.getByText('A new version of Dashboard is available')).toBeVisible({ timeout: 60_000 })
  expect(await keptPage(page)).not.toContain('mf-client-portal/9.0.0')

  await page.reload()
  await expect.poll(() => keptPage(page), { timeout: 60_000 }).toContain('mf-client-portal/9.0.0')
  await goOffline(context)
  await page.reload()
  await expect(page.getByText('This is the new version')).toBeVisible()
})
