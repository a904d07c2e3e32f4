import type { Browser, Locator, Page } from '@playwright/test'
import { LINK_PURPOSES } from '../../worker/src/platform/db/schema/access.ts'
import { PRESSED_LINKS } from '../src/testing/pressed-links.ts'
import { linkFor } from './mailbox.ts'
import { PASSWORD, unique } from './test-data.ts'
import { expectUsable } from './usability.ts'
import { type Client, newBookkeeper, newClient, openAs, type Person, signUpBookkeeper } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/**
 * Tests that a mailed link changes nothing until its button is pressed. Mail scanners open links in a browser, and must
 * not confirm, approve or use up anything.
 */

const FIELDS = [{ id: 'name', name: 'Legal name', section: 'Business', type: 'short-text' }]
const NEW_PASSWORD = 'another-horse-7!'

interface MailedLink {
  address: string
  /** The last button that changes something. */
  button: string | RegExp
  /** Returns what the link changes. */
  state: () => Promise<unknown>
  /** What has to be done before the button, and does not change anything. */
  before?: (page: Page) => Promise<void>
  /** What the page asks before the button is pressed. */
  question?: RegExp
  /** What the page shows afterwards. */
  outcome?: (page: Page) => Locator
  /** The client who has to be signed in. */
  as?: Client
}

let bookkeeper: Person
test.beforeAll(async () => {
  bookkeeper = await newBookkeeper(url)
})

/** Posts as somebody else, in another browser. Returns the status and what is there. */
async function post(path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { code, is_used_elsewhere } = (await response.json()) as Record<string, unknown>
  return { status: response.status, code, is_used_elsewhere }
}

async function fillPasswords(page: Page, label: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
}

/** A client to whom a reminder was mailed. */
async function reminded(): Promise<Client> {
  const client = await newClient(url, bookkeeper, 'Year end', FIELDS)
  const path = `/follow-ups/clients/${client.id}/reminder`
  const { subject, text, version } = await bookkeeper.request<Record<string, string>>('GET', path)
  await bookkeeper.request('POST', path, { subject, text, version })
  return client
}

/**
 * Links of mails that change something: by purpose, if they are in the table of mailed links, or by their page.
 * Component tests prove the same of the others: `PRESSED_LINKS`, and `/client-link`.
 */
const LINKS: Record<string, () => Promise<MailedLink>> = {
  reset: async () => {
    const email = await signUpBookkeeper(url, 'Bea Arden')
    await post('/auth/password/reset-request', { email })
    const before = (page: Page) => fillPasswords(page, 'New Password')
    const state = () => post('/auth/sign-in', { email, password: PASSWORD, portal: 'bookkeeper' })
    const outcome = (page: Page) => page.getByText('Your password has been updated successfully').first()
    const address = await linkFor(url, email, /\?reset=/)
    return { address, button: 'Set Password', before, state, outcome }
  },
  'reply-to': async () => {
    const firm = await newBookkeeper(url)
    const reply_to = `${unique('replies')}@example.com`
    await firm.request('PUT', '/firm-mail/sender', { sender_name: '', reply_to })
    const address = await linkFor(url, reply_to, /\?reply-to=/)
    return { address, button: 'Confirm address for replies', state: () => firm.request('GET', '/firm-mail/sender') }
  },
  browser: async () => {
    const person = await newBookkeeper(url)
    const guess = { email: person.email, password: 'not-the-password', portal: 'bookkeeper' }
    for (let i = 0; i < 12; i++) await post('/auth/sign-in', guess)
    const address = await linkFor(url, person.email, /\?browser=/)
    const state = async () =>
      (await person.request<{ items: { action: string }[] }>('GET', '/audit')).items.map(({ action }) => action)
    return { address, button: 'Use this browser', state }
  },
  '/client-setup': async () => {
    const email = `${unique('client')}@example.com`
    await bookkeeper.request('POST', '/clients', { name: 'Priya Raman', email, phone: '555 0100' })
    const address = await linkFor(url, email, /\/client-setup\?token=/)
    const token = new URL(address).searchParams.get('token')
    const before = (page: Page) => fillPasswords(page, 'Password')
    return { address, button: 'Set Password', before, state: () => post('/auth/invitation/check', { token }) }
  },
  '/client-email': async () => {
    const client = await newClient(url, bookkeeper, 'Year end', FIELDS)
    const email = `${unique('moved')}@example.com`
    const path = `/clients/${client.id}`
    const { phone, status, updated_at } = await bookkeeper.request<Record<string, string>>('GET', path)
    await bookkeeper.request('PATCH', path, { name: client.name, phone, status, updated_at, email })
    const state = async () => (await bookkeeper.request<{ email: string }>('GET', path)).email
    const before = async (page: Page) => {
      await page.getByRole('button', { name: 'Change my address' }).click()
      await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD)
    }
    const address = await linkFor(url, email, /\/client-email\?token=/)
    return { address, button: 'Change address', before, state, as: client }
  },
  '/mail-off': async () => {
    const { email } = await reminded()
    const address = await linkFor(url, email, /\/mail-off\?token=/)
    const state = async () => (await fetch(address.replace('/mail-off', '/api/mail/link'))).text()
    const question = new RegExp(String.raw`^Stop emails about .+ to ${email}\?$`)
    const outcome = (page: Page) => page.getByRole('button', { name: 'Turn these emails on again' })
    return { address, button: 'Stop these emails', state, question, outcome }
  },
  // Not mailed by the portal, but by clients.
  '/guest': async () => {
    const client = await newClient(url, bookkeeper, 'Year end', FIELDS)
    const path = `/portal/sections/${client.sections.get('Business')}/delegations`
    const { token } = await client.request<{ token: string }>('POST', path, { name: 'Ben Okafor', days: 7 })
    const state = () => post('/auth/guest-links/look-up', { token })
    return { address: `${url}/guest#${token}`, button: 'Fill in this section', state }
  },
}

/** Opens a link in a new browser, without pressing anything. */
async function openLink(browser: Browser, { address, as }: MailedLink): Promise<Page> {
  const context = await browser.newContext()
  const page = as ? await openAs(context, url, as.email) : await context.newPage()
  await page.goto(address)
  return page
}

test('covers every purpose of a mailed link', { tag: '@desk' }, () => {
  expect([...Object.keys(LINKS), ...Object.keys(PRESSED_LINKS)]).toEqual(expect.arrayContaining([...LINK_PURPOSES]))
})

for (const [name, create] of Object.entries(LINKS))
  test(`changes nothing before the button is pressed: ${name}`, { tag: '@desk' }, async ({ browser }) => {
    const link = await create()
    const untouched = await link.state()
    const page = await openLink(browser, link)
    const button = page.getByRole('button', { name: link.button, exact: true })
    await expect(link.before ? page.getByRole('main') : button).toBeVisible()
    if (link.question) await expect(page.getByText(link.question)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await link.state()).toEqual(untouched)
    await expectUsable(page, name)
    await link.before?.(page)
    await button.click()
    if (link.outcome) await expect(link.outcome(page)).toBeVisible()
    await expect.poll(link.state).not.toEqual(untouched)
  })
