import type { Page } from '@playwright/test'
import { PASSWORD } from './test-data.ts'

/** Signs in with the form on the page. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
}
