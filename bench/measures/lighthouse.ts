import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { browserPath } from '../../shell/e2e/browser.ts'
import { freePort } from '../../tools/run/sqld.ts'
import type { Viewer } from '../browser.ts'
import type { Row } from '../rows.ts'
import { SECTION, type Site, startSite } from '../setup/site.ts'

// Fetched for the run only: with its dependencies it is a hundred packages.
const LIGHTHOUSE = 'lighthouse@13.5.0'
const TIMEOUT_MS = 150_000
/** Names of screens, to measure only some. */
const ONLY = process.env['BENCH_SCREENS']?.split(',')

const SCREENS: Record<Viewer, Record<string, string>> = {
  'signed out': { 'sign-in': '/', 'client sign-in': '/client-auth' },
  bookkeeper: {
    dashboard: '/dashboard',
    clients: '/clients',
    workforms: '/workforms',
    submissions: '/form-submissions',
    chat: '/chat',
    profile: '/profile',
  },
  client: {
    "client's dashboard": '/client-dashboard',
    "client's form": `/client-dashboard?section=${SECTION}`,
    "client's chat": '/client-chat',
  },
}
const CATEGORIES = ['accessibility', 'best-practices', 'performance'] as const
/** The lowest scores. */
const LIMITS = { mobile: [100, 100, 90], desktop: [100, 100, 95] }
type Device = keyof typeof LIMITS

interface Report {
  categories: Record<(typeof CATEGORIES)[number], { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

/** Runs Lighthouse in the browser at a port. */
async function report(address: string, port: number, device: Device, folder: string): Promise<Report> {
  const file = join(folder, 'report.json')
  const options = ['--disable-storage-reset', '--quiet', '--no-enable-error-reporting', '--output=json']
  const preset = device === 'desktop' ? ['--preset=desktop'] : []
  const measured = [`--port=${port}`, `--output-path=${file}`, `--only-categories=${CATEGORIES.join()}`]
  rmSync(file, { force: true })
  await promisify(execFile)('pnpm', ['dlx', LIGHTHOUSE, address, ...options, ...measured, ...preset], {
    cwd: folder,
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

/** Returns the titles of the audits that keep a screen from 100. */
const failures = ({ categories, audits }: Report): string[] =>
  [categories.accessibility, categories['best-practices']]
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
    .flatMap(({ id }) => audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ title }) => title)

function rowOf(what: string, device: Device, found: Report): Row {
  const scores = CATEGORIES.map((name) => Math.round((found.categories[name].score ?? 0) * 100))
  const limits = LIMITS[device]
  const shown = ['first-contentful-paint', 'largest-contentful-paint', 'cumulative-layout-shift']
    .map((audit) => found.audits[audit]?.displayValue)
    .join(', ')
  return {
    what: `${what}, ${device}`,
    figure: scores.join(' / '),
    against: [`FCP, LCP, CLS: ${shown}`, ...failures(found)].join('; '),
    budget: `≥ ${limits.join(' / ')}`,
    met: scores.every((score, i) => score >= (limits[i] ?? 0)),
  }
}

/** Measures the screens of a viewer in a browser with the viewer's session. */
async function screensOf(site: Site, viewer: Viewer): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-lighthouse-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: await browserPath(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    if (viewer !== 'signed out') {
      await page.goto(`${site.url}/icon.svg`)
      const session = JSON.stringify(site.sessions[viewer])
      await page.evaluate((value) => localStorage.setItem('portal.session', value), session)
      await page.goto('about:blank')
    }
    const rows: Row[] = []
    for (const [name, path] of Object.entries(SCREENS[viewer]).filter(([screen]) => ONLY?.includes(screen) ?? true)) {
      for (const device of ['mobile', 'desktop'] as const) {
        rows.push(rowOf(name, device, await report(site.url + path, port, device, folder)))
        console.log(`${name}, ${device}: ${rows.at(-1)?.figure}`)
      }
    }
    return rows
  } finally {
    await context.close()
    rmSync(folder, { recursive: true })
  }
}

/** Runs Lighthouse on every screen: accessibility, best practices and performance. */
export async function measureLighthouse(): Promise<Row[]> {
  await using site = await startSite(100)
  const rows: Row[] = []
  for (const viewer of Object.keys(SCREENS) as Viewer[]) rows.push(...(await screensOf(site, viewer)))
  return rows
}
