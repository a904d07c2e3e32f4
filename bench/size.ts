import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import { BUDGETS } from './budgets.ts'
import { browserPath } from '../shell/e2e/browser.ts'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from '../worker/local/seed/people.ts'
import type { Row } from './table.ts'

/** Who opens which portal of the demo. */
export const DEMO_PEOPLE = {
  bookkeeper: DEMO_BOOKKEEPER.email,
  client: DEMO_CLIENTS.find((c) => c.signedUp)?.email ?? '',
}

/** Opens the Chromium of the tests. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await browserPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
}

/** Collects the scripts a page loads: path → bytes gzipped. */
export function collectScripts(page: Page): Map<string, number> {
  const scripts = new Map<string, number>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.endsWith('.js')) return
    void response
      .body()
      .then((body) => scripts.set(pathname, gzipSync(body, { level: 9 }).byteLength))
      .catch(() => undefined)
  })
  return scripts
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

function sizeRow(what: string, scripts: [string, number][], limit: number): Row {
  const bytes = scripts.reduce((sum, [, size]) => sum + size, 0)
  return {
    what,
    figure: kB(bytes),
    against: `${scripts.length} files`,
    budget: `≤ ${limit} kB gz`,
    met: bytes / 1000 <= limit,
  }
}

/** Signs the page's browser in to the demo by the form and waits for the first page behind it. */
export async function signIn(page: Page, url: string, portal: 'bookkeeper' | 'client'): Promise<void> {
  await page.goto(portal === 'bookkeeper' ? url : `${url}/client-auth`)
  await page.getByLabel('Email').fill(DEMO_PEOPLE[portal])
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).last().click()
  await page.waitForURL(portal === 'bookkeeper' ? '**/dashboard' : '**/client-dashboard')
}

/** Gzipped JavaScript of the sign-in page, and what each remote's route adds to it. */
export async function sizeRows({ url }: { url: string }): Promise<Row[]> {
  const browser = await openBrowser()
  const rows: Row[] = []
  try {
    const page = await browser.newPage()
    const scripts = collectScripts(page)
    await page.goto(url, { waitUntil: 'networkidle' })
    rows.push(sizeRow('JavaScript of the sign-in page', [...scripts], BUDGETS.signInKb))
    const routes = [
      { portal: 'bookkeeper', remote: 'mf-clients', path: '/clients' },
      { portal: 'bookkeeper', remote: 'mf-workforms', path: '/workforms' },
      { portal: 'bookkeeper', remote: 'mf-review', path: '/form-submissions' },
      { portal: 'client', remote: 'mf-client-portal', path: '/client-dashboard' },
    ] as const
    for (const { portal, remote, path } of routes) {
      const context = await browser.newContext()
      const own = await context.newPage()
      await signIn(own, url, portal)
      const loaded = collectScripts(own)
      await own.goto(`${url}${path}`, { waitUntil: 'networkidle' })
      rows.push(
        sizeRow(
          `JavaScript added by ${remote}`,
          [...loaded].filter(([p]) => p.startsWith(`/remotes/${remote}/`)),
          BUDGETS.remoteKb,
        ),
      )
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return rows
}
