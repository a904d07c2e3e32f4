import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { freePort } from '../worker/local/sqld.ts'
import { browserPath } from '../shell/e2e/browser.ts'
import { signIn } from './size.ts'
import type { Row } from './table.ts'

/**
 * What Lighthouse says of the screens, on a phone and on a desktop. It comes from the registry for this run alone: with all that it brings it is
 * a hundred packages, which nobody needs who works on the portal. Signed-in screens are looked at in a browser that is signed in before.
 */

const LIGHTHOUSE = 'lighthouse@13.5.0'
const run = promisify(execFile)

/** Where somebody stands who wants to see these screens. */
const SCREENS = {
  nobody: { 'sign-in': '/', 'client sign-in': '/client-auth' },
  bookkeeper: {
    dashboard: '/dashboard',
    clients: '/clients',
    workforms: '/workforms',
    submissions: '/form-submissions',
    chat: '/chat',
    profile: '/profile',
  },
  client: { "client's dashboard": '/client-dashboard', "client's form": 'form', "client's chat": '/client-chat' },
} as const
const DEVICES = ['mobile', 'desktop'] as const
const CATEGORIES = ['accessibility', 'best-practices', 'performance'] as const

interface Report {
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>
  audits: Record<string, { score: number | null; title: string; numericValue?: number; scoreDisplayMode: string }>
}

/** The address of the section that the client's dashboard says to go on with. */
async function openForm(page: Page): Promise<string> {
  await page
    .getByRole('button', { name: /^Continue:/ })
    .first()
    .click()
  await page.waitForURL(/section=/)
  return page.url()
}

async function look(address: string, port: number, device: (typeof DEVICES)[number], folder: string): Promise<Report> {
  const file = join(folder, 'report.json')
  const options = [
    `--port=${port}`,
    '--disable-storage-reset',
    '--quiet',
    '--no-enable-error-reporting',
    '--output=json',
    `--output-path=${file}`,
  ]
  const preset = device === 'desktop' ? ['--preset=desktop'] : []
  await run('pnpm', ['dlx', LIGHTHOUSE, address, ...options, ...preset, `--only-categories=${CATEGORIES.join()}`], {
    cwd: folder,
    timeout: 180_000,
    maxBuffer: 1 << 24,
  })
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

const points = (score: number | null): number => Math.round((score ?? 0) * 100)

/** What keeps a screen from 100, by name. */
const failedIn = ({ audits }: Report): string[] =>
  Object.values(audits)
    .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
    .map(({ title }) => title)

function rowOf(what: string, report: Report): Row {
  const [accessibility, practices, performance] = CATEGORIES.map((name) => points(report.categories[name].score))
  const ms = (audit: string): string => `${Math.round(report.audits[audit]?.numericValue ?? Number.NaN)} ms`
  const met = accessibility === 100 && practices === 100
  return {
    what: `Lighthouse: ${what}`,
    figure: `${accessibility} / ${practices} / ${performance}`,
    against: met
      ? `first paint ${ms('first-contentful-paint')}, largest ${ms('largest-contentful-paint')}, shift ${(report.audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)}`
      : failedIn(report).join('; '),
    budget: 'accessibility and best practices 100',
    met,
  }
}

async function signedIn(
  who: keyof typeof SCREENS,
  url: string,
  port: number,
  profile: string,
): Promise<{ context: BrowserContext; form: string }> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await browserPath(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  const page = context.pages()[0] ?? (await context.newPage())
  if (who === 'nobody') return { context, form: '' }
  await signIn(page, url, who)
  const form = who === 'client' ? await openForm(page) : ''
  // A page that stays open goes on working.
  await page.goto('about:blank')
  return { context, form }
}

/** Accessibility, best practices and performance (out of 100) of every screen, with what is missing by name. */
export async function lighthouseRows({ url }: { url: string }): Promise<Row[]> {
  const rows: Row[] = []
  for (const who of Object.keys(SCREENS) as (keyof typeof SCREENS)[]) {
    const folder = mkdtempSync(join(tmpdir(), 'portal-lighthouse-'))
    const port = await freePort()
    const { context, form } = await signedIn(who, url, port, join(folder, 'profile'))
    try {
      for (const [what, path] of Object.entries<string>(SCREENS[who])) {
        const address = path === 'form' ? form : url + path
        for (const device of DEVICES) rows.push(rowOf(`${what}, ${device}`, await look(address, port, device, folder)))
      }
    } finally {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return rows
}
