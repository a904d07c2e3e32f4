import type { Browser } from '@playwright/test'
import type { Caller } from '../../worker/src/testing/portal.ts'
import { openBrowser } from '../browser.ts'
import { attack } from './lib/attack.ts'
import { words } from './lib/requests.ts'
import { bookkeeper, client, fileName, markup, shownTexts } from './markup/firm.ts'
import './markup/mails.ts'
import { DESKTOP, openDialogs, seenTexts, type Watch, watchPage } from './markup/watch.ts'

/** Markup in every text that a person can enter, viewed in a browser on every page. */

const BOOKKEEPER_PAGES = words(`/dashboard /workforms /form-submissions /clients/follow-ups /chat /notifications?tab=all
  /profile /profile/deliveries /profile/audit /profile/webhooks`)
const CLIENT_PAGES = words('/client-dashboard /client-chat /client-notifications?tab=all /client-profile')
/** Parameters of other types than the pages expect. */
const STRANGE_BOOKKEEPER_PAGES = words(`/clients?q={"a":1}&status=[1]&sort={}&client={"x":1}&create=[]
  /workforms?q=[1]&tab={} /form-submissions?q={}&filter=[]&only=1&workform={}&client=[]
  /profile/audit?client=[1]&by={}&kind=[]&from={}&to=[1] /chat?thread={"a":1}&client=[1]
  /clients/follow-ups?client=[1]&show={} /notifications?tab={}`)
const STRANGE_PUBLIC_PAGES =
  words(`/api/docs /dev/mailbox /client-auth?error_description={"a":1}&error=[1]&type={}&next={}
  /?oauth_error={"a":1}&reset=[1]&confirm={}&oauth=[]&next=[]`)

/** Opens a browser context, signed in as a person if there is one. Markup that runs calls `canary`. */
async function newContext(browser: Browser, origin: string, person?: Caller & { name: string }, client_id?: string) {
  const { userId: id = '', email, name, token: access_token } = person ?? {}
  const role = client_id ? 'client' : 'bookkeeper'
  const user = { id, email, role, name, company: null, time_zone: 'UTC', client_id: client_id ?? null }
  const expires_at = new Date(Date.now() + 800_000).toISOString()
  const session = JSON.stringify({ access_token, expires_at, session_id: id, user })
  const localStorage = person ? [{ name: 'portal.session', value: session }] : []
  const storageState = { cookies: [], origins: [{ origin, localStorage }] }
  const context = await browser.newContext({ viewport: DESKTOP, storageState })
  await context.addInitScript('window.canary = (n) => { (window.ran ??= []).push(n) }')
  return context
}

/** Opens the notifications behind the bell and looks at all of them. */
async function openBell({ page, look }: Watch): Promise<void> {
  const bell = page.getByRole('button', { name: /notifications/i })
  await bell.first().click({ timeout: 5000 })
  await page.getByRole('tab', { name: 'All' }).click({ timeout: 5000 })
  await look('the bell')
}

/** Opens two clients, then imports a file of clients with markup in its cells. */
async function openClients(watch: Watch, url: string): Promise<void> {
  const { page } = watch
  const rows = page.getByRole('row')
  const dialog = page.getByRole('dialog')
  await watch.visit('/clients')
  await openDialogs(watch, '/clients')
  await page.goto(`${url}/clients`)
  for (const n of [1, 2]) {
    await rows.nth(n).click({ timeout: 20_000 })
    await dialog.getByText('Member since').waitFor({ timeout: 8000 })
    await watch.look(`/clients, client ${n}`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  const cells = ['a name in a file', 'a company in a file', 'a status in a file'].map(
    (use) => `"${markup(use).replaceAll('"', '""')}"`,
  )
  const csv = `Name,Company,Status,Email\n${cells.join(',')},x@evil.example\n`
  const name = `${fileName('the name of a file of clients')}.csv`
  const buttons = page.getByRole('button', { name: /import/i })
  await buttons.first().click({ timeout: 5000 })
  const inputs = page.locator('input[type=file]')
  await inputs.first().setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await dialog.getByText(name).waitFor({ timeout: 8000 })
  for (let step = 1; step <= 3; step++) {
    await watch.look(`the import, step ${step}`)
    const next = dialog.getByRole('button', { name: /^(next|continue|preview)/i }).first()
    if (!(await next.isEnabled({ timeout: 1500 }).catch(() => false))) break
    await next.click()
  }
}

/** Returns public pages with markup in their address. */
function publicPages(): string[] {
  const hostile = `'"><img src=x onerror=canary(6)><svg onload=canary(7)></svg><script>canary(8)</script>`
  return [
    `/client-auth?error=access_denied&error_description=${encodeURIComponent(markup('an error in an address'))}`,
    ...words('/?oauth_error= /?reset= /client-setup?token= /mail-off?token= / /client-').map(
      (path) => path + encodeURIComponent(hostile),
    ),
    '/client-x?x=<script>canary(12)</script>#<img src=x onerror=canary(13)>',
    '/api/nothing/<script>canary(14)</script>',
    ...STRANGE_PUBLIC_PAGES,
  ]
}

attack('markup in every text, on every page', async (t, { url, withPages }) => {
  await withPages()
  await using browser = await openBrowser()
  await using publicContext = await newContext(browser, url)
  await using bookkeeperContext = await newContext(browser, url, bookkeeper)
  await using clientContext = await newContext(browser, url, client, client.clientId)
  const open = (context: typeof publicContext) => watchPage(context, t, url)
  const visit = async (watch: Watch, paths: readonly string[], dialogs = false) => {
    for (const path of paths) {
      await watch.visit(path)
      if (dialogs) await openDialogs(watch, path)
    }
  }
  const visitAsBookkeeper = async () => {
    const watch = await open(bookkeeperContext)
    await openClients(watch, url)
    await visit(watch, BOOKKEEPER_PAGES, true)
  }
  const visitStrangePages = async () => {
    const watch = await open(bookkeeperContext)
    const searches = ['/clients', '/workforms', '/form-submissions'].map(
      (path) => `${path}?q=${encodeURIComponent(markup(`a search on ${path}`))}`,
    )
    await visit(watch, [...STRANGE_BOOKKEEPER_PAGES, ...searches, `/chat?client=${client.clientId}`, '/dashboard'])
    await openBell(watch)
  }
  const visitAsClient = async () => {
    const watch = await open(clientContext)
    await visit(watch, CLIENT_PAGES, true)
    await visit(watch, ['/client-dashboard?filter={}&section=[1]', '/client-dashboard'])
    await openBell(watch)
  }
  const visitPublicPages = async () => visit(await open(publicContext), publicPages())
  await Promise.all([visitAsBookkeeper(), visitStrangePages(), visitAsClient(), visitPublicPages()])
})

attack('every text is shown unchanged', async (t) => {
  for (const [text, use] of shownTexts) t.check(seenTexts.has(text), `${use} is not shown: ${text}`)
})
