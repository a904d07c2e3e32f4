import { createHash } from 'node:crypto'
import { type APIRequestContext, type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_OPERATOR, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { operatorCodeFor } from './mailbox.ts'
import { operatorUrlOf } from './portal.ts'
import { LONG } from './test-data.ts'
import { expectContrast, expectReachable, expectUsable } from './usability.ts'
import { layoutProblems } from './usability-checks.ts'
import { signUpBookkeeper } from './users.ts'
import { url } from './portal-test.ts'

const operatorUrl = operatorUrlOf(url)
const NAME = 'mf-operated'

/** Returns the files of a build that the portal accepts. */
const filesOf = (version: string): Record<string, string> => ({
  'remoteEntry.js': `/* ${version} */`,
  'routes.js': 'export {}',
  'mf-manifest.json': JSON.stringify({
    id: 'x',
    name: 'x',
    metaData: {
      globalName: 'x',
      publicPath: 'auto',
      remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
    },
    shared: ['react', '@tanstack/react-router'].map((name) => ({ name, singleton: true, requiredVersion: '*' })),
    exposes: [
      {
        name: 'routes',
        path: './routes',
        assets: { js: { sync: ['routes.js'], async: [] }, css: { sync: [], async: [] } },
      },
    ],
  }),
})

/** Uploads a version with the session of the operator page. */
async function upload(request: APIRequestContext, version: string, message: string, flags?: object): Promise<void> {
  const { remotes } = (await (await request.get('/api/remotes')).json()) as {
    remotes: { contract: string; sdk: string }[]
  }
  const files = filesOf(version)
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
  const build = {
    version,
    contract: remotes[0]?.contract,
    sdk: remotes[0]?.sdk,
    place: { routes: ['/operated'], role: 'bookkeeper', nav: null, ...(flags && { flags }) },
    files: Object.entries(files).map(([path, text]) => ({ path, sha256: sha256(text), size: Buffer.byteLength(text) })),
    author: 'Ana Lima',
    commit: '4f2a9c81d0',
    branch: 'main',
    message,
  }
  await expect(await request.post(`/api/remotes/${NAME}/versions`, { data: build })).toBeOK()
  for (const [path, data] of Object.entries(files))
    await expect(await request.put(`/api/remotes/${NAME}/versions/${version}/files/${path}`, { data })).toBeOK()
}

/** Uploads a version and makes it live. */
async function publish(request: APIRequestContext, version: string, message: string): Promise<void> {
  await upload(request, version, message)
  await expect(await request.post(`/api/remotes/${NAME}/versions/${version}/live`, { data: {} })).toBeOK()
}

/** Reports page loads of a version, as the browser of a bookkeeper does. */
async function reportOutcomes(browser: Browser, version: string): Promise<void> {
  const context = await browser.newContext({ baseURL: url })
  const { request } = context
  const data = { email: DEMO_BOOKKEEPER.email, password: DEMO_PASSWORD, portal: 'bookkeeper' }
  await expect(await request.post('/api/auth/sign-in', { data })).toBeOK()
  const ran = { name: NAME, version }
  const outcomes = ['view', 'failed_load'].map((kind) => ({ ran, kind }))
  const report = { release: 'unnamed', metrics: [{ name: 'LCP', value: 900, ran }], errors: [], outcomes }
  for (let i = 0; i < 3; i++)
    await expect(await request.post('/api/vitals', { data: report, headers: { origin: url } })).toBeOK()
  await context.close()
}

/** Signs an operator in. The portal redirects to the operator page, which leads back. */
async function signIn(page: Page): Promise<void> {
  await page.goto(`${url}/remotes?name=${NAME}`)
  await expect(page).toHaveURL(`${operatorUrl}/remotes?name=${NAME}`)
  await expect(page.getByRole('link', { name: 'Open the portal' })).toHaveAttribute('href', `${url}/`)
  await page.getByLabel('Email').fill(DEMO_OPERATOR)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Verification Code').fill(await operatorCodeFor(url, DEMO_OPERATOR))
  await page.getByRole('button', { name: 'Verify Code' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
}

const card = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('shows versions, health and history to an operator, who changes versions', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: operatorUrl })
  const page = await context.newPage()
  const errors: string[] = []
  page.on(
    'console',
    (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
  )
  await signIn(page)
  await publish(context.request, '1.0.0', 'Show the first page')
  await publish(context.request, '2.0.0', 'Show the second page')
  const list = { description: LONG, default: false, expires: '2999-12-31' }
  await upload(context.request, '3.0.0', LONG, { list })
  const longFlag = { percent: 0, firm: await signUpBookkeeper(url, LONG) }
  await expect(await context.request.put('/api/delivery/flags/typing-indicators', { data: longFlag })).toBeOK()
  await reportOutcomes(browser, '2.0.0')

  await page.goto('/remotes')
  await page.getByRole('link', { name: NAME }).click()
  await expect(page.getByRole('heading', { name: NAME, level: 1 })).toBeFocused()
  // After a change, the last hour is shown in minutes, with what failed.
  await expect(page.getByRole('button', { name: '1 hour' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('img', { name: /^Failed loads of mf-operated/ })).toBeVisible()
  await page.getByText('Show as table').click()
  const minutes = page.getByRole('table', { name: 'Failed loads of mf-operated, per 100 page loads' })
  await expect(minutes.getByRole('row').last()).toContainText(/:\d\d [AP]M\s*2\.0\.0\s*100\s*[123]/)
  await page.getByLabel('Show', { exact: true }).selectOption('All failures')
  await page.getByRole('button', { name: '24 hours' }).click()
  const hours = page.getByRole('table', { name: 'All failures of mf-operated, per 100 page loads' })
  await expect(hours.getByRole('row').last()).toContainText(/:00 [AP]M\s*2\.0\.0\s*100\s*3/)
  const versions = card(page, 'Versions')
  await expect(versions.getByRole('listitem').filter({ hasText: 'Live' })).toContainText(
    /“Show the second page”LiveAna Lima · announced by operator@example\.com .*2\.0\.0 main · 4f2a9c81 · /,
  )
  await expectUsable(page, 'a remote')
  await expectReachable(page, 'a remote')
  expect(await layoutProblems(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  await expectUsable(page, 'a remote on a phone')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'a remote in the dark')

  await page.getByRole('button', { name: 'Roll back', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Roll back' }).click()
  await expect(dialog.getByText('Please enter a reason for the history.')).toBeVisible()
  await expect(dialog.getByLabel('Roll back to').locator('option')).toHaveText([
    '1.0.0: “Show the first page”, Ana Lima',
    'Stay at 2.0.0',
    'No version: take it out of the portal',
  ])
  await dialog.getByLabel('Reason').fill('Every load fails')
  await expectUsable(page, 'the rollback dialog')
  await dialog.getByRole('button', { name: 'Roll back' }).click()
  await expect(dialog).toBeHidden()
  const { remotes } = (await (await context.request.get('/api/remotes')).json()) as {
    remotes: { name: string; version: string }[]
  }
  expect(remotes.find((remote) => remote.name === NAME)?.version).toBe('1.0.0')
  const health = card(page, 'Health')
  await expect(health).toContainText('Rolled back “Show the second page” to 1.0.0')
  await expect(health).toContainText('1.0.0 (live) no reports yet')
  await expect(health).toContainText('2.0.0 (earlier) 100 per 100 in 3 page loads')
  await expectUsable(page, 'the health after a rollback on a phone')
  const history = card(page, 'History')
  await expect(history.getByRole('listitem').first()).toContainText(
    /Rolled back “Show the second page” to 1\.0\.0Author Ana Lima · .* → 1\.0\.0Every load failsoperator@example\.com/,
  )
  const held = page.getByText(/^Held since .* by operator@example\.com: Every load fails$/)
  await expect(held).toBeVisible()
  await expect(versions.getByRole('listitem').filter({ hasText: 'Bad' })).toContainText(
    /“Show the second page”.*Rolled back .* by operator@example\.com: Every load fails/,
  )
  // Publishing it again needs a second look; the colleague decides otherwise.
  await versions.getByRole('button', { name: 'Publish 2.0.0' }).click()
  await expect(dialog).toContainText(/This version was rolled back .* by operator@example\.com: Every load fails/)
  await expect(dialog.getByRole('button', { name: 'Publish again' })).toBeVisible()
  await expectUsable(page, 'the dialog for a bad version')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'End hold' }).click()
  await dialog.getByRole('button', { name: 'End hold' }).click()
  await expect(held).toBeHidden()

  await versions.getByRole('button', { name: 'Preview 2.0.0' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByLabel('Link')).toHaveValue(
    new RegExp(`^${operatorUrl}/remotes/preview\\?token=mf-operated~2\\.0\\.0~`),
  )
  await dialog.getByRole('button', { name: 'Done' }).click()

  await versions.getByRole('button', { name: 'Publish 3.0.0' }).click()
  await dialog.getByLabel('Who gets it').selectOption('One person or firm')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('Please enter an address or a name.')).toBeVisible()
  await dialog.getByLabel('Person or firm').fill('nobody@example.com')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('There is no account of nobody@example.com.')).toBeVisible()
  await dialog.getByLabel('Person or firm').fill(DEMO_BOOKKEEPER.company)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(card(page, 'Canary')).toContainText(
    `3.0.0 for ${DEMO_BOOKKEEPER.company}, started by operator@example.com`,
  )
  // Meanwhile, no other version is published.
  await expect(versions.getByRole('button', { name: 'Publish 2.0.0' })).toBeHidden()
  await expectUsable(page, 'a remote with a canary on a phone')
  await page.getByRole('button', { name: 'Continue with 5%' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue with 25%' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue with 50%' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Publish to everybody' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(card(page, 'Canary')).toBeHidden()
  await expect(history.getByRole('listitem').first()).toContainText(/^Published “/)

  await page.getByRole('link', { name: 'All remotes' }).click()
  const flags = card(page, 'Feature flags')
  await flags.getByRole('button', { name: 'Set typing-indicators' }).click()
  await dialog.getByLabel('For', { exact: true }).selectOption('One firm')
  await dialog.getByLabel('Bookkeeper').fill(DEMO_BOOKKEEPER.email)
  await dialog.getByLabel('Value').selectOption('Off')
  await dialog.getByRole('button', { name: 'Set' }).click()
  const values = flags.getByRole('list', { name: 'Values of typing-indicators' })
  await expect(values).toContainText(`Off for ${DEMO_BOOKKEEPER.company}`)
  await expect(values).toContainText(`Off for ${LONG}`)
  await expectUsable(page, 'the list of remotes on a phone')
  expect(await layoutProblems(page)).toEqual([])
  await values.getByRole('button', { name: `Reset for ${DEMO_BOOKKEEPER.company}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(values).not.toContainText(DEMO_BOOKKEEPER.company)

  // A flag that the team has declared in its own files.
  await flags.getByRole('button', { name: `Set ${NAME}.list` }).click()
  await dialog.getByRole('button', { name: 'Set' }).click()
  await expect(flags.getByRole('list', { name: `Values of ${NAME}.list` })).toContainText('On for everyone')
  await expect(await context.request.post(`/api/remotes/${NAME}/rollback`, { data: { to: null } })).toBeOK()
  await page.reload()
  const removed = flags.getByRole('listitem').filter({ hasText: 'No live version declares it' })
  await expect(removed.getByRole('heading')).toHaveText(`${NAME}.list`)
  await expectUsable(page, 'a flag that no live version declares')
  await removed.getByRole('button', { name: 'Reset for everyone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(removed).toHaveCount(0)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Email')).toBeVisible()
  // Only the unknown address was refused.
  expect(errors).toEqual([expect.stringMatching(/400 .*\/mf-operated\/canary$/)])
  await context.close()
})
