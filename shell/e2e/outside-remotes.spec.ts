import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { previewLocalRemote, rollBackRemote } from '../../tools/publish/registry-api.ts'
import {
  installOutside,
  OUTSIDE,
  packPackages,
  portalOf,
  publishBuilt,
  publishOutside,
  serveFolder,
  WITH_KIT,
} from './outside-remotes.ts'
import { openAsDemoBookkeeper } from './demo-bookkeeper.ts'
import { type Portal, startPortal } from './portal.ts'
import { recordProblems } from './problems.ts'
import { expect, test } from './portal-test.ts'

/**
 * Tests remotes from outside the workspace, built with Rspack and Vite from the packed packages. Uses its own portal.
 */

/** Rules that would change every page of the portal. */
const HOSTILE = `
@layer utilities, components, base, theme;
:root { --color-base-100: red; --color-primary: red; font-size: 30px; }
html, body { background: red !important; letter-spacing: 4px; }
* { border-radius: 17px !important; outline: 3px solid red; }
h1 { color: rgb(1, 2, 3); }
.btn, nav a, button { background: red !important; padding: 41px; }
@layer base { * { padding: 9px; text-transform: uppercase; } }
@property --tw-translate-x { syntax: '*'; inherits: false; initial-value: 50px; }
@property --tw-border-style { syntax: '*'; inherits: false; initial-value: none; }
@font-face { font-family: system-ui; src: local('Arial'); }
@keyframes pulse { to { opacity: 0; } }
@media all { main { display: none !important; } }
`

let portal: Portal
/** The state of a browser in which a bookkeeper is signed in. */
let session: Awaited<ReturnType<BrowserContext['storageState']>>
/** The styles of the shell's pages without remotes from outside. */
let before: string[]
/** The folders of the remotes, by name. */
const folders = new Map<string, string>()
/** The folder with the packed packages. */
let packages: string

test.beforeAll(async ({ browser }) => {
  // The only test that uses the network: it installs packages from the registry.
  test.setTimeout(600_000)
  portal = await startPortal()
  const page = await openAsDemoBookkeeper(browser, portal.url)
  session = await page.context().storageState()
  await page.getByRole('link', { name: 'Workforms' }).click()
  before = await stylesOfShell(page)
  packages = packPackages()
  for (const remote of [...OUTSIDE, WITH_KIT]) {
    const folder = installOutside(remote, packages)
    folders.set(remote.name, folder)
    await publishOutside(portal, remote, folder, remote === WITH_KIT ? '' : HOSTILE)
  }
})
test.afterAll(async () => {
  await portal.stop()
  for (const folder of [portal.data, packages, ...folders.values()]) rmSync(folder, { recursive: true, force: true })
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function signedIn(browser: Browser): Promise<{ page: Page; problems: string[] }> {
  const page = await (await browser.newContext({ baseURL: portal.url, storageState: session })).newPage()
  return { page, problems: recordProblems(page) }
}

/** Returns the computed styles of the page, the layout and the page of one of our remotes. */
async function stylesOfShell(page: Page): Promise<string[]> {
  await expect(heading(page, 'Workforms')).toBeVisible()
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  const elements = page.locator('html, body, aside, aside *, header, header *, main, [data-remote=mf-workforms] *')
  return elements.evaluateAll((all) =>
    all
      // The navigation has new entries, and one of them is current.
      .filter((element) => !element.closest('nav') && element.checkVisibility())
      .flatMap((element, i) => {
        const style = getComputedStyle(element)
        // Properties that a remote registers have its name, and exist everywhere.
        const names = [...style].filter((name) => !name.startsWith('--mf-')).sort()
        return names.map((name) => `${i} ${element.tagName} ${name}: ${style.getPropertyValue(name)}`)
      }),
  )
}

for (const { name, folder, path, heading: title } of OUTSIDE) {
  test(`shows the page of a remote built by ${folder}, with the libraries of the shell`, async ({ browser }) => {
    const { page, problems } = await signedIn(browser)
    await page.goto('/dashboard')
    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByText(/^Signed in as \S/)).toBeVisible()
    await page.getByRole('button', { name: 'Show the newest client' }).click()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    await page.locator(`[data-remote=${name}]`).getByRole('link', { name: 'All clients' }).click()
    await expect(heading(page, 'Clients')).toBeVisible()
    // The page opens directly, too.
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    expect(problems).toEqual([])
  })

  test(`limits the styles of a remote built by ${folder} to its page`, async ({ browser }) => {
    const { page } = await signedIn(browser)
    await page.goto(path)
    await expect(heading(page, title)).toHaveCSS('color', 'rgb(1, 2, 3)')
    await expect(page.locator(`[data-remote=${name}] > div`)).toHaveCSS('animation-name', `${name}-appear`)
    await expect(page.getByText('Signed in as')).toHaveCSS('padding-top', '9px')
    await page.getByRole('link', { name: 'Workforms' }).click()
    const after = await stylesOfShell(page)
    expect(after.filter((line, i) => line !== before[i])).toEqual([])
    expect(after.length).toBe(before.length)
    expect(await page.locator(`link[rel=stylesheet][href*="/${name}/"]`).count()).toBe(1)
  })

  for (const file of ['remoteEntry.js', '*routes*.js']) {
    test(`refuses a damaged ${file} of a remote built by ${folder}`, async ({ browser }) => {
      const { page } = await signedIn(browser)
      await page.route(`**/remotes/${name}/**/${file}`, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: `${await response.text()};document.title='owned'` })
      })
      await page.goto(path)
      await expect(page.getByRole('heading', { name: `${title} could not be loaded` })).toBeVisible()
      await expect(page).not.toHaveTitle('owned')
      await page.getByRole('link', { name: 'Clients', exact: true }).click()
      await expect(heading(page, 'Clients')).toBeVisible()
    })
  }
}

test('shows the controls of the kit in a remote from another repository', async ({ browser }) => {
  const { page, problems } = await signedIn(browser)
  await page.goto('/workforms')
  const ours = page.getByRole('button', { name: 'New Workform' })
  const looks = (button: Locator) =>
    button.evaluate((element) => {
      const { height, borderRadius, fontSize, paddingLeft } = getComputedStyle(element)
      return { height, borderRadius, fontSize, paddingLeft }
    })
  await expect(ours).toBeVisible()
  const expected = await looks(ours)
  await page.goto(WITH_KIT.path)
  await expect(heading(page, WITH_KIT.heading)).toBeVisible()
  await expect(page.locator(`[data-remote=${WITH_KIT.name}] li`)).toHaveCount(5)
  expect(await looks(page.getByRole('button', { name: 'Refresh' }))).toEqual(expected)
  expect(problems).toEqual([])
})

test('loads a remote from the machine of a developer in the browser of that developer only', async ({ browser }) => {
  const remote = WITH_KIT
  const { origin, stop } = await serveFolder(join(folders.get(remote.name) ?? '', 'dist'))
  const place = { routes: [remote.path], role: 'bookkeeper' as const, nav: null }
  const { url } = await previewLocalRemote(await portalOf(portal, remote.name), remote.name, { origin, ...place })
  const [developer, other] = [await signedIn(browser), await signedIn(browser)]
  const entries = async ({ page }: { page: Page }, address: string): Promise<string[]> => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(address)
    const start = page.getByRole('button', { name: 'Start the preview' })
    if (address === url) {
      await page.getByLabel('I trust the person').check()
      await start.click()
    }
    await expect(heading(page, remote.heading)).toBeVisible()
    return requested.filter((file) => file.endsWith('remoteEntry.js'))
  }
  expect(await entries(developer, url)).toEqual([`${origin}/remoteEntry.js`])
  await expect(developer.page.getByRole('complementary', { name: 'Preview' })).toBeVisible()
  expect(await entries(other, remote.path)).toEqual([expect.stringContaining(`${portal.url}/remotes/${remote.name}/`)])
  expect([...developer.problems, ...other.problems]).toEqual([])
  await developer.page.getByRole('link', { name: 'Leave the preview' }).click()
  await developer.page.getByRole('button', { name: 'Leave the preview' }).click()
  await expect(developer.page.getByRole('heading', { name: 'Bookkeeper Portal' })).toBeVisible()
  expect(await developer.page.content()).not.toContain(origin)
  await stop()
})

test('offers a reload for a new version, and leaves a bad version and a running canary alone in a CI job', async ({
  browser,
}) => {
  const [remote] = OUTSIDE
  const folder = remote && folders.get(remote.name)
  if (!folder) throw new Error('There is no remote.')
  const { name } = remote
  const { page } = await signedIn(browser)
  await page.clock.install()
  await page.goto(remote.path)
  await expect(heading(page, remote.heading)).toBeVisible()
  await publishOutside(portal, remote, folder, ' h1 { color: rgb(4, 5, 6) }')
  await page.clock.fastForward('06:00')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(heading(page, remote.heading)).toHaveCSS('color', 'rgb(4, 5, 6)')

  const publish = (options: readonly string[] = [], variables = {}) =>
    publishBuilt(portal, name, folder, options, variables)
  await rollBackRemote(await portalOf(portal, name), name, { reason: 'Too dark' })
  expect(await publish([], { CI: 'true' })).toMatch(/ was rolled back .*, because: Too dark\. It stays as it is\./)
  await publish(['--again', '--gradually'])
  expect(await publish([], { CI: 'true' })).toMatch(/ is for 5% of people now, started by .* It stays as it is\./)
})
