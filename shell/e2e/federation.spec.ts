import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Response, Route } from '@playwright/test'
import { DEMO_OPERATOR } from '../../tools/seed/people.ts'
import { rollBackRemote } from '../../tools/publish/registry-api.ts'
import { allLoaded } from './all-loaded.ts'
import { addFifthRemote } from './fifth-remote.ts'
import { openAsDemoBookkeeper } from './demo-bookkeeper.ts'
import { operatorCodeFor } from './mailbox.ts'
import { type Portal, startPortal } from './portal.ts'
import { recordProblems } from './problems.ts'
import { expectUsable } from './usability.ts'
import { modulesOf, previewVariant, publishVariant, tokenOf } from './remote-variants.ts'
import { expect, test } from './portal-test.ts'

/** Tests loading, updates, failures and style isolation of remotes. Uses its own portal. */

type State = Awaited<ReturnType<BrowserContext['storageState']>>

let portal: Portal
/** The state of a browser in which a bookkeeper is signed in. */
let session: State

test.beforeAll(async ({ browser }) => {
  portal = await startPortal()
  const page = await openAsDemoBookkeeper(browser, portal.url)
  // The first live connection of a browser refetches all data. Later pages continue from the stored position.
  const positions = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('portal.realtime.')))
  await expect.poll(positions).toHaveLength(1)
  session = await page.context().storageState()
})
test.afterAll(async () => {
  await portal.stop()
  rmSync(portal.data, { recursive: true, force: true })
})

const PAGES = [
  { path: '/clients', heading: 'Clients' },
  { path: '/workforms', heading: 'Workforms' },
  { path: '/form-submissions', heading: 'Form Submissions' },
]

/** Opens a page as the signed-in bookkeeper, and records console errors and warnings. */
async function signedIn(browser: Browser): Promise<{ page: Page; problems: string[] }> {
  const page = await (await browser.newContext({ baseURL: portal.url, storageState: session })).newPage()
  return { page, problems: recordProblems(page) }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const failure = (page: Page, label: string) => page.getByRole('heading', { name: `${label} could not be loaded` })
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' })

test('loads neither a remote nor the federation runtime when the sign-in page opens', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: portal.url })).newPage()
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Bookkeeper Portal' })).toBeVisible()
  expect(requested.filter((path) => path.startsWith('/remotes/') || path.includes('federation'))).toEqual([])
})

/** Returns whether a path is that of a script or style sheet. */
const isFile = (path: string): boolean => /\.(?:js|css)$/.test(path)

test('requests every file once and logs no errors when a deep link is opened', async ({ browser }) => {
  const { page, problems } = await signedIn(browser)
  const requested: string[] = []
  const scripts: Response[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  page.on('response', (response) => response.url().endsWith('.js') && scripts.push(response))
  const answer = await page.goto('/clients')
  await expect(heading(page, 'Clients')).toBeVisible()
  // The palette is loaded two seconds later.
  const firstFiles = requested.filter(isFile)
  await page.waitForLoadState('networkidle')
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';")
  const files = requested.filter(isFile)
  expect(files.filter((path, i) => files.indexOf(path) !== i)).toEqual([])
  // The page itself refers to all files that it shows, so none waits for another script. Vitals and toasts load later.
  const html = (await answer?.text()) ?? ''
  const named = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map((match) => match[1])
  expect(firstFiles.filter((path) => !named.includes(path) && !/^\/assets\/(?:vitals|toasts)\./.test(path))).toEqual([])
  // Every script is compiled eagerly.
  // Not those that arrive later: reading them would fail when the page is closed.
  for (const script of await Promise.all(scripts.map((response) => response.text())))
    expect(script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  // The first data is requested once, when the routes are known.
  expect(requested.filter((path) => path.startsWith('/api/clients'))).toEqual(['/api/clients', '/api/clients/counts'])
  // The page contains registry and manifests.
  expect(requested.filter((path) => path.endsWith('mf-manifest.json') || path === '/api/remotes')).toEqual([])
  expect(problems).toEqual([])
})

test('preloads the code of every page of the shell', async () => {
  const { pages, chunks } = JSON.parse(readFileSync(join(import.meta.dirname, '../dist/shell.json'), 'utf8')) as {
    pages: Record<string, string[]>
    chunks: Record<string, string[]>
  }
  for (const [path, names] of Object.entries(pages))
    expect([path, names.filter((name) => !chunks[name]?.length)]).toEqual([path, []])
})

test('loads every shared library once when several remotes are opened', async ({ browser }) => {
  const { page } = await signedIn(browser)
  await page.addInitScript(() => {
    const renderers = new Map<number, unknown>()
    Object.assign(globalThis, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        renderers,
        supportsFiber: true,
        inject: (renderer: unknown) => renderers.set(renderers.size + 1, renderer).size,
        onCommitFiberRoot: () => undefined,
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
    })
  })
  for (const { path, heading: name } of PAGES) {
    await page.goto(path)
    await expect(heading(page, name)).toBeVisible()
  }
  const renderers = await page.evaluate(
    () =>
      (globalThis as unknown as { __REACT_DEVTOOLS_GLOBAL_HOOK__: { renderers: Map<number, unknown> } })
        .__REACT_DEVTOOLS_GLOBAL_HOOK__.renderers.size,
  )
  expect(renderers).toBe(1)
  // What the Module Federation devtools show.
  const { hosts, modules } = await page.evaluate(() => {
    const { __INSTANCES__: instances, moduleInfo } = (
      globalThis as unknown as { __FEDERATION__: { __INSTANCES__: { name: string }[]; moduleInfo: object } }
    ).__FEDERATION__
    return { hosts: instances.map(({ name }) => name), modules: Object.keys(moduleInfo) }
  })
  expect(hosts).toEqual(['portal-shell', 'mf_review'])
  expect(modules).toEqual(['portal-shell', expect.stringMatching(/^mf-review:.*mf-manifest\.json$/)])

  const libraries = 'react|react-dom|scheduler|jotai|sonner|zod'
  const tanstack = '@tanstack/(?:react-router|router-core|react-query|query-core)'
  const shared = new RegExp(`node_modules/(?:${libraries}|${tanstack})/|shell/sdk/`)
  for (const remote of ['mf-clients', 'mf-workforms', 'mf-review', 'mf-client-portal']) {
    expect([remote, modulesOf(remote).filter((module) => shared.test(module))]).toEqual([remote, []])
  }
  expect(modulesOf('shell').filter((module) => module.includes('node_modules/zod/'))).toEqual([])
})

/** Serves a page without manifests. */
const withoutManifests = async (route: Route): Promise<void> => {
  const response = await route.fetch()
  await route.fulfill({
    response,
    body: (await response.text()).replace(/"manifests":\{/, '"manifests":{},"unused":{'),
  })
}
const disconnect = (route: Route) => route.abort()
const FAULTS: { name: string; files: string; answer: (route: Route) => Promise<void> }[] = [
  {
    name: 'a missing entry',
    files: 'remoteEntry*.js',
    answer: (route) => route.fulfill({ status: 404, body: 'not found' }),
  },
  {
    name: 'an HTML page instead of an entry',
    files: 'remoteEntry*.js',
    answer: (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  },
  {
    name: 'an entry that differs from the published one',
    files: 'remoteEntry*.js',
    answer: async (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `${await (await route.fetch()).text()};document.title='owned'`,
      }),
  },
  {
    name: 'a missing script',
    files: '__federation_expose*.js',
    answer: (route) => route.fulfill({ status: 404, body: 'not found' }),
  },
  {
    name: 'a broken script',
    files: '__federation_expose*.js',
    answer: (route) => route.fulfill({ contentType: 'text/javascript', body: 'this is ( not' }),
  },
  {
    name: 'a missing script of the page',
    files: 'clients.*.js',
    answer: (route) => route.fulfill({ status: 404, body: 'not found' }),
  },
  { name: 'missing styles', files: '*.css', answer: (route) => route.fulfill({ status: 404, body: 'not found' }) },
  { name: 'no connection', files: '*', answer: disconnect },
]

for (const { name, files, answer } of FAULTS) {
  test(`offers Retry in place of the remote's page when there is ${name}`, async ({ browser }) => {
    const { page } = await signedIn(browser)
    const broken = `**/remotes/mf-clients/*/${files}`
    await page.route(broken, answer)
    await page.goto('/clients')
    await expect(failure(page, 'Clients')).toBeVisible()
    await expect(page).not.toHaveTitle('owned')
    await page.unroute(broken)
    await retry(page).click()
    await expect(heading(page, 'Clients')).toBeVisible()
  })
}

test('shows other remotes while one is broken, and its failure again until Retry succeeds', async ({ browser }) => {
  const { page } = await signedIn(browser)
  const broken = '**/remotes/mf-clients/*/__federation_expose*.js'
  await page.route(broken, disconnect)
  await page.goto('/clients')
  await expect(failure(page, 'Clients')).toBeVisible()
  await retry(page).click()
  await expect(failure(page, 'Clients')).toBeVisible()
  await page.getByRole('link', { name: 'Workforms' }).click()
  await expect(heading(page, 'Workforms')).toBeVisible()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(failure(page, 'Clients')).toBeVisible()
  await page.unroute(broken)
  await retry(page).click()
  await expect(heading(page, 'Clients')).toBeVisible()
})

test('keeps the layout usable and offers Retry when a file of a remote never arrives', async ({ browser }) => {
  const withHanging = async (files: string): Promise<void> => {
    const { page } = await signedIn(browser)
    await page.route(`**/remotes/mf-clients/*/${files}`, () => new Promise<void>(() => undefined))
    // The page usually contains the manifest.
    if (files === 'mf-manifest.json') await page.route('/clients', withoutManifests)
    await page.goto('/clients', { waitUntil: 'commit' })
    await expect(page.getByRole('link', { name: 'Workforms' }), files).toBeVisible()
    await expect(failure(page, 'Clients'), files).toBeVisible()
    await page.unrouteAll()
    await retry(page).click()
    await expect(heading(page, 'Clients'), files).toBeVisible()
  }
  // At once, because each waits for the time limit.
  await Promise.all(['remoteEntry*.js', '__federation_expose*.js', 'mf-manifest.json'].map(withHanging))
})

test("replaces only the remote's page when a version throws, until that version is rolled back", async ({
  browser,
}) => {
  await publishVariant(portal, 'mf-review', '9.0.0', (script, path) =>
    // Makes the first module of the remote's own code throw.
    path.startsWith('__federation_expose_routes')
      ? script.replace(/(\.push\(\[\[\d+\],\{\d+\([\w,]+\)\{)/, '$1throw new Error("boom");')
      : script,
  )
  const { page } = await signedIn(browser)
  await page.goto('/form-submissions')
  await expect(failure(page, 'Form Submissions')).toBeVisible()
  await retry(page).click()
  await expect(failure(page, 'Form Submissions')).toBeVisible()
  // The page tries again by itself when another version goes live.
  await rollBackRemote({ url: portal.url, token: tokenOf(portal, 'mf-review') }, 'mf-review')
  await expect(heading(page, 'Form Submissions')).toBeVisible()
})

test('keeps the version of an open tab when a new one is published, until the user updates', async ({ browser }) => {
  const { page } = await signedIn(browser)
  await page.goto('/workforms')
  await expect(page.getByText('Create and manage form templates')).toBeVisible()
  await publishVariant(portal, 'mf-workforms', '9.0.0', (script) =>
    script.replaceAll('Create and manage form templates', 'The new version'),
  )
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'Workforms' }).click()
  await expect(page.getByText('Create and manage form templates')).toBeVisible()
  // Files that are not loaded yet come from the version of the tab.
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'New Workform' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Workform' })
  await expect(dialog).toBeVisible()
  await expect(page.getByText('Create and manage form templates')).toBeAttached()
  expect(requested.filter((path) => path.startsWith('/remotes/') && path.includes('/9.0.0/'))).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.evaluate(() => Object.assign(globalThis, { sameTab: true }))
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('The new version')).toBeVisible()
  expect(await page.evaluate(() => 'sameTab' in globalThis)).toBe(true)
  const styles = await page
    .locator('link[rel=stylesheet][href*="/remotes/mf-workforms/"]')
    .evaluateAll((links) => links.map((l) => l.getAttribute('href')))
  expect(styles.filter((href) => !href?.includes('/9.0.0/'))).toEqual([])

  // A new page load gets the live version.
  await page.goto('/workforms')
  await expect(page.getByText('The new version')).toBeVisible()
  await rollBackRemote({ url: portal.url, token: tokenOf(portal, 'mf-workforms') }, 'mf-workforms')
  await page.goto('/workforms')
  await expect(page.getByText('Create and manage form templates')).toBeVisible()
})

test('offers a reload instead of an update when a version needs a newer shell', async ({ browser }) => {
  const { page } = await signedIn(browser)
  await page.clock.install()
  await page.goto('/clients')
  await expect(heading(page, 'Clients')).toBeVisible()
  await page.route('**/api/remotes', async (route) => {
    const { remotes } = (await (await route.fetch()).json()) as {
      remotes: { entry: string; version: string; name: string }[]
    }
    const newer = remotes.map((r) => ({
      ...r,
      version: '9.9.9',
      entry: `/remotes/${r.name}/9.9.9/mf-manifest.json`,
      sdk: '99.0.0',
    }))
    await route.fulfill({ json: { remotes: newer } })
  })
  await page.clock.fastForward('06:00')
  await expect(page.getByText('A new version of Clients is available')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Form Submissions' }).click()
  await expect(heading(page, 'Form Submissions')).toBeVisible()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await loaded
  await expect(heading(page, 'Form Submissions')).toBeVisible()
})

test('shows a preview with a banner only to its holder when the link is opened', async ({ browser }) => {
  const link = await previewVariant(portal, 'mf-review', '9.5.0', (script) =>
    script.replaceAll('Review and manage client form submissions', 'Not yet for everybody'),
  )
  const { page, problems } = await signedIn(browser)
  await page.goto(link)
  await expectUsable(page, 'the question before a preview')
  await page.getByLabel('I trust the person').check()
  await page.getByRole('button', { name: 'Start the preview' }).click()
  await expect(page).toHaveURL(/\/form-submissions$/)
  await expect(page.getByText('Not yet for everybody')).toBeVisible()
  const banner = page.getByRole('complementary', { name: 'Preview' })
  await expect(banner).toContainText('Preview: Form Submissions')
  expect(problems).toEqual([])

  const other = await signedIn(browser)
  await other.page.goto('/form-submissions')
  await expect(other.page.getByText('Review and manage client form submissions')).toBeVisible()
  await expect(other.page.getByRole('complementary', { name: 'Preview' })).toHaveCount(0)

  await banner.getByRole('link', { name: 'Leave the preview' }).click()
  await expectUsable(page, 'the question before a preview ends')
  await page.getByRole('button', { name: 'Leave the preview' }).click()
  await expect(page.getByRole('heading', { name: 'Bookkeeper Portal' })).toBeVisible()
  await expect(banner).toHaveCount(0)
  expect(await page.content()).not.toContain('mf-review/9.5.0')
})

/** Sets a flag for everyone, as an operator does. */
async function setFlag(browser: Browser, name: string, percent: number): Promise<void> {
  const { request } = await browser.newContext({ baseURL: portal.operatorUrl })
  const email = DEMO_OPERATOR
  await expect(await request.post('/api/auth/operator/code', { data: { email } })).toBeOK()
  const code = await operatorCodeFor(portal.url, email)
  await expect(await request.post('/api/auth/operator/sign-in', { data: { email, code } })).toBeOK()
  await expect(await request.put(`/api/delivery/flags/${name}`, { data: { percent } })).toBeOK()
}

test('adds and removes a fifth remote when it is published and removed, without a change to the shell', async ({
  browser,
}) => {
  const { name, token } = await addFifthRemote(portal)
  const { page, problems } = await signedIn(browser)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await expect(heading(page, 'Reports')).toBeVisible()
  expect(problems).toEqual([])

  // Neither the worker nor the shell was built with this flag.
  const forecast = page.getByText('The expected work')
  await expect(forecast).toHaveCount(0)
  await setFlag(browser, `${name}.forecast`, 100)
  await expect(forecast).toBeVisible()

  // An error in an event handler leaves the page in place.
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect.poll(() => problems.join()).toContain('broken by a click')
  await expect(heading(page, 'Reports')).toBeVisible()
  // An error while rendering replaces only the remote's page, until Retry.
  await page.getByRole('button', { name: 'Break' }).click()
  await expect(failure(page, 'Reports')).toBeVisible()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(heading(page, 'Clients')).toBeVisible()
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await expect(heading(page, 'Reports')).toBeVisible()
  await page.getByRole('button', { name: 'Break' }).click()
  await retry(page).click()
  await expect(heading(page, 'Reports')).toBeVisible()

  await rollBackRemote({ url: portal.url, token }, name, { to: null })
  // The open tab keeps the remote, but the next page load does not.
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await expect(heading(page, 'Reports')).toBeVisible()
  await page.goto('/reports')
  await expect(page.getByRole('link', { name: 'Reports', exact: true })).toHaveCount(0)
  await expect(heading(page, 'Reports')).toHaveCount(0)
  await expect(page.getByText('404')).toBeVisible()
})

/** Returns the computed styles of all elements of the remote. */
const stylesOf = (page: Page): Promise<string[]> =>
  page.locator('[data-remote] *:visible').evaluateAll((elements) =>
    elements.map((element) => {
      const style = getComputedStyle(element)
      const properties = [
        'display',
        'color',
        'background-color',
        'padding',
        'margin',
        'font',
        'border',
        'border-radius',
        'gap',
        'height',
        'text-align',
        'opacity',
      ]
      const values = properties.map((name) => style.getPropertyValue(name)).join(' | ')
      return `${element.tagName}.${element.getAttribute('class') ?? ''} ${values}`
    }),
  )

test('shows the same styles when remotes load in a different order', async ({ browser }) => {
  const load = async (order: typeof PAGES): Promise<Map<string, string[]>> => {
    const { page } = await signedIn(browser)
    await page.goto('/dashboard')
    // Loads all remotes in this order before it compares them.
    for (const { heading: name } of order) {
      await page.getByRole('link', { name, exact: true }).click()
      await expect(heading(page, name)).toBeVisible()
    }
    const styles = new Map<string, string[]>()
    for (const { path, heading: name } of PAGES) {
      await page.getByRole('link', { name: 'Dashboard' }).click()
      await page.getByRole('link', { name, exact: true }).click()
      await expect(heading(page, name)).toBeVisible()
      await page.mouse.move(0, 0)
      await page.waitForLoadState('networkidle')
      await allLoaded(page)
      styles.set(path, await stylesOf(page))
    }
    return styles
  }
  const first = await load(PAGES)
  const other = await load(PAGES.toReversed())
  for (const { path } of PAGES) {
    expect(first.get(path)?.length).toBeGreaterThan(10)
    expect(other.get(path)).toEqual(first.get(path))
  }
})

test('keeps the styles of other remotes when one redefines a utility class', async ({ browser }) => {
  // The same classes with other rules, as if the remote had been built with another version of the kit.
  await publishVariant(portal, 'mf-workforms', '9.1.0', (text, path) =>
    path.endsWith('.css')
      ? text.replaceAll('display:flex', 'display:block').replaceAll(/padding-inline:[^;}]+/g, 'padding-inline:41px')
      : text,
  )
  const { page } = await signedIn(browser)
  const clients = async (): Promise<string[]> => {
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(heading(page, 'Clients')).toBeVisible()
    await page.mouse.move(0, 0)
    await page.waitForLoadState('networkidle')
    await allLoaded(page)
    return stylesOf(page)
  }
  await page.goto('/dashboard')
  const before = await clients()
  await page.getByRole('link', { name: 'Workforms', exact: true }).click()
  await expect(heading(page, 'Workforms')).toBeVisible()
  await expect(page.locator('[data-remote=mf-workforms] .flex').first()).toHaveCSS('display', 'block')
  expect(await clients()).toEqual(before)
  await rollBackRemote({ url: portal.url, token: tokenOf(portal, 'mf-workforms') }, 'mf-workforms')
})
