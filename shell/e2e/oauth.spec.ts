import { type Browser, expect, type Page, test } from '@playwright/test'
import { appCode, newBookkeeper } from './factors.ts'
import { PASSWORD, unique } from './people.ts'
import { expectAccessible } from './sound.ts'

/** Signing in through a real OpenID Connect provider on this machine, on another site than the portal's. */

const url = (): string => process.env['PORTAL_URL'] ?? ''

async function open(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: url() })).newPage()
}

/** Presses the button and signs in at the provider as whoever the login says. */
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

test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})

test('somebody new signs up through the provider, keeps the deep link, and signs in again', async ({ browser }) => {
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
  // The provider still knows this browser, so it asks nothing.
  await page.getByRole('link', { name: 'Continue with Ledger ID' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goBack()
  await expect(page).not.toHaveURL(/code=|state=/)
})

test('an account that is there is linked with its password, asked for its second factor, and unlinked', async ({
  browser,
}) => {
  const { email } = await newBookkeeper(url(), 'Nora Norris')
  const page = await open(browser)
  await test.step('the password links it', async () => {
    await page.goto('/')
    await expectAccessible(page)
    await continueAs(page, email)
    await expect(page.getByRole('heading', { name: 'Link your account' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Password', { exact: true }).fill('not-it')
    await page.getByRole('button', { name: 'Link & Sign In' }).click()
    await expect(page.getByText('The password is not correct.')).toBeVisible()
    // A page that is loaded again goes on where it was.
    await page.reload()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Link & Sign In' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })
  let secret = ''
  let recovery = ''
  await test.step('the second factor is asked for here too', async () => {
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
  await test.step('unlinked, the provider opens nothing any more', async () => {
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

test('what goes wrong is said on the sign-in page', async ({ browser }) => {
  const page = await open(browser)
  await test.step('an address that is not verified there', async () => {
    await page.goto('/')
    await continueAs(page, `unverified-${unique('u')}@example.com`)
    await expect(page.getByText('The provider has not verified your email address.')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('an answer that this browser did not ask for', async () => {
    await page.goto('/api/auth/oauth/oidc/callback?code=x&state=y')
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByText('This sign-in was not started in this browser, or it took too long.')).toBeVisible()
  })
  await test.step('a no at the provider; the deep link stays', async () => {
    const other = await open(browser)
    await other.goto('/?next=%2Fchat')
    await other.getByRole('link', { name: 'Continue with Ledger ID' }).click()
    await other.getByRole('link', { name: /Cancel/ }).click()
    await expect(other.getByText('Sign In Cancelled')).toBeVisible()
    await expect(other).toHaveURL(/\?next=%2Fchat$/)
  })
  await test.step('a provider that is not there', async () => {
    await page.goto('/api/auth/oauth/google/start')
    await expect(page.getByText('The sign-in provider cannot be reached right now.')).toBeVisible()
  })
})
