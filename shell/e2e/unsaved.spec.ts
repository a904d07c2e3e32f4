import type { Page } from '@playwright/test'
import { type Client, newBookkeeper, newClient, openAs, type Person } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests what Back, a press beside them, a reload and a lost connection do to unsaved input and open dialogs. */

const back = (page: Page): Promise<void> => page.evaluate(() => window.history.back())
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes?' })
const answer = (page: Page, name: 'Keep editing' | 'Discard') => question(page).getByRole('button', { name }).click()

let bookkeeper: Person
let client: Client
test.beforeAll(async () => {
  bookkeeper = await newBookkeeper(url)
  client = await newClient(url, bookkeeper, 'Onboarding', [{ id: 'n', name: 'Legal name', section: 'Business' }])
})

test('closes drawers and dialogs when Back is pressed, and shows an error when offline', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const page = await openAs(context, url, client.email)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await back(page)
  await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0)
  await expect(page).toHaveURL(/client-dashboard/)
  await page.getByRole('button', { name: 'Continue: Business' }).click()
  await page.getByLabel('Legal name').fill('Saffron Street')
  await page.getByRole('button', { name: 'Submit Section' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Submit' })).toBeVisible()
  await back(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit Section' }).click()
  // Toasts that could not be loaded before would appear when the connection is back.
  await expect(page.locator('[data-toasts]')).toBeAttached()
  await context.setOffline(true)
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('You are offline. Please check')).toBeVisible()
  await expect(page.getByRole('dialog', { name: /^Submit/ })).toHaveCount(0)
  await expect(page.getByLabel('Legal name')).toHaveValue('Saffron Street')
})

test('keeps a typed edit when Back or a point beside the dialog is pressed, and when the page is reloaded', {
  tag: '@desk',
}, async ({ context }) => {
  const page = await openAs(context, url, bookkeeper.email, '/clients', 'bookkeeper')
  const phone = page.getByRole('dialog', { name: 'Edit Client' }).getByLabel('Phone')
  const edit = () =>
    page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
  await edit()
  await phone.fill('555 0199')
  await page.mouse.click(2, 2)
  await expect(question(page)).toHaveCount(0)
  await expect(phone).toHaveValue('555 0199')
  await back(page)
  await answer(page, 'Keep editing')
  await expect(phone).toHaveValue('555 0199')
  await expect(page).toHaveURL(/\/clients/)
  await page.reload()
  await edit()
  await expect(phone).toHaveValue('555 0199')
  await page.keyboard.press('Escape')
  await answer(page, 'Discard')
  await expect(page.getByRole('dialog', { name: 'Edit Client' })).toHaveCount(0)
})

test('focuses the question at once when an edit with unsaved text is closed', async ({ context }) => {
  const page = await openAs(context, url, bookkeeper.email, '/clients', 'bookkeeper')
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  const edit = page.getByRole('dialog', { name: 'Edit Client' })
  await edit.getByLabel('Phone').fill('555 0123')
  // Reads the focus before the next paint: a key pressed until then must not reach the form behind.
  const focused = await edit.getByRole('button', { name: 'Cancel' }).evaluate(async (button: HTMLElement) => {
    button.click()
    await Promise.resolve()
    return document.activeElement?.textContent
  })
  expect(focused).toBe('Keep editing')
  await answer(page, 'Discard')
  await expect(edit).toHaveCount(0)
})

test('asks before Back or a link leaves a page with a changed form', { tag: '@desk' }, async ({ context }) => {
  const page = await openAs(context, url, bookkeeper.email, '/clients', 'bookkeeper')
  await page.getByRole('link', { name: 'Profile' }).click()
  const company = page.getByRole('textbox', { name: 'Company' })
  await company.fill('Unsaved Books')
  await page.getByRole('link', { name: 'Workforms' }).first().click()
  await answer(page, 'Keep editing')
  await expect(page).toHaveURL(/\/profile/)
  await back(page)
  await answer(page, 'Keep editing')
  await expect(page).toHaveURL(/\/profile/)
  await page.reload()
  await expect(company).toHaveValue('Unsaved Books')
  await back(page)
  await answer(page, 'Discard')
  await expect(page).toHaveURL(/\/clients/)
})
