import type { Browser, BrowserContext, Page } from '@playwright/test'
import { codeFor, linkFor } from './mailbox.ts'
import { inTwoWeeks, unique } from './test-data.ts'
import { expectUsable } from './usability.ts'
import { newBookkeeper, newClient, openAs, type Person, signedIn, signUpBookkeeper } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests invitations that clients open with one tap, on phones. */

const FIELDS = [{ id: 'name', name: 'Legal name', section: 'Business', type: 'short-text', required: true }]
/** Names as long as possible, with markup and in a script that reads from right to left. */
const LONG = 'שרה<b>Wolfeschlegelsteinhausenbergerdorff</b> '.repeat(3).slice(0, 120).trimEnd()

let bookkeeper: Person
test.beforeAll(async () => {
  bookkeeper = await newBookkeeper(url)
})

const newPhone = (browser: Browser, colorScheme: 'light' | 'dark' = 'light'): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    colorScheme,
  })

/** Invites a client, and assigns a workform with one section. */
async function invited({
  name = 'Priya Raman',
  email = `${unique('client')}@example.com`,
  by = bookkeeper,
  from = '',
} = {}) {
  const { id } = await by.request<{ id: string }>('POST', '/clients', { name, email, phone: '555 0100' })
  const form = await by.request<{ id: string }>('POST', '/workforms', { name: 'Year end', fields: FIELDS })
  const clients = [{ client_id: id, due_date: inTwoWeeks() }]
  await by.request('POST', '/assignments', { workform_id: form.id, clients })
  return { id, email, link: await linkFor(url, email, /\/client-link#/, from) }
}

const continueAs = (page: Page, name = 'Priya Raman') => page.getByRole('button', { name: `Continue as ${name}` })

const isDashboard = ({ pathname }: URL): boolean => pathname === '/client-dashboard'

test('begins with one button of the mail, without a password, and asks for a code elsewhere', async ({ browser }) => {
  const { email } = await invited()
  const page = await (await newPhone(browser)).newPage()
  await page.goto('/dev/mailbox')
  const mail = page.locator('details').filter({ hasText: email }).first()
  if ((await mail.getAttribute('open')) === null) await mail.locator('summary').tap()
  await mail.getByRole('link', { name: 'Open the client portal', exact: true }).tap()
  await page.waitForURL(/\/client-link#/)
  const address = page.url()
  await expect(page.getByText(/^1 section is waiting for you\. It is due on \w+ \d+/)).toBeVisible()
  await expectUsable(page, 'invitation')
  await continueAs(page).tap()
  await page.waitForURL(isDashboard)
  expect(page.url()).not.toContain('#')
  await expect(page.getByLabel('Legal name')).toBeFocused()
  await page.keyboard.type('Saffron Street Kitchen LLC')
  await expect(page.getByRole('button', { name: 'Submit Section' })).toBeEnabled()

  const other = await (await newPhone(browser)).newPage()
  await other.goto(address)
  await expect(other.getByText('waiting for you')).toHaveCount(0)
  await other.getByRole('button', { name: 'Email me a code' }).tap()
  await other.getByLabel('Verification Code').fill(await codeFor(url, email))
  await other.getByRole('button', { name: 'Verify Code' }).tap()
  await other.waitForURL(isDashboard)
})

test('says to sign in and decide when the person has an account', async ({ browser }) => {
  const { email } = await newClient(url, bookkeeper, 'Year end', FIELDS)
  const by = await signedIn(url, await signUpBookkeeper(url, 'Ana Lima'), 'bookkeeper')
  const { link } = await invited({ email, by, from: 'Ana Lima' })
  const page = await (await newPhone(browser)).newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'You already have an account' })).toBeVisible()
  await expectUsable(page, 'offer')
  await page.getByRole('link', { name: 'Go to Sign In' }).tap()
  await page.waitForURL(/\/client-auth/)
})

test('mails a new invitation in place of one that was sent again', async ({ browser }) => {
  const { id, email, link } = await invited()
  await bookkeeper.request('POST', `/clients/${id}/invitation`)
  const page = await (await newPhone(browser)).newPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Email me a new link' }).tap()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(async () => {
    await page.goto('about:blank')
    await page.goto(await linkFor(url, email, /\/client-link#/))
    await expect(continueAs(page)).toBeVisible({ timeout: 2000 })
  }).toPass()
})

for (const scheme of ['light', 'dark'] as const)
  test(`fits long names on a phone (${scheme})`, async ({ browser }) => {
    const { link } = await invited({ name: LONG })
    const page = await openAs(await newPhone(browser, scheme), url, bookkeeper.email, '/dashboard', 'bookkeeper')
    await page.goto(link)
    await expect(continueAs(page, LONG)).toBeVisible()
    await expect(page.getByText(`You're signed in as ${bookkeeper.email}`)).toBeVisible()
    await expectUsable(page, 'invitation of a long name, someone else signed in')
  })
