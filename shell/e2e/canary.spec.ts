import { rmSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { getCanary } from '../../tools/publish/canary-api.ts'
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

/** Opens the remote's page in a new browser, signed in. With `fails`, the entry of the canary cannot be loaded. */
async function visit(browser: Browser, email: string, fails = false): Promise<Visit> {
  const context = await browser.newContext({ baseURL: portal.url })
  const versions: Visit['versions'] = new Set()
  context.on('request', (request) => {
    const [, version] = new RegExp(`/remotes/${NAME}/([^/]+)/`).exec(request.url()) ?? []
    if (version) versions.add(version)
  })
  if (fails) await context.route(`**/remotes/${NAME}/${VERSION}/remoteEntry*.js`, (route) => route.abort())
  return { page: await openAs(context, portal.url, email, '/form-submissions', 'bookkeeper'), versions }
}

const TEXT = 'Review and manage client form submissions'
const isRunning = () =>
  getCanary({ url: portal.url, token: tokenOf(portal, NAME) }, NAME).then(
    () => true,
    () => false,
  )

test('rolls back a canary that fails for its people, and nobody gets it twice', async ({ browser }) => {
  const people = await Promise.all([1, 2, 3, 4].map(() => newBookkeeper(portal.url)))
  const [other = '', another = '', first = '', second = ''] = people.map(({ email }) => email)
  await canaryVariant(portal, NAME, VERSION, { for: [first, second] }, (script) =>
    script.replaceAll(TEXT, 'This is the canary'),
  )
  // The canary is compared with the live version of these.
  const unaffected = await Promise.all([other, another].map((email) => visit(browser, email)))
  // It works on this device, and the tab stays open.
  const open = await visit(browser, first)
  await expect(open.page.getByText('This is the canary')).toBeVisible()

  const fail = async (email: string): Promise<Visit> => {
    const opened = await visit(browser, email, true)
    // It gets the live version at once.
    await expect(opened.page.getByText(TEXT)).toBeVisible()
    expect([...opened.versions].at(0)).toBe(VERSION)
    return opened
  }
  const failed = [await fail(second)]
  // One firm is no proof.
  expect(await isRunning()).toBe(true)
  failed.push(await fail(first))
  // The page of the second firm reports the failure at once. Then the open tab leaves the version.
  await expect.poll(isRunning, { timeout: 60_000 }).toBe(false)
  await expect(open.page.getByText(TEXT)).toBeVisible()
  for (const { page, versions } of failed) {
    versions.clear()
    await page.reload()
    await expect(page.getByText(TEXT)).toBeVisible()
    expect([...versions]).not.toContain(VERSION)
  }
  for (const { page, versions } of unaffected) {
    await expect(page.getByText(TEXT)).toBeVisible()
    expect([...versions]).not.toContain(VERSION)
  }
})
