import { rmSync } from 'node:fs'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type CutProxy, openProxy } from './cut-proxy.ts'
import { type Portal, startPortal } from './portal.ts'
import { previewVariant, publishVariant } from './remote-variants.ts'
import { newBookkeeper, openAs, type Person } from './users.ts'

/**
 * Tests what the scripts of a remote can leave in a browser. They have the origin of the portal, so `page.evaluate`
 * stands for them. Uses its own portal.
 */

test.use({ serviceWorkers: 'allow' })

const NAME = 'mf-workforms'
const SUBTITLE = 'Create and manage form templates'

let portal: Portal
let bookkeeper: Person
let proxy: CutProxy

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

/** Opens a page as the bookkeeper, and waits until it is kept for starts without a connection. */
async function openKept(context: BrowserContext, path = '/workforms'): Promise<Page> {
  const page = await openAs(context, proxy.url, bookkeeper.email, path, 'bookkeeper')
  await expect(page.getByText(SUBTITLE)).toBeVisible()
  await expect.poll(() => keptText(page), { timeout: 60_000 }).toContain(NAME)
  return page
}

/** Returns the page that opens without a connection, and what is kept of its files. */
const keptText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const name of ['portal.page', 'portal.files']) {
      // Opening a cache would create it.
      if (!(await caches.has(name))) continue
      const cache = await caches.open(name)
      for (const request of await cache.keys()) texts.push((await (await cache.match(request))?.text()) ?? '')
    }
    return texts.join('\n')
  })

const isEvil = (page: Page): Promise<boolean> => page.evaluate(() => 'evil' in globalThis)

/** Returns what this browser stores for the origin. */
const stored = (page: Page): Promise<object> =>
  page.evaluate(async () => ({
    session: localStorage.getItem('portal.session'),
    draft: localStorage.getItem('draft'),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    serviceWorkers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  }))
const NOTHING = { session: null, draft: null, databases: [], caches: [], serviceWorkers: [] }

/** Stores something in each kind of storage. */
const plant = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    localStorage.setItem('draft', 'evil')
    await (await caches.open('evil')).put('/evil.js', new Response('evil'))
    await navigator.serviceWorker.register('/service-worker.js')
    await new Promise((resolve) => {
      const opening = indexedDB.open('evil')
      opening.addEventListener('success', () => {
        opening.result.close()
        resolve(undefined)
      })
    })
  })

test('registers no script of a remote as a service worker', async ({ page }) => {
  await publishVariant(portal, NAME, '9.0.0', (script, path) =>
    path.endsWith('.js')
      ? `if (globalThis.document) {${script}\n} else addEventListener('fetch', (e) => e.respondWith(new Response('')))`
      : script,
  )
  const html = await (await fetch(`${portal.url}/workforms`, { headers: { accept: 'text/html' } })).text()
  const [script = ''] = new RegExp(String.raw`/remotes/${NAME}/9\.0\.0/[^"]+\.js`).exec(html) ?? []
  await page.goto(portal.url)
  const outcomes = await page.evaluate(async (path) => {
    // The browser's cache has it from now on.
    const response = await fetch(path)
    const found = [response.status]
    await response.text()
    const errors: string[] = []
    for (const updateViaCache of ['all', 'imports', 'none'] as const)
      await navigator.serviceWorker.register(path, { updateViaCache }).catch((error: unknown) => {
        errors.push(String(error))
      })
    return { found, errors, registered: (await navigator.serviceWorker.getRegistrations()).length }
  }, script)
  expect(outcomes).toEqual({
    found: [200],
    errors: Array.from({ length: 3 }, () => expect.stringContaining('(403)')),
    registered: 0,
  })
})

test('runs nothing that a script has put into caches, and replaces it with the next start', async ({ context }) => {
  let page = await openKept(context)
  await page.evaluate(async () => {
    const evil = (type: string, text: string) => new Response(text, { headers: { 'content-type': type } })
    const files = await caches.open('portal.files')
    for (const { url } of await files.keys()) {
      const type = url.endsWith('.css') ? 'text/css' : 'text/javascript'
      await files.put(url, evil(type, 'globalThis.evil = 1'))
    }
    const pages = await caches.open('portal.page')
    const html = '<!doctype html><html><script>globalThis.evil = 1</script></html>'
    for (const key of ['/kept', '/before', '/latest']) await pages.put(key, evil('text/html', html))
    await (await caches.open('evil')).put('/', evil('text/html', html))
    await navigator.serviceWorker.register('/service-worker.js', { scope: '/workforms' })
  })
  const address = page.url()
  await page.close()

  page = await context.newPage()
  await page.goto(address)
  await expect(page.getByText(SUBTITLE)).toBeVisible()
  expect(await isEvil(page)).toBe(false)
  await expect.poll(() => keptText(page), { timeout: 60_000 }).not.toContain('globalThis.evil')
  const { caches: names, serviceWorkers } = (await stored(page)) as { caches: string[]; serviceWorkers: string[] }
  expect(names).not.toContain('evil')
  expect(serviceWorkers).toEqual([`${proxy.url}/`])

  await context.setOffline(true)
  proxy.cutAfter(0)
  proxy.cut()
  await page.close()
  page = await context.newPage()
  await page.goto(address)
  await expect(page.getByText(SUBTITLE)).toBeVisible()
  expect(await isEvil(page)).toBe(false)
})

test('leaves nothing of a preview in the browser when its holder leaves', async ({ context }) => {
  const link = await previewVariant(portal, NAME, '9.5.0', (script) => script.replaceAll(SUBTITLE, 'Not yet live'))
  const page = await openAs(context, portal.url, bookkeeper.email, '/dashboard', 'bookkeeper')
  await page.goto(link)
  await expect(page.getByText('sign you out of the portal')).toBeVisible()
  await page.getByLabel('I trust the person').check()
  await page.getByRole('button', { name: 'Start the preview' }).click()
  await expect(page.getByText('Not yet live')).toBeVisible()
  await plant(page)
  await page.getByRole('link', { name: 'Leave the preview' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible()
  await page.getByRole('link', { name: 'Leave the preview' }).click()
  await page.getByRole('button', { name: 'Leave the preview' }).click()
  await expect(page.getByRole('heading', { name: 'Bookkeeper Portal' })).toBeVisible()
  expect(await stored(page)).toEqual(NOTHING)
  expect((await context.cookies()).filter(({ name }) => name.includes('preview'))).toEqual([])
})

test('leaves nothing of a preview in the browser with the first start after its end', async ({ context }) => {
  // The service worker fetches this start.
  const page = await openKept(context)
  await plant(page)
  const name = `remote_preview_${NAME}`
  await context.addCookies([{ name, value: `${NAME}~9.5.0~1700000000~x`, url: proxy.url, httpOnly: true }])
  await page.goto(proxy.url)
  await expect(page.getByRole('heading', { name: 'The preview has ended' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the portal' }).click()
  await expect(page.getByRole('heading', { name: 'Bookkeeper Portal' })).toBeVisible()
  // The service worker may have been writing a cache.
  await expect.poll(() => stored(page)).toEqual(NOTHING)
  expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain(name)
})
