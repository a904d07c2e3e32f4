import { expect, test } from '@playwright/test'
import { expectAccessible } from './usability.ts'
import { newBookkeeper, newClient, openAs } from './users.ts'
import { url } from './portal-test.ts'

const FIELDS = [{ id: 'bank', name: 'Bank name', section: 'Bank' }]

test('understands notes while they are typed, and holds reminders until they are released @desk', async ({
  browser,
}) => {
  const bookkeeper = await newBookkeeper(url)
  await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
  const page = await openAs(await browser.newContext(), url, bookkeeper.email, '/clients', 'bookkeeper')
  await page.getByText('Priya Raman').first().click()
  await page.getByRole('button', { name: 'Edit preferences for Payroll setup' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preferences for "Payroll setup"' })
  await dialog.getByLabel('Notes').fill('Be gentle, once a week. Ask Linda at the front desk.')
  await expect(dialog.getByText('Once a week')).toBeVisible()
  await expect(dialog.getByText('Not understood: Ask Linda at the front desk')).toBeVisible()
  await expect(dialog.getByText('Nothing is sent until you release it.')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('On hold: nothing is sent.')).toBeVisible()

  await page.goto(`${url}/clients/follow-ups`)
  await page.getByRole('button', { name: 'Release reminders to Priya Raman' }).click()
  await expect(page.getByText('Reminders to Priya Raman released')).toBeVisible()
  await expect(page.getByText('Ask Linda')).toBeHidden()
  await expectAccessible(page)
  await page.context().close()
})
