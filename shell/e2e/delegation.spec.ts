import type { Browser, Page } from '@playwright/test'
import * as real from '../../worker/contract/src/testing/real-files.ts'
import { expectContrast, expectUsable } from './usability.ts'
import { openDesk } from './desk.ts'
import { newBookkeeper, newClient, openAs } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests how another person fills in a section for a client, with two browsers. */

const FIELDS = [
  { id: 'bank', name: 'Name of the bank', section: 'Bank details', required: true },
  { id: 'scan', name: 'Bank statement', section: 'Bank details', type: 'file' },
  { id: 'other', name: 'Other question', section: 'Other section' },
]
const file = { name: 'statement.pdf', mimeType: 'application/pdf', buffer: Buffer.from(real.realPdf()) }
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const mark = (page: Page) => page.getByText('Added by Ben Okafor via link')

/** Makes a link in the open section, and returns it. */
async function newLink(client: Page, name: string): Promise<string> {
  await button(client, 'Ask someone else to fill this in').click()
  const dialog = client.getByRole('dialog')
  await dialog.getByLabel('Their name').fill(name)
  await expectUsable(client, 'the form for a link')
  await button(client, 'Create link').click()
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  await expectUsable(client, 'a new link')
  await button(client, 'Done').click()
  return link
}

/** Opens a link on the page of another person. */
async function begin(guest: Page, link: string): Promise<void> {
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'Bank details' })).toBeVisible()
  await expect(guest.getByText(/to this section only, until \w+ \d+, \d{4}/)).toBeVisible()
  await expectUsable(guest, 'the link on a phone')
  await button(guest, 'Fill in this section').tap()
  await expect(guest.getByLabel('Name of the bank')).toBeVisible()
}

/** Opens a link in the browser of another person, on a phone. */
async function opened(browser: Browser, link: string): Promise<Page> {
  const phone = await browser.newContext({
    baseURL: url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const guest = await phone.newPage()
  await begin(guest, link)
  return guest
}

test('lets another person fill in a section until it ends', { tag: '@desk' }, async ({ browser, context }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
  const section = client.sections.get('Bank details') ?? ''
  const desktop = await openAs(context, url, client.email, `/client-dashboard?section=${section}`)
  const guest = await opened(browser, await newLink(desktop, 'Ben Okafor'))
  await expect(guest.getByText('Other question')).toHaveCount(0)
  await expect(button(guest, 'Submit Section')).toHaveCount(0)
  await guest.getByLabel('Name of the bank').fill('Fern Bank')
  await guest.getByLabel('Upload files for Bank statement', { exact: true }).setInputFiles(file)
  await expect(guest.getByText('statement.pdf')).toBeVisible()
  await expectUsable(guest, 'the section on a phone')
  await guest.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(guest, 'the section in the dark')

  await expect(desktop.getByLabel('Name of the bank')).toHaveValue('Fern Bank')
  await expect(desktop.locator('form').getByText('statement.pdf')).toBeVisible()
  await expect(mark(desktop)).toHaveCount(2)
  await button(guest, 'Done').tap()
  await expect(guest.getByText('will check and submit it.')).toBeVisible()
  await expectUsable(guest, 'the end on a phone')

  // A second link is revoked while it is open.
  const other = await opened(browser, await newLink(desktop, LONG_NAME))
  await button(desktop, 'Ask someone else to fill this in').click()
  await expectUsable(desktop, 'the list of links')
  await button(desktop, `Revoke the link of ${LONG_NAME}`).click()
  await button(desktop, 'Revoke').click()
  await expect(button(desktop, `Revoke the link of ${LONG_NAME}`)).toHaveCount(0)
  await other.getByLabel('Name of the bank').fill('Late Bank')
  await expect(other.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expectUsable(other, 'a link that was revoked')
  await button(desktop, 'Close').last().click()

  // What could not be saved comes back with a new link.
  await begin(other, await newLink(desktop, 'Dana Wu'))
  await expect(other.getByLabel('Name of the bank')).toHaveValue('Late Bank')
  await expect(desktop.getByLabel('Name of the bank')).toHaveValue('Late Bank')
  await expect(desktop.getByText('Added by Dana Wu via link')).toHaveCount(1)

  await button(desktop, 'Submit Section').click()
  await desktop.getByRole('dialog').getByRole('button', { name: 'Submit', exact: false }).click()
  await expect(button(desktop, 'Submit Section')).toHaveCount(0)
  await button(guest, 'Change answers').tap()
  await guest.getByLabel('Name of the bank').fill('Too late')
  await expect(guest.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()

  const review = await openDesk(browser, bookkeeper)
  await review.getByRole('heading', { name: 'Onboarding' }).click()
  await expect(mark(review)).toHaveCount(1)
  await expect(review.getByText('Added by Dana Wu via link')).toHaveCount(1)
})
