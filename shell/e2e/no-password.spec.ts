import type { Locator, Page } from '@playwright/test'
import { codeFor, linkFor, mailsTo } from './mailbox.ts'
import { openWithReader } from './passkey-reader.ts'
import { signIn } from './sign-in.ts'
import { PASSWORD, unique } from './test-data.ts'
import { expectUsable } from './usability.ts'
import { newBookkeeper } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests the profile of a client who began with one tap and has no password. */

/** Invites a client, and begins with the invitation's button. Returns the address. */
async function begin(page: Page): Promise<string> {
  const email = `${unique('client')}@example.com`
  const bookkeeper = await newBookkeeper(url)
  await bookkeeper.request('POST', '/clients', { name: 'Priya Raman', email, phone: '555 0100' })
  await page.goto(await linkFor(url, email, /\/client-link#/))
  await page.getByRole('button', { name: 'Continue as Priya Raman' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/client-dashboard')
  return email
}

/** Asks for a code in a dialog, and enters it. */
async function enterCode(dialog: Locator, email: string): Promise<void> {
  const before = (await mailsTo(url, email)).length
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await expect.poll(async () => (await mailsTo(url, email)).length).toBeGreaterThan(before)
  await dialog.getByLabel('Code From the Email').fill(await codeFor(url, email))
}

test('a client without a password adds and removes a passkey, and sets a password, with mailed codes', async ({
  browser,
}) => {
  const { page } = await openWithReader(browser, url)
  await page.setViewportSize({ width: 360, height: 740 })
  const email = await begin(page)
  await page.goto('/client-profile')
  await expect(page.getByText(/^Opened by a link in an email on/)).toBeVisible()
  const dialog = page.getByRole('dialog')

  await test.step('a passkey is added with a code', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await enterCode(dialog, email)
    await expectUsable(page, 'the code for a passkey')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('button', { name: /^Remove Chrome on/ })).toBeVisible()
  })
  await test.step('it is removed with another code only', async () => {
    await page.getByRole('button', { name: /^Remove Chrome on/ }).click()
    await dialog.getByLabel('Code From the Email').fill(await codeFor(url, email))
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(dialog.getByText(/The code from the email is not correct/)).toBeVisible()
    await enterCode(dialog, email)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('None yet.')).toBeVisible()
  })
  await test.step('a password is set, and signs in', async () => {
    await page.getByRole('button', { name: 'Set a Password' }).click()
    await enterCode(dialog, email)
    await dialog.getByLabel('New Password', { exact: true }).fill(PASSWORD)
    await dialog.getByLabel('Confirm New Password').fill(PASSWORD)
    await expectUsable(page, 'setting a password')
    await dialog.getByRole('button', { name: 'Set Password' }).click()
    await expect(page.getByText('You can now sign in with your password.')).toBeVisible()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/client-auth?next=%2Fclient-profile')
    await signIn(page, email)
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()
  })
})
