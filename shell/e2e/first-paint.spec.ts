import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { REMOTES } from '../../worker/local/build.ts'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from '../../worker/local/seed/people.ts'
import { SHELL_HEADINGS, SHELL_CHUNKS } from '../../worker/src/remotes/shell-facts.ts'

/** Checks that the server-rendered heading of a page matches the final one, and is shown only to users with access. */

type State = Awaited<ReturnType<BrowserContext['storageState']>>
type Role = 'bookkeeper' | 'client'
interface Place {
  role: Role
  headings?: Record<string, object>
}

const root = join(import.meta.dirname, '../..')
const places = REMOTES.map(
  (name) => JSON.parse(readFileSync(join(root, name, 'src/remote/remote.json'), 'utf8')) as Place,
)
/** Returns the paths of all pages with a server-rendered heading. */
const pathsOf = (role: Role): string[] => [
  ...Object.keys(SHELL_HEADINGS).filter((path) => SHELL_CHUNKS[path]?.[0] === role),
  ...places.filter((place) => place.role === role).flatMap(({ headings }) => Object.keys(headings ?? {})),
]
const EMAILS = { bookkeeper: DEMO_BOOKKEEPER.email, client: DEMO_CLIENTS.find((c) => c.signedUp)?.email ?? '' }
const states = new Map<Role, State>()

test.beforeAll(async ({ browser }) => {
  for (const role of ['bookkeeper', 'client'] as const) {
    const page = await open(browser)
    await page.goto(role === 'client' ? '/client-auth' : '/')
    await page.getByLabel('Email').fill(EMAILS[role])
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(/dashboard$/)
    states.set(role, await page.context().storageState())
  }
})
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})

/** Opens a page that counts shifts of its heading and records headings and loading messages. */
async function open(browser: Browser, role?: Role, viewport = { width: 1280, height: 800 }): Promise<Page> {
  const storageState = role && states.get(role)
  const context = await browser.newContext({
    baseURL: process.env['PORTAL_URL'] ?? '',
    viewport,
    ...(storageState ? { storageState } : {}),
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const recorded = { shifts: 0, seen: [] as string[] }
    Object.assign(globalThis, { recorded })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[]) {
        const heading = document.querySelector('main h1')
        recorded.shifts += entry.sources.filter(
          ({ node }) => heading && (node?.contains(heading) || heading.parentNode?.contains(node)),
        ).length
      }
    }).observe({ type: 'layout-shift', buffered: true })
    new MutationObserver(() => {
      const placeholders = document.querySelectorAll('.page-outline h1, [role=status][aria-label^=Loading]')
      recorded.seen.push(
        ...[...placeholders].map((element) => element.textContent || (element.getAttribute('aria-label') ?? '')),
      )
    }).observe(document, { childList: true, subtree: true })
  })
  return page
}
const recorded = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { recorded: { shifts: number; seen: string[] } }).recorded)

/** Delays the code of the page. @returns a function that ends the delay */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/main.*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Returns text, position and font of the heading and the line below it. */
const head = (page: Page, heading: string) =>
  page
    .locator(heading)
    .first()
    .evaluate((title) =>
      [title, title.nextElementSibling ?? title].map((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        const { x, y, width, height } = range.getBoundingClientRect()
        const { fontSize, fontWeight, fontFamily, letterSpacing, lineHeight } = getComputedStyle(element)
        return {
          text: element.textContent,
          x,
          y,
          width,
          height,
          fontSize,
          fontWeight,
          fontFamily,
          letterSpacing,
          lineHeight,
        }
      }),
    )

const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]

for (const role of ['bookkeeper', 'client'] as const) {
  test(`shows the same heading before and after its code is loaded when a ${role} opens a page`, async ({
    browser,
  }) => {
    for (const size of SIZES) {
      const page = await open(browser, role, size)
      // Two pages are enough on a phone, where the layout sets the position.
      for (const path of pathsOf(role).slice(0, size.width < 768 ? 2 : undefined)) {
        const release = await holdCode(page)
        await page.goto(path, { waitUntil: 'commit' })
        await page.locator('.page-outline h1').waitFor()
        const before = await head(page, '.page-outline h1')
        // Screen readers announce that the page is loading, and read the heading only in the final page.
        await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(1)
        expect([path, await page.getByRole('heading').count()]).toEqual([path, 0])
        release()
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        expect([path, await head(page, 'main h1')]).toEqual([path, before])
        await expect(page.locator('.page-outline')).toHaveCount(0)
        const { shifts } = await recorded(page)
        expect(shifts, `${path} at ${size.width} px`).toBe(0)
        await page.unrouteAll({ behavior: 'wait' })
      }
      await page.context().close()
    }
  })
}

test('renders early data without a loading message when it arrives before the code', async ({ browser }) => {
  const page = await open(browser, 'bookkeeper')
  for (const path of ['/dashboard', '/clients']) {
    const release = await holdCode(page)
    const data = page.waitForResponse((answer) => new URL(answer.url()).pathname === `/api${path}`)
    await page.goto(path, { waitUntil: 'commit' })
    await data
    release()
    await expect(page.getByRole('main').getByRole('listitem').or(page.getByRole('row')).first()).toBeVisible()
    expect([path, ...(await recorded(page)).seen.filter((text) => text.startsWith('Loading'))]).toEqual([path])
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('shows no heading of a page when the user has no access to it', async ({ browser }) => {
  const visitor = await open(browser)
  await visitor.goto('/clients')
  await expect(visitor.getByRole('heading', { name: 'Bookkeeper Portal' })).toBeVisible()
  const client = await open(browser, 'client')
  await client.goto('/clients')
  await expect(client).toHaveURL(/\/client-dashboard$/)
  await expect(client.getByRole('heading', { level: 1 })).toBeVisible()
  const bookkeeper = await open(browser, 'bookkeeper')
  await bookkeeper.goto('/clients/nowhere')
  await expect(bookkeeper.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  for (const page of [visitor, client, bookkeeper])
    expect((await recorded(page)).seen.filter((text) => !text.startsWith('Loading'))).toEqual([])
})
