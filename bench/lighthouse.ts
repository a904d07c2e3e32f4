import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
/** A look takes some 20 s, the first one fetches what it takes. */
const PATIENCE_MS = 150_000
/** Names of screens, where only some are to be looked at. */
const ONLY = process.env['BENCH_SCREENS']?.split(',')

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
  categories: Record<(typeof CATEGORIES)[number], { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>
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

/** Runs a command with all that it starts. @throws Error with the last that it said, where it fails or does not come to its end */
function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2000)
    })
    const end = (): void => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'))
    const timer = setTimeout(() => {
      said = `no end after ${PATIENCE_MS / 1000} s`
      end()
    }, PATIENCE_MS)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else reject(new Error(said.trim().split('\n').slice(-3).join(' ') || `ended with ${String(code)}`))
    })
  })
}

/** What Lighthouse says of an address, or why it says nothing. */
async function look(
  address: string,
  port: number,
  device: (typeof DEVICES)[number],
  folder: string,
): Promise<Report | Error> {
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
  rmSync(file, { force: true })
  try {
    await run(
      'pnpm',
      ['dlx', LIGHTHOUSE, address, ...options, ...preset, `--only-categories=${CATEGORIES.join()}`],
      folder,
    )
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const points = (score: number | null): number => Math.round((score ?? 0) * 100)

/** What keeps a screen from 100, by name. */
const failedIn = ({ categories, audits }: Report): string[] =>
  [categories.accessibility, categories['best-practices']]
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
    .flatMap(({ id }) => audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ title }) => title)

const BUDGET = 'accessibility and best practices 100'

function rowOf(what: string, report: Report | Error): Row {
  if (report instanceof Error)
    return { what: `Lighthouse: ${what}`, figure: 'none', against: report.message, budget: BUDGET, met: false }
  const [accessibility, practices, performance] = CATEGORIES.map((name) => points(report.categories[name].score))
  const ms = (audit: string): string => `${Math.round(report.audits[audit]?.numericValue ?? Number.NaN)} ms`
  const met = accessibility === 100 && practices === 100
  return {
    what: `Lighthouse: ${what}`,
    figure: `${accessibility} / ${practices} / ${performance}`,
    against: met
      ? `first paint ${ms('first-contentful-paint')}, largest ${ms('largest-contentful-paint')}, shift ${(report.audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)}`
      : failedIn(report).join('; '),
    budget: BUDGET,
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
      for (const [what, path] of Object.entries<string>(SCREENS[who]).filter(
        ([name]) => ONLY?.includes(name) ?? true,
      )) {
        const address = path === 'form' ? form : url + path
        for (const device of DEVICES) {
          const row = rowOf(`${what}, ${device}`, await look(address, port, device, folder))
          // All of them take minutes.
          console.log(`${row.what}: ${row.figure}`)
          rows.push(row)
        }
      }
    } finally {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return rows
}
