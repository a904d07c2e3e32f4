import { rmSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { LINK_PURPOSES } from '../../worker/src/db/schema/access.ts'
import { linkFor } from './mailbox.ts'
import { type Portal, startPortal } from './portal.ts'
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
  /** The client who has to be signed in. */
  as?: Client
}

let bookkeeper: Person
let approving: Portal
test.beforeAll(async () => {
  bookkeeper = await newBookkeeper(url)
  approving = await startPortal(undefined, undefined, { SIGN_UP: 'approval', OPERATOR_EMAIL: 'operator@example.com' })
})
test.afterAll(async () => {
  await approving.stop()
  rmSync(approving.data, { recursive: true, force: true })
})

/** Posts as somebody else, in another browser. Returns the status and what is there. */
async function post(path: string, body: object, origin = url): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { code, needs_code, is_used_elsewhere } = (await response.json()) as Record<string, unknown>
  return { status: response.status, code, needs_code, is_used_elsewhere }
}
const signIn = (email: string, origin?: string) => () =>
  post('/auth/sign-in', { email, password: PASSWORD, portal: 'bookkeeper' }, origin)
const tokenOf = (address: string): string => new URL(address).hash.slice(1).split('/')[0] ?? ''

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

/** Every link of a mail that changes something: by purpose, if it is in the table of mailed links, or by its page. */
const LINKS: Record<string, () => Promise<MailedLink>> = {
  confirm: async () => {
    const email = `${unique('books')}@example.com`
    await post('/auth/sign-up', { name: 'Bea Arden', email, password: PASSWORD })
    const address = await linkFor(url, email, /\?confirm=/)
    return { address, button: 'Confirm email address', state: signIn(email) }
  },
  reset: async () => {
    const email = await signUpBookkeeper(url, 'Bea Arden')
    await post('/auth/password/reset-request', { email })
    const before = (page: Page) => fillPasswords(page, 'New Password')
    const address = await linkFor(url, email, /\?reset=/)
    return { address, button: 'Set Password', before, state: signIn(email) }
  },
  'reply-to': async () => {
    const firm = await newBookkeeper(url)
    const reply_to = `${unique('replies')}@example.com`
    await firm.request('PUT', '/firm-mail/sender', { sender_name: '', reply_to })
    const address = await linkFor(url, reply_to, /\?reply-to=/)
    return { address, button: 'Confirm address for replies', state: () => firm.request('GET', '/firm-mail/sender') }
  },
  approve: async () => {
    const email = await signUpBookkeeper(approving.url, 'Bea Arden')
    const address = await linkFor(approving.url, 'operator@example.com', /\?approve=/)
    return { address, button: 'Approve sign-up', state: signIn(email, approving.url) }
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
  '/client-link': async () => {
    const { email } = await reminded()
    const address = await linkFor(url, email, /\/client-link#[\w-]+\/client-dashboard\?section=/)
    const state = () => post('/auth/one-tap/look-up', { token: tokenOf(address) })
    return { address, button: 'Continue as Priya Raman', state }
  },
  '/mail-off': async () => {
    const { email } = await reminded()
    const address = await linkFor(url, email, /\/mail-off\?token=/)
    const state = async () => (await fetch(address.replace('/mail-off', '/api/mail/link'))).text()
    return { address, button: 'Stop these emails', state }
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
  expect(Object.keys(LINKS)).toEqual(expect.arrayContaining([...LINK_PURPOSES]))
})

for (const [name, create] of Object.entries(LINKS))
  test(`changes nothing before the button is pressed: ${name}`, { tag: '@desk' }, async ({ browser }) => {
    const link = await create()
    const untouched = await link.state()
    const page = await openLink(browser, link)
    const button = page.getByRole('button', { name: link.button, exact: true })
    await expect(link.before ? page.getByRole('main') : button).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await link.state()).toEqual(untouched)
    await expectUsable(page, name)
    await link.before?.(page)
    await button.click()
    await expect.poll(link.state).not.toEqual(untouched)
  })
