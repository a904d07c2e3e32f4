import type { Page } from '@playwright/test'
import { openWithReader } from './passkey-reader.ts'
import { signIn } from './sign-in.ts'
import { PASSWORD } from './test-data.ts'
import { expectAccessible, expectUsable } from './usability.ts'
import { newBookkeeper, newClient, signUpBookkeeper } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests passkeys with the virtual authenticator of Chromium. */

/** Browsers accept passkeys at host names only. */

/**
 * Turns off autofill until the page is loaded again. The virtual authenticator chooses a passkey as soon as autofill
 * offers one, before the button can be pressed.
 */
const withoutAutofill = (page: Page): Promise<void> =>
  page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page.getByText('You have been signed out successfully.').first()).toBeVisible()
}

/**
 * Signs in as someone who relays: fetches options from the portal, lets this page sign them with the passkey of the
 * device, and sends the response. Returns the status, and the error of the browser or of the portal.
 */
async function relay(page: Page): Promise<{ refusedBy?: 'browser' | 'portal'; why?: string }> {
  const post = (path: string, body: unknown, cookie = '') =>
    fetch(`${url}/api/auth/passkeys/sign-in${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const offered = await post('/options', {})
  const cookie = offered.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  const signed = await page.evaluate(
    async (options) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
      try {
        const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
        return { passkey: credential.toJSON() }
      } catch (error) {
        return { error: (error as Error).name }
      }
    },
    (await offered.json()) as PublicKeyCredentialRequestOptionsJSON,
  )
  if (!signed.passkey) return { refusedBy: 'browser', why: signed.error }
  const { id, rawId, type, response } = signed.passkey
  const answer = await post('', { portal: 'bookkeeper', passkey: { id, rawId, type, response } }, cookie.join('; '))
  return answer.ok ? {} : { refusedBy: 'portal', why: ((await answer.json()) as { code: string }).code }
}

test('a bookkeeper adds a passkey, signs in with it, and removes it @desk', async ({ browser }) => {
  const email = await signUpBookkeeper(url, 'Petra Passkey')
  const { page, stored } = await openWithReader(browser, url)

  await test.step('it is offered after the first sign-in', async () => {
    await page.goto('/?next=%2Fprofile')
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    await signIn(page, email)
    await expect(page.getByRole('heading', { name: 'Sign in faster next time' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await expect(page).toHaveURL(/\/profile$/)
    await expect(page.getByRole('button', { name: /^Remove Chrome on/ })).toBeVisible()
    expect((await stored()).map(({ isResidentCredential }) => isResidentCredential)).toEqual([true])
  })
  await test.step('it signs in with the button', async () => {
    await withoutAutofill(page)
    await signOut(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })
  await test.step('it signs in from autofill', async () => {
    await page.goto('/profile')
    await signOut(page)
    await expect(page).toHaveURL(/\/dashboard$/)
    expect((await stored()).map(({ signCount }) => signCount)).toEqual([3])
  })
  await test.step('it is renamed, and removed with the password only', async () => {
    await page.goto('/profile')
    await expect(page.getByText(/last used .* on one device/)).toBeVisible()
    await page.getByRole('button', { name: /^Rename Chrome on/ }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Office laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByRole('button', { name: 'Rename Office laptop' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove Office laptop' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill('not-it')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(dialog.getByText('The password is not correct.')).toBeVisible()
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('None yet.')).toBeVisible()
  })
  await test.step('it no longer signs in, and is not offered again', async () => {
    await withoutAutofill(page)
    await signOut(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByText('Passkey Not Recognized').first()).toBeVisible()
    await signIn(page, email)
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})

test('a passkey does not sign in through a page of another origin @desk', async ({ browser }, { annotations }) => {
  const email = await signUpBookkeeper(url, 'Olga Origin')
  const { page, stored } = await openWithReader(browser, url)
  await page.goto('/?next=%2Fprofile')
  await signIn(page, email)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('button', { name: /^Remove Chrome on/ })).toBeVisible()
  // At the portal itself, what is relayed signs in.
  expect(await relay(page)).toEqual({})
  const others = {
    'another host': 'https://portal.example',
    'a subdomain': `http://evil.${new URL(url).host}`,
    'another port of the same host': `http://${new URL(url).hostname}:9`,
  }
  const refusals: Record<string, unknown> = {}
  for (const [what, origin] of Object.entries(others)) {
    await page.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Portal</h1>' }))
    await page.goto(`${origin}/`)
    expect(await page.evaluate(() => isSecureContext)).toBe(true)
    refusals[what] = await relay(page)
  }
  annotations.push({ type: 'refusals', description: JSON.stringify(refusals) })
  expect(refusals).toEqual({
    'another host': { refusedBy: 'browser', why: 'SecurityError' },
    'a subdomain': { refusedBy: 'browser', why: 'SecurityError' },
    // Passkeys belong to a host with all its ports, so the browser signs, together with the origin of the page.
    'another port of the same host': { refusedBy: 'portal', why: 'passkey_refused' },
  })
  // Adding it, the relayed sign-in, and the one that the portal refused.
  expect((await stored()).map(({ signCount }) => signCount)).toEqual([3])
  await page.goto('/profile')
  await withoutAutofill(page)
  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a client can decline the offer, and add a passkey in the profile @desk', async ({ browser }) => {
  const fields = [{ id: 'a', name: 'Street', section: 'Address', type: 'short-text' }]
  const client = await newClient(url, await newBookkeeper(url), 'Onboarding', fields)
  const { page } = await openWithReader(browser, url)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/client-auth?next=%2Fclient-profile')
  await signIn(page, client.email)
  await expect(page.getByRole('heading', { name: 'Sign in faster next time' })).toBeVisible()
  await expectUsable(page, 'the offer')
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page).toHaveURL(/\/client-profile$/)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('button', { name: /^Remove Chrome on/ })).toBeVisible()
  await expectUsable(page, 'the profile with a passkey')
  // Autofill signs in at the other portal, too.
  await page.evaluate(() => localStorage.removeItem('portal.session'))
  await page.goto('/client-auth')
  await expect(page).toHaveURL(/\/client-dashboard$/)
})
