import type { Page } from '@playwright/test'
import { expectContrast, expectUsable } from './usability.ts'
import { newBookkeeper, newClient, openAs } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests the archive with a bookkeeper and a client who both have the portal open. */

const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })

test('archives and restores an assignment, a client and a workform while the client looks on', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', [
    { id: 'bank', name: 'Bank', section: 'Bank', type: 'short-text' },
  ])
  const section = client.sections.get('Bank') ?? ''
  const portal = await openAs(await browser.newContext(), url, client.email, '/client-dashboard', 'client')
  await expect(portal.getByText('Payroll setup')).toBeVisible()
  const details = `/clients?client=${client.id}`
  const page = await openAs(await browser.newContext(), url, bookkeeper.email, details, 'bookkeeper')
  const dialog = page.getByRole('dialog', { name: 'Priya Raman' })

  await dialog.getByRole('button', { name: 'Archive Payroll setup' }).click()
  await expect(page.getByText('"Payroll setup" archived')).toBeVisible()
  await expect(portal.getByText('No workforms assigned yet.')).toBeVisible()
  await expect(dialog.getByText('Archived (1)')).toBeVisible()
  await undo(page).click()
  await expect(portal.getByText('Payroll setup')).toBeVisible()
  await expect(dialog.getByText('Archived (1)')).toBeHidden()

  await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(dialog.getByText(/^Archived on/)).toBeVisible()
  await expect(portal.getByText('There is nothing to do')).toBeVisible()
  await expectUsable(page, 'the details of an archived client')
  await portal.goto(`${url}/client-dashboard?section=${section}`)
  await expect(portal.getByText('Your bookkeeper has archived this workform.')).toBeVisible()
  await expectUsable(portal, 'the dashboard of an archived client')
  await dialog.getByRole('link', { name: 'Payroll setup' }).click()
  await expect(page.getByText('Archived', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeHidden()

  await page.goto(`${url}/clients`)
  await expect(page.getByText('No clients found matching your criteria')).toBeVisible()
  await page.getByLabel('Show').selectOption('Archived')
  await page.getByRole('checkbox', { name: 'Select Priya Raman' }).check()
  await expectUsable(page, 'the list of archived clients')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'the list of archived clients in the dark')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('No clients found matching your criteria')).toBeVisible()
  await expect(portal.getByText('Payroll setup')).toBeVisible()

  await page.goto(`${url}/workforms`)
  await page.getByRole('button', { name: 'Archive Payroll setup' }).press('Enter')
  await expect(page.getByText('"Payroll setup" archived')).toBeVisible()
  await page.getByRole('tab', { name: 'Archived' }).click()
  await page.getByRole('button', { name: 'Restore Payroll setup' }).click()
  await expect(page.getByText('No archived forms')).toBeVisible()
  await expect(portal.getByText('Payroll setup')).toBeVisible()
})
