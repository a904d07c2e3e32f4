import type { Browser, BrowserContext, Page } from '@playwright/test'
import * as real from '../../worker/contract/src/testing/real-files.ts'
import { expectContrast, expectUsable } from './usability.ts'
import { newBookkeeper, newClient, openAs } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests how a client continues a question on a phone, with two browsers. */

const FIELDS = [
  { id: 'scan', name: 'Passport', section: 'Papers', type: 'file' },
  { id: 'bill', name: 'Electricity bill', section: 'Papers', type: 'file' },
]
const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(real.realPdf()) })

const newPhone = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ baseURL: url, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const message = (page: Page, name: string) => page.getByRole('heading', { name })

/** Copies the link of the open dialog. Its address is that of the code. */
async function copiedLink(desktop: Page): Promise<string> {
  await button(desktop, 'Copy link').click()
  await expect(desktop.getByText('Link copied')).toBeVisible()
  return desktop.evaluate(() => navigator.clipboard.readText())
}

test('continues a question on a phone, and shows what arrives', { tag: '@desk' }, async ({ browser, context }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const section = client.sections.get('Papers') ?? ''
  const desktop = await openAs(context, url, client.email, `/client-dashboard?section=${section}`)
  await button(desktop, 'Continue on your phone').first().click()
  const dialog = desktop.getByRole('dialog', { name: 'Continue on your phone' })
  await expect(dialog.getByRole('img', { name: 'QR code that opens this question on your phone' })).toBeVisible()
  await expectUsable(desktop, 'the code')
  await desktop.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(desktop, 'the code in the dark')
  const link = await copiedLink(desktop)

  // The phone belongs to someone else, who stays signed in.
  const phone = await openAs(await newPhone(browser), url, bookkeeper.email, '/dashboard', 'bookkeeper')
  await phone.goto(link)
  await expect(message(phone, 'Passport')).toBeVisible()
  await expectUsable(phone, 'the link on a phone')
  await button(phone, 'Add files from this device').tap()
  await expect(button(phone, 'Take photo')).toBeVisible()
  await expect(phone.getByText('Electricity bill')).toHaveCount(0)
  await expect(button(phone, 'Continue on your phone')).toHaveCount(0)
  await expectUsable(phone, 'the question on a phone')
  await expect(dialog.getByText('Your phone is connected')).toBeVisible()
  await phone.getByLabel('Upload files for Passport', { exact: true }).setInputFiles(file('passport.pdf'))
  await expect(dialog.getByText('passport.pdf')).toBeVisible()
  await button(phone, 'Scan pages').tap()
  // Any picture that a browser can read.
  const photo = { name: 'page.png', mimeType: 'image/png', buffer: await phone.screenshot() }
  await phone.getByLabel('Take photo with the camera').setInputFiles(photo)
  await button(phone, 'Upload 1 page as PDF').tap()
  await expect(dialog.getByText(/^Scan .*\.pdf$/)).toBeVisible()
  await expect(dialog.getByText('2 files arrived')).toBeVisible()
  await expectUsable(desktop, 'arrived files')

  const second = await (await newPhone(browser)).newPage()
  await second.goto(link)
  await expect(message(second, 'Opened on another device')).toBeVisible()
  await expectUsable(second, 'a second phone')

  await button(desktop, 'Done').click()
  await expect(dialog).toHaveCount(0)
  await expect(desktop.locator('form').getByText('passport.pdf')).toBeVisible()
  await phone.getByLabel('Upload files for Passport', { exact: true }).setInputFiles(file('late.pdf'))
  await expect(message(phone, 'This link no longer works')).toBeVisible()
  await expectUsable(phone, 'a code that was stopped')
  await phone.goto('/dashboard')
  await expect(phone.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})
