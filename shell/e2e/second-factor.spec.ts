import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { appCode } from './app-code.ts'
import { signIn } from './sign-in.ts'
import { PASSWORD } from './test-data.ts'
import { expectAccessible } from './usability.ts'
import { signUpBookkeeper } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests two-step verification with an authenticator app. */

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page).toHaveURL(/\/$/)
}

test('asks for a code or a recovery code when two-step verification is on', async ({ browser }) => {
  const email = await signUpBookkeeper(url, 'Cara Careful')
  const page = await (
    await browser.newContext({ baseURL: url, permissions: ['clipboard-read', 'clipboard-write'] })
  ).newPage()
  let secret = ''
  let codes: string[] = []

  await test.step('it is turned on with a code from the app', async () => {
    await page.goto('/?next=%2Fprofile')
    await signIn(page, email)
    await expect(page).toHaveURL(/\/profile$/)
    await page.getByRole('button', { name: 'Turn On' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill('not-it')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('The password is not correct.')).toBeVisible()
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await expectAccessible(page)
    secret = (await dialog.getByTestId('secret').textContent()) ?? ''
    await dialog.getByLabel('Verification Code').fill(appCode(secret, 10))
    await dialog.getByRole('button', { name: 'Verify & Turn On' }).click()
    await expect(dialog.getByText('Invalid or expired code.')).toBeVisible()
    await dialog.getByLabel('Verification Code').fill(appCode(secret))
    await dialog.getByRole('button', { name: 'Verify & Turn On' }).click()
  })
  await test.step('ten recovery codes can be copied, downloaded and printed once', async () => {
    const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
    const shown = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(shown).toHaveCount(10)
    codes = await shown.allTextContents()
    expect(new Set(codes).size).toBe(10)
    const lines = await shown.evaluateAll((all) =>
      all.map((code) => {
        const text = document.createRange()
        text.selectNodeContents(code)
        return {
          fits: text.getBoundingClientRect().right <= code.getBoundingClientRect().right,
          top: code.getBoundingClientRect().top,
        }
      }),
    )
    expect(lines.every(({ fits }) => fits)).toBe(true)
    expect(new Set(lines.map(({ top }) => top)).size).toBe(10)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Copy' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    const file = await (await download).path()
    for (const code of codes) expect(await readFile(file, 'utf8')).toContain(code)
    await page.evaluate(() => {
      const made = document.createElement.bind(document)
      document.createElement = (name: string) => {
        const element = made(name)
        if (element instanceof HTMLIFrameElement) {
          element.addEventListener('load', () => {
            const frame = element.contentWindow
            if (frame)
              frame.print = () =>
                document.documentElement.setAttribute('data-printed', frame.document.body.textContent ?? '')
          })
        }
        return element
      }
    })
    await dialog.getByRole('button', { name: 'Print' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', new RegExp(codes[9] ?? '-'))
    await dialog.getByRole('button', { name: 'I Have Saved Them' }).click()
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  })
  await test.step('the next sign-in asks for a code and keeps the deep link', async () => {
    await signOut(page)
    await page.goto('/profile')
    await signIn(page, email)
    await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => localStorage.getItem('portal.session'))).toBeNull()
    await page.getByLabel('Verification Code').fill(appCode(secret, 10))
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Invalid or expired code.')).toBeVisible()
    await page.getByLabel('Verification Code').fill(appCode(secret, 1))
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page).toHaveURL(/\/profile$/)
  })
  await test.step('a recovery code works once instead', async () => {
    await signOut(page)
    await signIn(page, email)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery Code').fill((codes[0] ?? '').toLowerCase())
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/profile')
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
  })
  await test.step('new recovery codes replace the old ones', async () => {
    await page.getByRole('button', { name: 'New Recovery Codes' }).click()
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('dialog').getByLabel('Verification Code').fill('000000')
    await page.getByRole('button', { name: 'Create New Codes' }).click()
    await expect(page.getByText('Invalid or expired code.')).toBeVisible()
    await page
      .getByRole('dialog')
      .getByLabel('Verification Code')
      .fill(codes[1] ?? '')
    await page.getByRole('button', { name: 'Create New Codes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
    await expect(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    const fresh = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
    expect(fresh).not.toContain(codes[2])
    codes = fresh
    await dialog.getByRole('button', { name: 'I Have Saved Them' }).click()
  })
  await test.step('after it is turned off, the password is enough', async () => {
    await page.getByRole('button', { name: 'Turn Off' }).click()
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page
      .getByRole('dialog')
      .getByLabel('Verification Code')
      .fill(codes[0] ?? '')
    await page.getByRole('dialog').getByRole('button', { name: 'Turn Off' }).click()
    await expect(page.getByRole('button', { name: 'Turn On' })).toBeVisible()
    await signOut(page)
    await signIn(page, email)
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})
