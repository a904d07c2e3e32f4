import type { Browser, Page } from '@playwright/test'
import { appCode } from './app-code.ts'
import { PASSWORD, unique } from './test-data.ts'
import { expectAccessible } from './usability.ts'
import { signUpBookkeeper } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests sign-in through an OpenID Connect provider that runs on this machine, on another site than the portal. */

async function open(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: url })).newPage()
}

/** Presses the button and signs in at the provider. */
async function continueAs(page: Page, login: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Ledger ID' }).click()
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page).toHaveURL(/\/$/)
}

test('signs a new user up and opens the deep link when they continue with the provider', async ({ browser }) => {
  const page = await open(browser)
  const email = `${unique('olive')}@example.com`
  await page.goto('/profile')
  await expect(page).toHaveURL(/next=%2Fprofile/)
  await continueAs(page, email)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByText('This is your only way to sign in.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Unlink/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await signOut(page)
  // The provider still has a session in this browser, so it does not ask again.
  await page.getByRole('link', { name: 'Continue with Ledger ID' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goBack()
  await expect(page).not.toHaveURL(/code=|state=/)
})

test('links an existing account when its password is entered, and asks for its second factor', async ({ browser }) => {
  const email = await signUpBookkeeper(url, 'Nora Norris')
  const page = await open(browser)
  await test.step('the password links the account', async () => {
    await page.goto('/')
    await expectAccessible(page)
    await continueAs(page, email)
    await expect(page.getByRole('heading', { name: 'Link your account' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Password', { exact: true }).fill('not-it')
    await page.getByRole('button', { name: 'Link & Sign In' }).click()
    await expect(page.getByText('The password is not correct.')).toBeVisible()
    // After a reload, the page continues at the same step.
    await page.reload()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Link & Sign In' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })
  let secret = ''
  let recovery = ''
  await test.step('the provider sign-in asks for the second factor', async () => {
    await page.goto('/profile')
    await expect(page.getByText(`${email} · linked`)).toBeVisible()
    await page.getByRole('button', { name: 'Turn On' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    secret = (await dialog.getByTestId('secret').textContent()) ?? ''
    await dialog.getByLabel('Verification Code').fill(appCode(secret))
    await dialog.getByRole('button', { name: 'Verify & Turn On' }).click()
    recovery =
      (await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().textContent()) ?? ''
    await page.getByRole('button', { name: 'I Have Saved Them' }).click()
    await signOut(page)
    await page.getByRole('link', { name: 'Continue with Ledger ID' }).click()
    await page.getByLabel('Verification Code').fill(appCode(secret, 1))
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })
  await test.step('the provider no longer signs in after unlinking', async () => {
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Unlink Ledger ID' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByLabel('Verification Code').fill(recovery)
    await dialog.getByRole('button', { name: 'Unlink' }).click()
    await expect(page.getByText('None yet.')).toBeVisible()
    await signOut(page)
    await page.getByRole('link', { name: 'Continue with Ledger ID' }).click()
    await expect(page.getByRole('heading', { name: 'Link your account' })).toBeVisible()
    await page.getByRole('button', { name: 'Back to Sign In' }).click()
    await expect(page.getByRole('link', { name: 'Continue with Ledger ID' })).toBeVisible()
  })
})

test('shows the reason on the sign-in page when a provider sign-in fails', async ({ browser }) => {
  const page = await open(browser)
  await test.step('the provider has not verified the address', async () => {
    await page.goto('/')
    await continueAs(page, `unverified-${unique('u')}@example.com`)
    await expect(page.getByText('The provider has not verified your email address.')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('another browser started the sign-in', async () => {
    await page.goto('/api/auth/oauth/oidc/callback?code=x&state=y')
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByText('This sign-in was not started in this browser, or it took too long.')).toBeVisible()
  })
  await test.step('the user cancels at the provider, and the deep link stays', async () => {
    const other = await open(browser)
    await other.goto('/?next=%2Fchat')
    await other.getByRole('link', { name: 'Continue with Ledger ID' }).click()
    await other.getByRole('link', { name: /Cancel/ }).click()
    await expect(other.getByText('Sign In Canceled')).toBeVisible()
    await expect(other).toHaveURL(/\?next=%2Fchat$/)
  })
  await test.step('the provider is not configured', async () => {
    await page.goto('/api/auth/oauth/google/start')
    await expect(page.getByText('The sign-in provider cannot be reached right now.')).toBeVisible()
  })
})
