import { type Browser, expect, type Page } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_PASSWORD } from '../../tools/seed/people.ts'

/** Opens the dashboard in a new context, after the bookkeeper of the demo data has signed in. */
export async function openAsDemoBookkeeper(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage()
  await page.goto('/')
  await page.getByLabel('Email').fill(DEMO_BOOKKEEPER.email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).last().click()
  await expect(page).toHaveURL(/\/dashboard$/)
  return page
}
