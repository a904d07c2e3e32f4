import { rmSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { getCanary } from '../../worker/local/canary-api.ts'
import { type Portal, startPortal } from './portal.ts'
import { canaryVariant, tokenOf } from './remote-variants.ts'
import { newBookkeeper, openAs } from './users.ts'

/** Tests a canary that fails, with several people in browsers of their own. Uses its own portal. */

const NAME = 'mf-review'
const VERSION = '9.0.0'

let portal: Portal

test.beforeAll(async () => {
  portal = await startPortal()
})
test.afterAll(async () => {
  await portal.stop()
  rmSync(portal.data, { recursive: true, force: true })
})

/** A person's page, and the versions of the remote whose files it has requested. */
interface Visit {
  page: Page
  versions: Set<string | undefined>
}

/** Opens the remote's page in a new browser, signed in. */
async function visit(browser: Browser, email: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL: portal.url })
  const versions: Visit['versions'] = new Set()
  context.on('request', (request) => {
    const [, version] = new RegExp(`/remotes/${NAME}/([^/]+)/`).exec(request.url()) ?? []
    if (version) versions.add(version)
  })
  return { page: await openAs(context, portal.url, email, '/form-submissions', 'bookkeeper'), versions }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Form Submissions' })
const failure = (page: Page) => page.getByRole('heading', { name: 'Form Submissions could not be loaded' })
const isRunning = () =>
  getCanary({ url: portal.url, token: tokenOf(portal, NAME) }, NAME).then(
    () => true,
    () => false,
  )

test('rolls back a canary that its people cannot open, and nobody gets it twice', async ({ browser }) => {
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => newBookkeeper(portal.url)))
  const [other, ...testers] = people.map(({ email }) => email)
  await canaryVariant(portal, NAME, VERSION, { people: testers }, (script, path) =>
    // Makes the first module of the remote's own code throw.
    path.startsWith('__federation_expose_routes')
      ? script.replace(/(\.push\(\[\[\d+\],\{\d+\([\w,]+\)\{)/, '$1throw new Error("boom");')
      : script,
  )
  const visits: Visit[] = []
  for (const email of testers) {
    expect(await isRunning()).toBe(true)
    const opened = await visit(browser, email)
    await expect(failure(opened.page)).toBeVisible()
    expect([...opened.versions]).toEqual([VERSION])
    visits.push(opened)
  }
  // The page of the fourth person reports the failure within two seconds.
  await expect.poll(isRunning, { timeout: 60_000 }).toBe(false)
  for (const { page, versions } of visits) {
    versions.clear()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(heading(page)).toBeVisible()
    await page.reload()
    await expect(heading(page)).toBeVisible()
    expect([...versions]).not.toContain(VERSION)
  }
  const unaffected = await visit(browser, other ?? '')
  await expect(heading(unaffected.page)).toBeVisible()
  expect([...unaffected.versions]).not.toContain(VERSION)
})
