import { rmSync } from 'node:fs'
import { type Browser, type BrowserContext, expect, type Page, type Route, test } from '@playwright/test'
import { removeRemote, rollBackRemote } from '../../worker/local/publish.ts'
import { DEMO_BOOKKEEPER, DEMO_PASSWORD } from '../../worker/local/seed/people.ts'
import { addFifthRemote } from './fifth-remote.ts'
import { type Portal, startPortal } from './portal.ts'
import { modulesOf, previewVariant, publishVariant, tokenOf } from './remote-variants.ts'

/** Shell and remotes as one application: loaded once, apart in style, and each failing alone. On a portal of its own. */

type State = Awaited<ReturnType<BrowserContext['storageState']>>

let portal: Portal
/** A bookkeeper's browser, signed in once for all tests. */
let session: State

test.beforeAll(async ({ browser }) => {
  portal = await startPortal()
  const page = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await page.goto('/')
  await page.getByLabel('Email').fill(DEMO_BOOKKEEPER.email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).last().click()
  await expect(page).toHaveURL(/\/dashboard$/)
  session = await page.context().storageState()
})
test.afterAll(async () => {
  await portal.stop()
  rmSync(portal.data, { recursive: true, force: true })
})

const PARTS = [
  { path: '/clients', heading: 'Clients' },
  { path: '/workforms', heading: 'Workforms' },
  { path: '/form-submissions', heading: 'Form Submissions' },
]

/** A page of a signed-in bookkeeper, with what its console said. */
async function signedIn(browser: Browser): Promise<{ page: Page; problems: string[] }> {
  const page = await (await browser.newContext({ baseURL: portal.url, storageState: session })).newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  return { page, problems }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const failure = (page: Page, label: string) => page.getByRole('heading', { name: `${label} could not be loaded` })
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' })

// A page that stays open goes on working, and slows down what comes after it.
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})

test('the sign-in page loads neither a remote nor the federation runtime', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: portal.url })).newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Bookkeeper Portal' })).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/remotes/') || path.includes('federation'))).toEqual([])
})

test('a deep link asks for everything once, under the strict policy, and without a complaint', async ({ browser }) => {
  const { page, problems } = await signedIn(browser)
  const asked: string[] = []
  const scripts: Promise<string>[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  page.on('response', (response) => response.url().endsWith('.js') && scripts.push(response.text()))
  const answer = await page.goto('/clients', { waitUntil: 'networkidle' })
  await expect(heading(page, 'Clients')).toBeVisible()
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';")
  const files = asked.filter((path) => /\.(?:js|css)$/.test(path))
  expect(files.filter((path, i) => files.indexOf(path) !== i)).toEqual([])
  // No chain: each was named by the page itself, so all were under way before the first script ran. What measures comes when all is there.
  const html = (await answer?.text()) ?? ''
  const named = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map((match) => match[1])
  expect(files.filter((path) => !named.includes(path) && !path.startsWith('/assets/vitals.'))).toEqual([])
  // Every script is compiled beside the page.
  for (const script of await Promise.all(scripts)) expect(script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  // What the page shows first was asked for while its code was under way, and not once more.
  const before = asked.slice(0, asked.indexOf('/api/notifications'))
  expect(before.filter((path) => path.startsWith('/api/clients'))).toEqual(['/api/clients', '/api/clients/counts'])
  // The manifest came with the page, and so did the registry.
  expect(asked.filter((path) => path.endsWith('mf-manifest.json') || path === '/api/remotes')).toEqual([])
  expect(problems).toEqual([])
})

test('every shared library exists once', async ({ browser }) => {
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
  for (const { path, heading: name } of PARTS) {
    await page.goto(path)
    await expect(heading(page, name)).toBeVisible()
  }
  const renderers = await page.evaluate(
    () =>
      (globalThis as unknown as { __REACT_DEVTOOLS_GLOBAL_HOOK__: { renderers: Map<number, unknown> } })
        .__REACT_DEVTOOLS_GLOBAL_HOOK__.renderers.size,
  )
  expect(renderers).toBe(1)

  const shared =
    /node_modules\/(?:react|react-dom|scheduler|jotai|sonner|zod|@tanstack\/(?:react-router|router-core|react-query|query-core))\/|shell\/sdk\//
  for (const remote of ['mf-clients', 'mf-workforms', 'mf-review', 'mf-client-portal']) {
    expect([remote, modulesOf(remote).filter((module) => shared.test(module))]).toEqual([remote, []])
  }
  expect(modulesOf('shell').filter((module) => module.includes('node_modules/zod/'))).toEqual([])
})

/** Serves a page whose registry brings no manifests along. */
const withoutManifests = async (route: Route): Promise<void> => {
  const response = await route.fetch()
  await route.fulfill({
    response,
    body: (await response.text()).replace(/"manifests":\{/, '"manifests":{},"unused":{'),
  })
}
const never = (route: Route) => route.abort()
const FAULTS: { name: string; files: string; answer: (route: Route) => Promise<void> }[] = [
  {
    name: 'a missing entry',
    files: 'remoteEntry*.js',
    answer: (route) => route.fulfill({ status: 404, body: 'not found' }),
  },
  {
    name: 'a page for an entry',
    files: 'remoteEntry*.js',
    answer: (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  },
  {
    name: 'an entry that is not what was published',
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
  { name: 'missing styles', files: '*.css', answer: (route) => route.fulfill({ status: 404, body: 'not found' }) },
  { name: 'no connection', files: '*', answer: never },
]

for (const { name, files, answer } of FAULTS) {
  test(`${name} costs the remote's own part, and Retry brings it back`, async ({ browser }) => {
    const { page } = await signedIn(browser)
    const broken = `**/remotes/mf-clients/*/${files}`
    await page.route(broken, answer)
    await page.goto('/clients')
    await expect(failure(page, 'Clients')).toBeVisible()
    await expect(page).not.toHaveTitle('owned')
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
}

for (const files of ['remoteEntry*.js', '__federation_expose*.js', 'mf-manifest.json']) {
  test(`the layout stays usable, with Retry, when ${files} of a remote never arrives`, async ({ browser }) => {
    const { page } = await signedIn(browser)
    const hanging = `**/remotes/mf-clients/*/${files}`
    await page.route(hanging, () => new Promise<void>(() => undefined))
    // The manifest comes with the page: only a retry with a newer version asks for it.
    if (files === 'mf-manifest.json') await page.route('/clients', withoutManifests)
    await page.goto('/clients', { waitUntil: 'commit' })
    await expect(page.getByRole('link', { name: 'Workforms' })).toBeVisible()
    await expect(failure(page, 'Clients')).toBeVisible()
    await page.unrouteAll()
    await retry(page).click()
    await expect(heading(page, 'Clients')).toBeVisible()
  })
}

test('a version that throws costs its own part, and Retry takes the version that was rolled back to', async ({
  browser,
}) => {
  await publishVariant(portal, 'mf-review', '9.0.0', (script, path) =>
    // Into the first module of the chunk: the remote's own code throws when it runs.
    path.startsWith('__federation_expose_routes')
      ? script.replace(/(\.push\(\[\[\d+\],\{\d+\([\w,]+\)\{)/, '$1throw new Error("boom");')
      : script,
  )
  const { page } = await signedIn(browser)
  await page.goto('/form-submissions')
  await expect(failure(page, 'Form Submissions')).toBeVisible()
  await retry(page).click()
  await expect(failure(page, 'Form Submissions')).toBeVisible()
  await rollBackRemote({ url: portal.url, token: tokenOf(portal, 'mf-review') }, 'mf-review')
  await retry(page).click()
  await expect(heading(page, 'Form Submissions')).toBeVisible()
})

test('an open tab keeps its version until it takes the offered one', async ({ browser }) => {
  const { page } = await signedIn(browser)
  await page.clock.install()
  await page.goto('/workforms')
  await expect(page.getByText('Create and manage form templates')).toBeVisible()
  await publishVariant(portal, 'mf-workforms', '9.0.0', (script) =>
    script.replaceAll('Create and manage form templates', 'The new version'),
  )
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'Workforms' }).click()
  await expect(page.getByText('Create and manage form templates')).toBeVisible()

  await page.evaluate(() => Object.assign(globalThis, { sameTab: true }))
  await page.clock.fastForward('06:00')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('The new version')).toBeVisible()
  expect(await page.evaluate(() => 'sameTab' in globalThis)).toBe(true)
  const styles = await page
    .locator('link[rel=stylesheet][href*="/remotes/mf-workforms/"]')
    .evaluateAll((links) => links.map((l) => l.getAttribute('href')))
  expect(styles.filter((href) => !href?.includes('/9.0.0/'))).toEqual([])

  // Another page load has it anyway, and a rollback holds from the next one on.
  await page.goto('/workforms')
  await expect(page.getByText('The new version')).toBeVisible()
  await rollBackRemote({ url: portal.url, token: tokenOf(portal, 'mf-workforms') }, 'mf-workforms')
  await page.goto('/workforms')
  await expect(page.getByText('Create and manage form templates')).toBeVisible()
})

test('an open tab works through ten publishes; the next page load has the last of them, or what is rolled back to', async ({
  browser,
}) => {
  const { page } = await signedIn(browser)
  await page.goto('/workforms')
  await expect(page.getByText('Create and manage form templates')).toBeVisible()
  for (let i = 0; i < 10; i++) {
    await publishVariant(portal, 'mf-workforms', `9.2.${i}`, (script) =>
      script.replaceAll('Create and manage form templates', `Version ${i}`),
    )
  }
  // What it has not loaded yet comes from the version it has.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'New Workform' }).click()
  await expect(page.getByRole('dialog', { name: 'Create New Workform' })).toBeVisible()
  await expect(page.getByText('Create and manage form templates')).toBeAttached()
  expect(asked.filter((path) => path.startsWith('/remotes/') && path.includes('/9.2.'))).toEqual([])
  await page.goto('/workforms')
  await expect(page.getByText('Version 9')).toBeVisible()
  await rollBackRemote({ url: portal.url, token: tokenOf(portal, 'mf-workforms') }, 'mf-workforms')
  await page.goto('/workforms')
  await expect(page.getByText('Version 8')).toBeVisible()
})

test('a version that needs a newer shell than the tab has is offered with a new page load, and taken into no tab before', async ({
  browser,
}) => {
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

test('a preview is seen by its holder alone, says so, and is left', async ({ browser }) => {
  const link = await previewVariant(portal, 'mf-review', '9.5.0', (script) =>
    script.replaceAll('Review and manage client form submissions', 'Not yet for everybody'),
  )
  const { page, problems } = await signedIn(browser)
  await page.goto(link)
  await expect(page).toHaveURL(/\/form-submissions$/)
  await expect(page.getByText('Not yet for everybody')).toBeVisible()
  const mark = page.getByRole('complementary', { name: 'Preview' })
  await expect(mark).toContainText('Preview: Form Submissions')
  expect(problems).toEqual([])

  const other = await signedIn(browser)
  await other.page.goto('/form-submissions')
  await expect(other.page.getByText('Review and manage client form submissions')).toBeVisible()
  await expect(other.page.getByRole('complementary', { name: 'Preview' })).toHaveCount(0)

  await mark.getByRole('link', { name: 'Leave the preview' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('link', { name: 'Form Submissions', exact: true }).click()
  await expect(page.getByText('Review and manage client form submissions')).toBeVisible()
  await expect(mark).toHaveCount(0)
})

test('a fifth remote comes and goes without a change of the shell; what it throws costs its own part', async ({
  browser,
}) => {
  const { name, token } = await addFifthRemote(portal)
  const { page, problems } = await signedIn(browser)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await expect(heading(page, 'Reports')).toBeVisible()
  expect(problems).toEqual([])

  // In answer to a click: nothing is lost.
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect.poll(() => problems.join()).toContain('broken by a click')
  await expect(heading(page, 'Reports')).toBeVisible()
  // While it renders: its own part, until it is tried again.
  await page.getByRole('button', { name: 'Break' }).click()
  await expect(failure(page, 'Reports')).toBeVisible()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(heading(page, 'Clients')).toBeVisible()
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await expect(heading(page, 'Reports')).toBeVisible()
  await page.getByRole('button', { name: 'Break' }).click()
  await retry(page).click()
  await expect(heading(page, 'Reports')).toBeVisible()

  await removeRemote({ url: portal.url, token }, name)
  // The open tab goes on; the next page load knows it no more.
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await expect(heading(page, 'Reports')).toBeVisible()
  await page.goto('/reports')
  await expect(page.getByRole('link', { name: 'Reports', exact: true })).toHaveCount(0)
  await expect(heading(page, 'Reports')).toHaveCount(0)
  await expect(page.getByText('404')).toBeVisible()
})

/** How every element of the remote on the page looks. */
const looks = (page: Page): Promise<string[]> =>
  page.locator('[data-remote] *:visible').evaluateAll((elements) =>
    elements.map((element) => {
      const style = getComputedStyle(element)
      const shown = [
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
      return `${element.tagName}.${element.getAttribute('class') ?? ''} ${shown.map((name) => style.getPropertyValue(name)).join(' | ')}`
    }),
  )

test('the order in which remotes load changes nothing in how they look', async ({ browser }) => {
  const seen = async (order: typeof PARTS): Promise<Map<string, string[]>> => {
    const { page } = await signedIn(browser)
    await page.goto('/dashboard')
    // All are loaded first, in this order; then each is looked at.
    for (const { heading: name } of order) {
      await page.getByRole('link', { name, exact: true }).click()
      await expect(heading(page, name)).toBeVisible()
    }
    const found = new Map<string, string[]>()
    for (const { path, heading: name } of PARTS) {
      await page.getByRole('link', { name: 'Dashboard' }).click()
      await page.getByRole('link', { name, exact: true }).click()
      await expect(heading(page, name)).toBeVisible()
      await page.mouse.move(0, 0)
      await page.waitForLoadState('networkidle')
      await expect(page.locator('[data-remote] [aria-busy=true], [data-remote] .skeleton')).toHaveCount(0)
      found.set(path, await looks(page))
    }
    return found
  }
  const first = await seen(PARTS)
  const other = await seen(PARTS.toReversed())
  for (const { path } of PARTS) {
    expect(first.get(path)?.length).toBeGreaterThan(10)
    expect(other.get(path)).toEqual(first.get(path))
  }
})

test('what one remote makes of a utility class stays inside it', async ({ browser }) => {
  // The same classes, with other rules: as a remote would have them that was built with another kit.
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
    await expect(page.locator('[data-remote] [aria-busy=true], [data-remote] .skeleton')).toHaveCount(0)
    return looks(page)
  }
  await page.goto('/dashboard')
  const before = await clients()
  await page.getByRole('link', { name: 'Workforms', exact: true }).click()
  await expect(heading(page, 'Workforms')).toBeVisible()
  const changed = await page
    .locator('[data-remote=mf-workforms] .flex')
    .first()
    .evaluate((element) => getComputedStyle(element).display)
  expect(changed).toBe('block')
  expect(await clients()).toEqual(before)
  await rollBackRemote({ url: portal.url, token: tokenOf(portal, 'mf-workforms') }, 'mf-workforms')
})
