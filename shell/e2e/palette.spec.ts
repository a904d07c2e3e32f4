import { expect, type Page, test } from '@playwright/test'
import { expectContrast, expectReachable, expectUsable } from './usability.ts'
import { newBookkeeper, newClient, openAs } from './users.ts'
import { url } from './portal-test.ts'

/** Tests the command palette across shell and remotes. */

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const selected = (page: Page) => palette(page).getByRole('option', { selected: true })

/** Opens the palette by keyboard and types a text. */
async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+K')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text)
}

test('finds clients, workforms, submissions and pages, and what can be done there, by keyboard', {
  tag: '@desk',
}, async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', [
    { id: 'bank', name: 'Bank', section: 'Bank details', type: 'short-text' },
  ])
  const section = client.sections.get('Bank details') ?? ''
  const { version } = await client.request<{ version: number }>('GET', `/portal/sections/${section}`)
  await client.request('POST', `/portal/sections/${section}/submit`, { answers: { bank: 'First' }, version })
  const page = await openAs(await browser.newContext(), url, bookkeeper.email, '/dashboard', 'bookkeeper')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  await search(page, 'priya')
  await expect(selected(page)).toContainText('Priya Raman')
  await expect(palette(page).getByRole('group', { name: 'Submissions' })).toContainText('Bank details')
  await expectUsable(page, 'Search results')
  await page.keyboard.press('Tab')
  await page.keyboard.type('remind')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Remind Now' })).toBeVisible()
  await expect(page).toHaveURL(`${url}/clients?client=${client.id}&action=remind`)
  // Not over a dialog that the address does not contain.
  await page.keyboard.press('Control+K')
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${url}/clients?client=${client.id}`)

  await search(page, 'payroll')
  await expect(palette(page).getByRole('group', { name: 'Workforms' })).toContainText('Payroll setup')
  await page.keyboard.press('Enter')
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByText('Bank details')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()

  await search(page, 'bank det')
  await expect(selected(page)).toContainText('Priya Raman · Payroll setup')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/form-submissions\?workform=.+&client=/)
  await expect(page.getByText('First', { exact: true })).toBeVisible()

  // From a field, by the command of a remote, to a dialog that got the focus.
  await page.getByRole('searchbox').focus()
  await search(page, 'import')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Import Clients' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${url}/clients`)

  await page.keyboard.press('Control+K')
  const recent = palette(page).getByRole('group', { name: 'Recent' })
  await expect(recent.getByRole('option').first()).toContainText('Payroll setup')
  await expect(recent).toContainText(client.email)
  await expect(recent.getByRole('option', { name: 'Clients' })).toBeHidden()
  await expectUsable(page, 'Recent items')
  await expectReachable(page, 'Recent items')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'Recent items in the dark theme')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectUsable(page, 'Actions on a phone')
  // The check above has pressed Tab, which shows the actions of an item.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expectUsable(page, 'The button on a phone')
})
