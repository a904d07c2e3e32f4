import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { BUDGETS } from './budgets.ts'
import { openBrowser, openContext, type Viewer } from './browser.ts'
import { type Site, startSite } from './site.ts'
import { limitRow, type Row } from './table.ts'

const ROUTES = [
  { remote: 'mf-clients', viewer: 'bookkeeper', path: '/clients' },
  { remote: 'mf-workforms', viewer: 'bookkeeper', path: '/workforms' },
  { remote: 'mf-review', viewer: 'bookkeeper', path: '/form-submissions' },
  { remote: 'mf-client-portal', viewer: 'client', path: '/client-dashboard' },
] as const

/** Returns the scripts that a page loads from a folder of the site, gzipped, in kB. */
async function scriptsOf(browser: Browser, site: Site, viewer: Viewer, path: string, folder: string) {
  await using context = await openContext(browser, site, viewer)
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith(folder) || !pathname.endsWith('.js')) return
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).byteLength / 1000))
  })
  await page.goto(site.url + path, { waitUntil: 'networkidle' })
  return Promise.all(sizes)
}

function sizeRow(what: string, sizes: readonly number[], limit: number): Row {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return limitRow(what, total, limit, 'kB gz', `${sizes.length} files`)
}

/** Measures the JavaScript of the sign-in page, and what each remote's route adds. */
export async function measureSize(): Promise<Row[]> {
  await using site = await startSite(30)
  await using browser = await openBrowser()
  const signIn = await scriptsOf(browser, site, 'signed out', '/', '/')
  const rows = [sizeRow('JavaScript of the sign-in page', signIn, BUDGETS.signInKb)]
  for (const { remote, viewer, path } of ROUTES) {
    const sizes = await scriptsOf(browser, site, viewer, path, `/remotes/${remote}/`)
    rows.push(sizeRow(`JavaScript added by ${remote}`, sizes, BUDGETS.remoteKb))
  }
  return rows
}
