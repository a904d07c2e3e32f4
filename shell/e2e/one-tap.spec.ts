import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import * as real from '../../worker/contract/src/testing/real-files.ts'
import { codeFor } from './mailbox.ts'
import { expectUsable } from './usability.ts'
import { type Client, newBookkeeper, newClient, openAs, type Person } from './users.ts'

/** Tests the links in mails with which clients continue without a password, on phones. */

const url = (): string => process.env['PORTAL_URL'] ?? ''
const FIELDS = [
  { id: 'name', name: 'Legal name', section: 'Business', type: 'short-text', required: true },
  { id: 'photo', name: 'Photo of the receipt', section: 'Business', type: 'file', required: true },
]

let bookkeeper: Person
test.beforeAll(async () => {
  bookkeeper = await newBookkeeper(url())
})
// An open page would slow down later tests.
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})

const newPhone = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ baseURL: url(), viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

/** Creates a client and sends a reminder by mail. */
async function reminded(): Promise<Client> {
  const client = await newClient(url(), bookkeeper, 'Year end', FIELDS)
  const path = `/follow-ups/clients/${client.id}/reminder`
  const { subject, text, version } = await bookkeeper.request<Record<string, string>>('GET', path)
  await bookkeeper.request('POST', path, { subject, text: `Reminder: ${text}`, version })
  return client
}

/** Taps the button of the reminder in the mailbox. Returns the page that it opens. */
async function tapMail(phone: BrowserContext, { email }: Client): Promise<Page> {
  const page = await phone.newPage()
  const mail = page.locator('details').filter({ hasText: email }).filter({ hasText: 'Reminder:' }).first()
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await expect(mail).toBeAttached({ timeout: 1000 })
  }).toPass()
  if ((await mail.getAttribute('open')) === null) await mail.locator('summary').tap()
  await mail.getByRole('link', { name: 'Open "Business"' }).tap()
  await page.waitForURL(/\/client-link#/)
  return page
}

const continueAs = (page: Page) => page.getByRole('button', { name: 'Continue as Priya Raman' })
const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit Section' })

test('opens the section of a mail with one button, again and again on the same device', async ({ browser }) => {
  const client = await reminded()
  const phone = await newPhone(browser)
  const page = await tapMail(phone, client)
  const address = page.url()
  expect(address).toContain('/client-link#')
  await expect(continueAs(page)).toBeVisible()
  await expectUsable(page, 'link')
  await continueAs(page).tap()
  await expect(submitButton(page)).toBeVisible()
  expect(new URL(page.url()).search).toBe(`?section=${client.sections.get('Business')}`)
  // The token stays neither in the address nor in the history.
  expect(page.url()).not.toContain('#')
  // Signed in: the link just opens the page.
  await page.goto(address)
  await expect(submitButton(page)).toBeVisible()
  // Signed out: the button again.
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto(address)
  await continueAs(page).tap()
  await expect(submitButton(page)).toBeVisible()
})

test('asks for a mailed code on another device, and who continues when someone else is signed in', async ({
  browser,
}) => {
  const client = await reminded()
  const phone = await tapMail(await newPhone(browser), client)
  const address = phone.url()
  await continueAs(phone).tap()
  await expect(submitButton(phone)).toBeVisible()
  const page = await openAs(await newPhone(browser), url(), bookkeeper.email, '/dashboard', 'bookkeeper')
  await page.goto(address)
  await expect(page.getByText(`You're signed in as ${bookkeeper.email}`)).toBeVisible()
  await expectUsable(page, 'another device')
  await page.getByRole('button', { name: 'Email me a code' }).tap()
  await page.getByLabel('Verification Code').fill(await codeFor(url(), client.email))
  await expectUsable(page, 'code')
  await page.getByRole('button', { name: 'Verify Code' }).tap()
  await expect(submitButton(page)).toBeVisible()
})

test('offers a new link in place of one that was revoked', async ({ browser }) => {
  const client = await reminded()
  const page = await tapMail(await newPhone(browser), client)
  await client.request('POST', '/auth/sessions/end-others')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expectUsable(page, 'revoked link')
  await page.getByRole('button', { name: 'Email me a new link' }).tap()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
})

test('takes at most six taps from the mail to a submitted section with a photo', async ({ browser }) => {
  const client = await reminded()
  const phone = await newPhone(browser)
  let taps = 0
  const page = await tapMail(phone, client)
  taps++
  const session = await phone.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const tap = async (button: ReturnType<Page['getByRole']>): Promise<void> => {
    await button.tap()
    taps++
  }
  await tap(continueAs(page))
  await tap(page.getByLabel('Legal name'))
  await page.keyboard.type('Saffron Street Kitchen LLC')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    tap(page.getByRole('button', { name: 'Take photo' })),
  ])
  await chooser.setFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: Buffer.from(real.realPng()) })
  await expect(page.getByText('Nothing required is left')).toBeVisible()
  await tap(submitButton(page))
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }))
  await expect(page.getByText('Section submitted')).toBeVisible()
  expect(taps).toBeLessThanOrEqual(6)
})
