import type { Browser, BrowserContext, Page } from '@playwright/test'
import { openBrowser } from '../size.ts'
import type { Caller } from '../../worker/src/testing/portal.ts'
import type { Attack } from './attack.ts'
import { Markup, type MarkupWorld, newMarkupWorld } from './markup-world.ts'
import { Tally } from './tally.ts'
import type { Target } from './target.ts'

/** Markup in every text that a person can enter, seen in a real browser in every place where it is shown. */

const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 360, height: 780 }
/** Rounds of opening what is closed: a card holds a section holds a history. */
const ROUNDS = 3
/** What buttons that lead to dialogs begin with. */
const VERBS = ['edit', 'delete', 'remove', 'preview', 'decline', 'history', 'assign', 'new', 'undo']

/** A page that is watched: what ran, what it asked of others, what its policy had to stop. */
class Watched {
  readonly tally: Tally
  readonly page: Page
  private readonly url: string
  private readonly markup: Markup
  private readonly seen: Set<string>
  private signs: string[] = []

  constructor(page: Page, url: string, markup: Markup, seen: Set<string>, tally: Tally) {
    this.page = page
    this.url = url
    this.markup = markup
    this.seen = seen
    this.tally = tally
    page.on('dialog', (dialog) => {
      this.signs.push(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('pageerror', (error) => this.signs.push(`an error: ${error.message}`))
    page.on('console', (message) => {
      if (/content.security.policy|refused to|trusted ?type|react error|react child/i.test(message.text()))
        this.signs.push(`the policy had to stop: ${message.text().slice(0, 160)}`)
    })
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== this.url) this.signs.push(`asked ${request.url()}`)
    })
  }

  /** Looks at what is shown now. */
  async look(where: string): Promise<void> {
    const found = await this.page.evaluate(looked)
    const texts = found.text.replace(/\s+/g, ' ')
    for (const text of this.markup.given.keys()) if (texts.includes(text.replace(/\s+/g, ' '))) this.seen.add(text)
    const signs = [...this.signs.splice(0), ...found.signs]
    this.tally.held(signs.length === 0, () => `${where}: ${[...new Set(signs)].join('; ').slice(0, 300)}`)
  }

  /** Whether it fits a telephone. */
  async fits(where: string): Promise<void> {
    await this.page.setViewportSize(NARROW)
    const wider = await this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    this.tally.held(wider <= 0, () => `${where} is ${wider} px wider than a telephone`)
    await this.look(`${where}, narrow`)
    await this.page.setViewportSize(WIDE)
  }
}

/** What only markup that became elements leaves behind, and all text that is shown. Runs in the page. */
function looked(): { text: string; signs: string[] } {
  const planted = document.querySelectorAll(
    'img[src="x"], svg[onload], [onerror], [onload], [onclick], [onmouseover], iframe[srcdoc], body b[onmouseover], body script:not([type="application/json"]):not([src])',
  )
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
    (a) => !['mailto:', 'tel:', 'otpauth:', 'blob:'].includes(a.protocol) && a.origin !== location.origin,
  )
  const styles = [...document.querySelectorAll('style')].filter((s) => s.textContent.includes('evil.example'))
  const ran = (window as unknown as { ran?: unknown[] }).ran ?? []
  const values = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map((i) => i.value)
  const options = [...document.querySelectorAll('option')].map((o) => o.textContent)
  return {
    text: [document.body.innerText, ...values, ...options].join('\n'),
    signs: [
      ...[...planted].map((e) => `an element: ${e.outerHTML.slice(0, 120)}`),
      ...links.map((a) => `a link to ${a.href.slice(0, 120)}`),
      ...styles.map(() => 'a style'),
      ...ran.map((n) => `ran ${String(n)}`),
    ],
  }
}

const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
}

/** Opens what is closed: details, cards, sections, histories. */
async function openAll(page: Page): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const opened = await page.evaluate(() => {
      const closed = [
        ...document.querySelectorAll<HTMLElement>(
          'main [aria-expanded="false"]:not([aria-haspopup]):not([role="combobox"]), details:not([open]) > summary',
        ),
      ]
      for (const element of closed) element.click()
      return closed.length
    })
    if (opened === 0) return
    await settled(page)
  }
}

/** Opens, one after the other, the dialogs that the buttons of a page lead to: one of each kind. */
async function openDialogs(watched: Watched, where: string): Promise<void> {
  const { page } = watched
  for (const verb of VERBS) {
    const button = page
      .locator('main')
      .getByRole('button', { name: new RegExp(`^${verb}`, 'i') })
      .first()
    if (!(await button.isVisible())) continue
    await button.click({ timeout: 3000 }).catch(() => undefined)
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).first()
    if (
      !(await dialog.waitFor({ timeout: 1500 }).then(
        () => true,
        () => false,
      ))
    )
      continue
    await settled(page)
    await watched.look(`${where}, ${verb}`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden', timeout: 1500 }).catch(() => undefined)
  }
}

/** Opens a page, all that is closed on it, and the dialogs behind its buttons. */
async function walk(watched: Watched, url: string, path: string, dialogs = true): Promise<void> {
  const { page } = watched
  await page.goto(url + path)
  await page
    .getByRole('heading')
    .first()
    .waitFor({ timeout: 20_000 })
    .catch(() => undefined)
  await settled(page)
  await watched.look(path)
  await openAll(page)
  await watched.look(`${path}, opened`)
  await watched.fits(path)
  if (dialogs) await openDialogs(watched, path)
}

const CANARY = 'window.canary = (n) => { (window.ran ??= []).push(n) }'

async function contextOf(
  browser: Browser,
  url: string,
  who?: { caller: Caller; role: string; clientId: string | null; name: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: WIDE })
  await context.addInitScript(CANARY)
  if (!who) return context
  const { userId: id, email, token } = who.caller
  const user = { id, email, role: who.role, name: who.name, company: null, time_zone: 'UTC', client_id: who.clientId }
  const session = { access_token: token, expires_at: new Date(Date.now() + 800_000).toISOString(), session_id: id, user }
  const page = await context.newPage()
  await page.goto(`${url}/icon.svg`)
  await page.evaluate((text) => localStorage.setItem('portal.session', text), JSON.stringify(session))
  await page.close()
  return context
}

async function bell(watched: Watched): Promise<void> {
  const { page } = watched
  await page
    .getByRole('button', { name: /notifications/i })
    .first()
    .click({ timeout: 5000 })
  await page.getByRole('tab', { name: 'All' }).click({ timeout: 5000 })
  await settled(page)
  await watched.look('the bell')
  await page.keyboard.press('Escape')
}

/** A file of clients whose cells are markup, and the toast that names one who is deleted. */
async function clientsPage(watched: Watched, url: string, markup: Markup): Promise<void> {
  const { page } = watched
  await walk(watched, url, '/clients')
  await page.goto(`${url}/clients`)
  const rows = page.getByRole('row')
  await rows.nth(1).waitFor()
  for (const n of [1, 2]) {
    await rows.nth(n).click({ timeout: 5000 })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Member since').waitFor({ timeout: 8000 })
    await settled(page)
    await watched.look(`/clients, client ${n}`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  const cells = ['a name in a file', 'a company in a file', 'a status in a file'].map(
    (what) => `"${markup.text(what).replaceAll('"', '""')}"`,
  )
  const csv = `Name,Company,Status,Email\n${cells.join(',')},x@evil.example\n`
  await page.goto(`${url}/clients`)
  await page
    .getByRole('button', { name: /import/i })
    .first()
    .click({ timeout: 5000 })
  const name = `${markup.fileName('the name of a file of clients')}.csv`
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  for (let step = 0; step < 3; step++) {
    await settled(page)
    await watched.look(`the import, step ${step + 1}`)
    const next = page
      .getByRole('dialog')
      .getByRole('button', { name: /^(next|continue|preview)/i })
      .first()
    if (!(await next.isEnabled({ timeout: 1500 }).catch(() => false))) break
    await next.click()
  }
  await page.goto(`${url}/clients?q=${encodeURIComponent('another')}`)
}

const BOOKKEEPER_PAGES = [
  '/dashboard',
  '/workforms',
  '/form-submissions',
  '/clients/follow-ups',
  '/chat',
  '/notifications?tab=all',
  '/profile',
  '/profile/deliveries',
  '/profile/audit',
  '/profile/webhooks',
]
const CLIENT_PAGES = ['/client-dashboard', '/client-chat', '/client-profile']

/** Addresses whose parameters are of another shape than the pages know. */
const STRANGE = {
  nobody: [
    '/client-auth?error_description={"a":1}&error=[1]&type={}&next={}',
    '/?oauth_error={"a":1}&reset=[1]&confirm={}&oauth=[]&next=[]',
  ],
  bookkeeper: [
    '/clients?q={"a":1}&status=[1]&sort={}&client={"x":1}&create=[]',
    '/workforms?q=[1]&tab={}',
    '/form-submissions?q={}&filter=[]&only=1&workform={}&client=[]',
    '/profile/audit?client=[1]&by={}&kind=[]&from={}&to=[1]',
    '/chat?thread={"a":1}&client=[1]',
    '/clients/follow-ups?client=[1]&show={}',
    '/notifications?tab={}',
  ],
  client: ['/client-dashboard?filter={}&section=[1]'],
}

/** Pages of nobody in particular, with markup in the address. */
const strangersPages = (markup: Markup): string[] => {
  const given = (what: string) => encodeURIComponent(markup.text(what))
  return [
    `/client-auth?error=access_denied&error_description=${given('a description of an error in an address')}`,
    `/?oauth_error=${encodeURIComponent('<img src=x onerror=canary(6)>')}`,
    `/?reset=${encodeURIComponent('"><svg onload=canary(7)>')}`,
    `/client-setup?token=${encodeURIComponent('"><svg onload=canary(8)>')}`,
    `/mail-off?token=${encodeURIComponent('<script>canary(9)</script>')}`,
    `/${encodeURIComponent('<img src=x onerror=canary(10)>')}`,
    `/client-${encodeURIComponent('"><script>canary(11)</script>')}?x=<script>canary(12)</script>#<img src=x onerror=canary(13)>`,
    ...STRANGE.nobody,
    '/api/docs',
    '/api/nothing/<script>canary(14)</script>',
    '/dev/mailbox',
  ]
}

async function everyPage(browser: Browser, { url }: Target, world: MarkupWorld): Promise<Attack[]> {
  const tally = new Tally('markup in every text, on every page', 'looks')
  const seen = new Set<string>()
  const { bookkeeper, client, markup } = world
  const open = async (context: BrowserContext) => new Watched(await context.newPage(), url, markup, seen, tally)
  const nobody = await contextOf(browser, url)
  const own = await contextOf(browser, url, { caller: bookkeeper, role: 'bookkeeper', clientId: null, name: bookkeeper.name })
  const theirs = await contextOf(browser, url, { caller: client, role: 'client', clientId: client.clientId, name: client.name })
  try {
    const desk = await open(own)
    await clientsPage(desk, url, markup)
    for (const path of BOOKKEEPER_PAGES) await walk(desk, url, path)
    for (const path of STRANGE.bookkeeper) await walk(desk, url, path, false)
    for (const path of ['/clients', '/workforms', '/form-submissions'])
      await walk(desk, url, `${path}?q=${encodeURIComponent(markup.text(`a search on ${path}`))}`, false)
    await walk(desk, url, `/chat?client=${client.clientId}`, false)
    await desk.page.goto(`${url}/dashboard`)
    await bell(desk)
    const phone = await open(theirs)
    for (const path of CLIENT_PAGES) await walk(phone, url, path)
    for (const path of STRANGE.client) await walk(phone, url, path, false)
    await phone.page.goto(`${url}/client-dashboard`)
    await bell(phone)
    const street = await open(nobody)
    for (const path of strangersPages(markup)) await walk(street, url, path, false)
  } finally {
    for (const context of [nobody, own, theirs]) await context.close()
  }
  const shown = new Tally('each of these texts was seen, to the letter', 'texts')
  for (const [text, what] of markup.given) shown.held(seen.has(text), () => `${what} was nowhere to be seen as ${text}`)
  return [tally.attack(), shown.attack()]
}

export async function attackMarkup(target: Target): Promise<Attack[]> {
  await target.withPages()
  const world = await newMarkupWorld()
  const browser = await openBrowser()
  try {
    return await everyPage(browser, target, world)
  } finally {
    await browser.close()
  }
}
