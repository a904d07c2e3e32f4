import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { createClient } from '@libsql/client/http'
import { REMOTES } from '../worker/local/build.ts'
import { publishAll } from '../worker/local/publish-all.ts'
import { seedDemo } from '../worker/local/seed/index.ts'
import { localSecret, startStack } from '../worker/local/stack.ts'
import { signAccessToken } from '../worker/src/auth/token.ts'
import { CPU_SLOWDOWN, SLOW_4G, watchFor } from './browser.ts'
import { median } from './cpu.ts'
import { serveMinimal } from './minimal/serve.ts'
import { DEMO_PEOPLE, openBrowser } from './size.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

/**
 * `pnpm bench pages`: what four pages weigh, how many requests follow one another, and how they do in a browser four times slower, next to
 * pages of the same shape made of the same libraries and nothing else.
 */

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)

interface PageUnderTest {
  name: string
  /** The portal it belongs to. */
  portal: string
  path: string
  /** On screen when the page is of use. */
  text: string
  /** The session in local storage; null for nobody. */
  session: object | null
  width: number
  /** What a person does there; called on the portal's page. */
  act: (page: Page) => Promise<void>
}

interface Visit {
  js: number
  css: number
  /** Of requests until the page was of use. */
  requests: number
  inSequence: number
  /** Milliseconds. */
  useful: number
  lcp: number
  inp: number
  cls: number
}

/** Runs in the page: keeps what the browser says about paint, interaction and shift. */
function keepVitals(): void {
  const seen = { lcp: 0, inp: 0, cls: 0 }
  Object.assign(globalThis, { benchVitals: seen })
  const watch = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, durationThreshold: 16 })
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
  })
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) seen.cls += shift.value
  })
  watch('event', (entry) => {
    if ((entry as PerformanceEntry & { interactionId: number }).interactionId) seen.inp = Math.max(seen.inp, entry.duration)
  })
}

interface Request {
  url: string
  /** What had to be there before it could be asked for: the page, or the scripts that asked. */
  after: string[]
  at: number
}

/** The scripts of a call stack, or the page where the parser asked. */
function causesOf({ type, url, stack }: { type: string; url?: string; stack?: StackTrace }): string[] {
  if (type === 'parser' || type === 'preload') return url ? [url] : []
  const frames = (trace: StackTrace | undefined): string[] =>
    trace ? [...trace.callFrames.map((f) => f.url), ...frames(trace.parent)] : []
  return [...new Set(frames(stack))].filter(Boolean)
}
interface StackTrace {
  callFrames: { url: string }[]
  parent?: StackTrace
}

/** The longest chain of requests of which each needed the one before. */
function longestChain(requests: readonly Request[]): number {
  const depths = new Map<string, number>()
  for (const { url, after } of requests) {
    if (!depths.has(url)) depths.set(url, 1 + Math.max(0, ...after.map((cause) => depths.get(cause) ?? 0)))
  }
  return Math.max(0, ...depths.values())
}

async function slowDown(cdp: CDPSession, slowLine: boolean): Promise<void> {
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  if (slowLine) await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

async function newContext(browser: Browser, { session, width }: PageUnderTest): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height: width < 500 ? 740 : 800 }, serviceWorkers: 'block' })
  if (session) await context.addInitScript((text) => localStorage.setItem('portal.session', text), JSON.stringify(session))
  await context.addInitScript(keepVitals)
  return context
}

/** One cold visit: on a slow line, or on none to speak of with something done there. */
async function visit(browser: Browser, url: string, what: PageUnderTest, slowLine: boolean, act?: PageUnderTest['act']): Promise<Visit> {
  const context = await newContext(browser, what)
  const page = await context.newPage()
  const useful = new Promise<number>((resolve) => void context.exposeFunction('benchSeen', resolve))
  await page.addInitScript(watchFor, what.text)
  const cdp = await context.newCDPSession(page)
  const requests: Request[] = []
  cdp.on('Network.requestWillBeSent', (e) => requests.push({ url: e.request.url, after: causesOf(e.initiator as never), at: e.timestamp }))
  const weights = { '.js': 0, '.css': 0 }
  const bodies: Promise<void>[] = []
  page.on('response', (response) => {
    const ending = (['.js', '.css'] as const).find((end) => new URL(response.url()).pathname.endsWith(end))
    if (!ending) return
    const weigh = (body: Buffer): void => void (weights[ending] += gzipSync(body, { level: 9 }).byteLength)
    bodies.push(response.body().then(weigh, () => undefined))
  })
  await slowDown(cdp, slowLine)
  await page.goto(url + what.path, { waitUntil: 'commit' })
  const at = await useful
  const needed = requests.filter((request) => (request.at - (requests[0]?.at ?? 0)) * 1000 <= at)
  await Promise.all(bodies)
  const { '.js': js, '.css': css } = { ...weights }
  // What follows by itself (the bell, what measures) may shift the page, too.
  await page.waitForLoadState('networkidle')
  if (act) await act(page)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))
  const vitals = await page.evaluate(() => (globalThis as unknown as { benchVitals: Pick<Visit, 'lcp' | 'inp' | 'cls'> }).benchVitals)
  await context.close()
  return { js, css, requests: needed.length, inSequence: longestChain(needed), useful: at, ...vitals }
}

const field = (name: string | RegExp) => async (page: Page) => {
  const box = page.getByRole('textbox', { name }).or(page.getByRole('searchbox', { name })).first()
  await box.click()
  await box.pressSequentially('Ada', { delay: 60 })
}

/** The session of somebody of the demo, and the first section they have to fill in. */
async function clientOf({ stack, data }: Pick<World, 'stack' | 'data'>): Promise<{ session: object; section: string }> {
  const db = createClient({ url: stack.sqld.url })
  const { rows } = await db.execute({
    sql: `SELECT p.id AS user, p.firm_id AS firm, c.client_id AS client, w.id AS section FROM profiles p
      JOIN book_client_auth c ON c.auth_user_id = p.id JOIN book_client_workforms w ON w.client_id = c.client_id
      WHERE p.email = ? AND w.section_name = 'Bank & Cards' LIMIT 1`,
    args: [DEMO_PEOPLE.client],
  })
  db.close()
  const text = (name: string): string => {
    const value = rows[0]?.[name]
    if (typeof value !== 'string') throw new Error(`The demo has no ${name} to sign in with.`)
    return value
  }
  const who = {
    userId: text('user'),
    role: 'client' as const,
    firmId: text('firm'),
    clientId: text('client'),
    sessionId: text('user'),
    timeZone: 'UTC',
  }
  const soon = new Date(Date.now() + 60 * 60_000)
  const { token } = await signAccessToken(localSecret(data), who, soon)
  const user = {
    id: who.userId,
    role: 'client',
    email: DEMO_PEOPLE.client,
    name: 'Client',
    client_id: who.clientId,
    time_zone: 'UTC',
    company: null,
  }
  return { session: { access_token: token, expires_at: soon.toISOString(), session_id: who.sessionId, user }, section: text('section') }
}

/** A portal with the demo's people, for the page of a client: the world has none, and only an empty store is seeded. */
async function startDemo() {
  const data = mkdtempSync(join(tmpdir(), 'portal-bench-demo-'))
  const stack = await startStack({ data, port: 0 })
  await seedDemo(stack.sqld.url, stack.miniflare)
  await publishAll(stack, data, REMOTES)
  const stop = async (): Promise<void> => {
    await stack.stop()
    rmSync(data, { recursive: true, force: true })
  }
  return { stack, data, stop }
}

async function pagesOf(world: World, demo: Pick<World, 'stack' | 'data'>): Promise<PageUnderTest[]> {
  const { session, section } = await clientOf(demo)
  const portal = world.stack.url
  const user = {
    id: world.userId,
    role: 'bookkeeper',
    email: 'bench@example.com',
    name: 'Bench',
    client_id: null,
    time_zone: 'UTC',
    company: null,
  }
  const bookkeeper = {
    access_token: world.token,
    expires_at: new Date(Date.now() + 60 * 60_000).toISOString(),
    session_id: world.userId,
    user,
  }
  return [
    { name: 'Sign-in', portal, path: '/', text: 'Bookkeeper Portal', session: null, width: 1280, act: field('Email') },
    {
      name: 'Dashboard',
      portal,
      path: '/dashboard',
      text: world.clientIds.length.toLocaleString('en-US'),
      session: bookkeeper,
      width: 1280,
      act: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
    },
    {
      name: `Clients, ${world.clientIds.length.toLocaleString('en-US')} rows`,
      portal,
      path: '/clients',
      text: 'Company 1',
      session: bookkeeper,
      width: 1280,
      act: field(/Search clients/),
    },
    {
      name: "Client's form",
      portal: demo.stack.url,
      path: `/client-dashboard?section=${section}`,
      text: 'Main bank',
      session,
      width: 360,
      act: field(/Main bank/),
    },
  ]
}

const middle = (visits: readonly Visit[], of: keyof Visit): number => median(visits.map((v) => v[of]))
const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

function rowsOf(name: string, slow: Visit[], floor: Visit[], quick: Visit[]): Row[] {
  const told = (what: string, figure: string, against: string): Row => ({
    what: `${name}: ${what}`,
    figure,
    against,
    budget: '',
    met: null,
  })
  const ratio = (of: 'useful' | 'lcp') => `${(middle(slow, of) / middle(floor, of)).toFixed(2)} × floor`
  const against = (of: 'useful' | 'lcp') => `${middle(slow, of).toFixed(0)} against ${middle(floor, of).toFixed(0)} ms, slow 4G`
  const within = (what: string, value: number, limit: number, unit: string): Row => ({
    what: `${name}: ${what}`,
    figure: unit ? `${value.toFixed(0)} ${unit}` : value.toFixed(3),
    against: 'local, 4 × slower CPU',
    budget: `≤ ${limit} ${unit}`.trim(),
    met: value <= limit,
  })
  const weights = (v: Visit[]) => `JavaScript ${kB(middle(v, 'js'))}, CSS ${kB(middle(v, 'css'))}`
  return [
    told('weight, gz', weights(slow), `minimal: ${weights(floor)}`),
    told(
      'requests, in sequence',
      `${middle(slow, 'requests')}, ${middle(slow, 'inSequence')}`,
      `minimal: ${middle(floor, 'requests')}, ${middle(floor, 'inSequence')}`,
    ),
    told('of use', ratio('useful'), against('useful')),
    told('largest paint', ratio('lcp'), against('lcp')),
    within('largest paint', middle(quick, 'lcp'), 1000, 'ms'),
    within('interaction', middle(quick, 'inp'), 50, 'ms'),
    within('layout shift', Math.max(...quick.map((v) => v.cls), ...slow.map((v) => v.cls)), 0.01, ''),
  ]
}

/** Weight, requests, paint, interaction and shift of four pages, next to a minimal build of the same libraries. */
export async function pageRows(world: World): Promise<Row[]> {
  await publishAll(world.stack, world.data, REMOTES)
  const demo = await startDemo()
  const browser = await openBrowser()
  const rows: Row[] = []
  try {
    for (const what of await pagesOf(world, demo)) {
      const minimal = await serveMinimal(what.portal)
      const [slow, floor, quick]: [Visit[], Visit[], Visit[]] = [[], [], []]
      for (let round = 0; round < ROUNDS; round++) {
        slow.push(await visit(browser, what.portal, what, true))
        floor.push(await visit(browser, minimal.url, what, true))
        quick.push(await visit(browser, what.portal, what, false, what.act))
      }
      minimal.stop()
      rows.push(...rowsOf(what.name, slow, floor, quick))
    }
  } finally {
    await browser.close()
    await demo.stop()
  }
  return rows
}
