import type { Browser, BrowserContext, Page } from '@playwright/test'
import { codeFor, linkFor } from './mailbox.ts'
import { expectOnTop } from './on-top.ts'
import { signIn } from './sign-in.ts'
import { PASSWORD, unique } from './test-data.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests sign-up, sign-in, invitations, sessions, and clients of two bookkeepers. */

const open = async (browser: Browser): Promise<Page> => (await browser.newContext({ baseURL: url })).newPage()
const toast = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()
/** Waits until all toasts are closed, which may cover a button and stay open under the pointer. */
async function noToasts(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
}

async function fillPasswords(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
}

async function signUp(page: Page, name: string, email: string, company = ''): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Company Name (optional)').fill(company)
  await fillPasswords(page, 'P@ssw0rd1')
  await page.locator('form').getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/too common/)
  await fillPasswords(page, PASSWORD)
  await page.locator('form').getByRole('button', { name: 'Sign Up' }).click()
  await toast(page, 'Bookkeeper Account Created!')
}

/** Calls the API as the user who is signed in on the page. */
const api = <T>(page: Page, method: string, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async ([verb, address, json]) => {
      const { access_token } = JSON.parse(localStorage.getItem('portal.session') ?? '{}') as { access_token: string }
      const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
      return (await (await fetch(address, { method: verb, headers, ...(json ? { body: json } : {}) })).json()) as T
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  )

/** Creates a bookkeeper and signs them in. */
async function bookkeeper(browser: Browser, company: string): Promise<{ page: Page; email: string }> {
  const page = await open(browser)
  const email = `${unique('books')}@example.com`
  await signUp(page, 'Bea Arden', email, company)
  await page.goto(await linkFor(url, email, /\?confirm=/))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await toast(page, 'Your email is confirmed. You can sign in now.')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/dashboard$/)
  return { page, email }
}

const register = (page: Page, name: string, email: string) =>
  api(page, 'POST', '/api/clients', { name, email, phone: '555 0100' })

test('signs a client up when the mailed code is pasted', async ({ browser }) => {
  const { page: books } = await bookkeeper(browser, 'Arden Books')
  const email = `${unique('client')}@example.com`
  await register(books, 'Cleo Finch', email)
  const page = await open(browser)
  await page.goto('/client-auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await toast(page, 'We sent a 6-digit code to your email.')
  await expect(page.getByText(/^Send again in \d+ s$/)).toBeVisible()
  const code = await codeFor(url, email)
  const field = page.getByLabel('Verification Code')
  await field.evaluate(
    (input, text) => {
      const data = new DataTransfer()
      data.setData('text', text)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    },
    ` ${code.slice(0, 3)} ${code.slice(3)} `,
  )
  await expect(field).toHaveValue(code)
  await page.getByRole('button', { name: 'Verify Code' }).click()
  await toast(page, 'Code Verified')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await fillPasswords(page, 'Cleo-finch-7!')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/does not contain your name/)
  await fillPasswords(page, PASSWORD)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByRole('button', { name: 'Go to Sign In' })).toBeFocused()
  await page.getByRole('button', { name: 'Go to Sign In' }).click()
  await toast(page, 'Email Confirmed!')

  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('button', { name: 'Send Reset Code' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
})

/** Moves the clock of all tabs forward. Refreshed sessions expire by that clock. */
async function fastForward(context: BrowserContext, minutes: number, refreshes: string[]): Promise<void> {
  await context.route('**/api/auth/refresh', async (route) => {
    const answer = await route.fetch()
    refreshes.push(`${answer.status()}`)
    const session = (await answer.json()) as { expires_at: string }
    const expires_at = new Date(Date.parse(session.expires_at) + minutes * 60_000).toISOString()
    await route.fulfill({ response: answer, json: { ...session, expires_at } })
  })
  await context.clock.fastForward(minutes * 60_000)
}

test('refreshes the session once when two tabs were asleep during its expiry', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url })
  await context.clock.install()
  const { email } = await bookkeeper(browser, 'Arden Books')
  const [one, two] = [await context.newPage(), await context.newPage()]
  await one.goto('/')
  await signIn(one, email)
  await expect(one).toHaveURL(/\/dashboard$/)
  await two.goto('/profile')
  await expect(two.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  const before = await one.evaluate(() => localStorage.getItem('portal.session'))
  const refreshes: string[] = []
  await fastForward(context, 20, refreshes)
  await expect.poll(() => one.evaluate(() => localStorage.getItem('portal.session'))).not.toBe(before)
  await one.getByRole('link', { name: 'Profile' }).click()
  await expect(one.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await two.getByRole('link', { name: 'Dashboard' }).click()
  await expect(two.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(refreshes).toEqual(['200'])
})

test('signs other tabs out when their sessions are ended one by one or all at once', async ({ browser }) => {
  const { page: here, email } = await bookkeeper(browser, 'Arden Books')
  const elsewhere = await Promise.all([open(browser), open(browser)])
  for (const page of elsewhere) {
    await page.goto('/')
    await signIn(page, email)
    await expect(page).toHaveURL(/\/dashboard$/)
  }
  await here.goto('/profile')
  const rows = here.getByRole('listitem').filter({ hasText: 'Chrome on' })
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: 'This browser' })).toHaveCount(1)
  await rows.nth(1).getByRole('button', { name: 'Sign out' }).click()
  await toast(here, 'The session was ended.')
  await expect(rows).toHaveCount(2)
  const left = async () =>
    (await Promise.all(elsewhere.map(async (p) => new URL(p.url()).pathname))).filter((path) => path === '/').length
  await expect.poll(left).toBe(1)
  await noToasts(here)
  await here.getByRole('button', { name: 'Sign out all others' }).click()
  await toast(here, 'All other sessions were ended.')
  await expect.poll(left).toBe(2)
  await expect(rows).toHaveCount(1)
  await noToasts(here)
  await rows.getByRole('button', { name: 'Sign out' }).click()
  await expect(here).toHaveURL(`${url}/`)
  await toast(here, 'You have been signed out successfully.')
})

test('switches all tabs and remembers the choice when a client accepts a second bookkeeper', async ({ browser }) => {
  const email = `${unique('shared')}@example.com`
  const [first, second] = [await bookkeeper(browser, 'Arden Books'), await bookkeeper(browser, 'Birch Ledgers')]
  await register(first.page, 'Cleo at Arden', email)
  const page = await open(browser)
  await page.goto(await linkFor(url, email, /\/client-setup\?token=/))
  await fillPasswords(page, PASSWORD)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('Hi Cleo at Arden')).toBeVisible()
  await expect(page.getByRole('button', { name: /Your bookkeeper/ })).toHaveCount(0)

  await register(second.page, 'Cleo at Birch', email)
  await page.reload()
  const other = await page.context().newPage()
  await other.goto('/client-profile')
  await expect(other.getByText('Cleo at Arden').first()).toBeVisible()
  const request = page.getByRole('article', { name: 'Request from Bea Arden' })
  await expect(request).toContainText(second.email)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.setViewportSize({ width: 1280, height: 720 })
  const switcher = page.getByRole('button', { name: /Your bookkeeper/ })
  await request.getByRole('button', { name: 'Accept and open' }).click()
  await toast(page, 'You are now with Birch Ledgers')
  await expect(page.getByText('Hi Cleo at Birch')).toBeVisible()
  await expect(switcher).toContainText('Birch Ledgers')
  await expect(other.getByText('Cleo at Birch').first()).toBeVisible()
  await expect(other.getByText('Cleo at Arden')).toHaveCount(0)

  await switcher.click()
  await expect(page.getByRole('dialog', { name: 'Choose a bookkeeper' })).toBeVisible()
  await expectOnTop(page, 'choice of a bookkeeper')
  await page.getByRole('button', { name: /^Arden Books/ }).click()
  await expect(page.getByText('Hi Cleo at Arden')).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${url}/`)
  await page.goto('/client-auth')
  await signIn(page, email)
  await expect(page.getByText('Hi Cleo at Arden')).toBeVisible()
})
