import type { Page } from '@playwright/test'
import { realPdf } from '../../worker/contract/src/testing/real-files.ts'
import { expectContrast, expectReachable, expectUsable } from './usability.ts'
import { type Client, newBookkeeper, newClient, openAs } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests what a bookkeeper does with one client, and how the list of submissions is arranged. */

async function submitFile(client: Client, name: string): Promise<void> {
  const id = client.sections.get('Papers') ?? ''
  const response = await fetch(
    `${url}/api/portal/sections/${id}/files?${new URLSearchParams({ field: 'scan', name })}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${client.session.access_token}` },
      body: realPdf('Passport'),
    },
  )
  expect(response.status).toBe(201)
  const { version } = await client.request<{ version: number }>('GET', `/portal/sections/${id}`)
  await client.request('POST', `/portal/sections/${id}/submit`, { answers: { scan: [await response.json()] }, version })
}

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 500

test('reminds a client, keeps notes, finds files and history, and returns to a saved view', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', [
    { id: 'scan', name: 'Scan', section: 'Papers', type: 'file' },
    { id: 'bank', name: 'Bank', section: 'Bank', type: 'short-text' },
  ])
  await submitFile(client, 'passport.pdf')
  const page = await openAs(
    await browser.newContext(),
    url,
    bookkeeper.email,
    `/clients?client=${client.id}`,
    'bookkeeper',
  )
  const dialog = page.getByRole('dialog', { name: 'Priya Raman' })
  await expect(dialog.getByText('Client Information')).toBeVisible()

  await dialog.getByRole('button', { name: 'Remind now' }).click()
  const reminder = page.getByRole('dialog', { name: 'Remind Now' })
  await expect(reminder.getByLabel('Text')).toHaveValue(/Still open: Bank/)
  await expectUsable(page, 'Remind Now')
  await reminder.getByRole('button', { name: 'Send reminder' }).click()
  await expect(page.getByText('Reminder sent')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remind now' }).click()
  await expect(reminder.getByText('This client has already been reminded today.')).toBeVisible()
  await reminder.getByRole('button', { name: 'Cancel' }).click()

  await dialog.getByRole('tab', { name: 'Notes' }).click()
  await expect(page).toHaveURL(/tab=notes/)
  await dialog.getByLabel('Private notes').fill('Prefers calls in the morning.')
  await dialog.getByRole('button', { name: 'Save notes' }).click()
  await expect(page.getByText('Notes saved')).toBeVisible()
  await page.reload()
  await expect(dialog.getByLabel('Private notes')).toHaveValue('Prefers calls in the morning.')
  await expectUsable(page, 'Notes')

  await dialog.getByRole('tab', { name: 'Notes' }).press('ArrowRight')
  await expect(dialog.getByText('passport.pdf')).toBeVisible()
  await expectUsable(page, 'Files')
  await dialog.getByRole('button', { name: 'Preview: passport.pdf' }).click()
  const preview = page.getByRole('dialog', { name: 'passport.pdf' })
  await expect(preview.locator('canvas').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()

  await dialog.getByRole('tab', { name: 'History' }).click()
  await expect(dialog.getByText('sent a follow-up to Priya Raman')).toBeVisible()
  await expectUsable(page, 'History')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'History in the dark')
  if (!isPhone(page)) await expectReachable(page, 'the client dialog')

  await dialog.getByRole('button', { name: 'Remind now' }).click()
  await reminder.getByLabel('Text').fill('Could you send us the bank details?')
  await reminder.getByRole('button', { name: 'Continue in chat' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Could you send us the bank details?')

  await page.goto(`${url}/form-submissions`)
  await page.getByLabel('Sort').selectOption('Longest waiting')
  await page.getByLabel('Group').selectOption('By client')
  await expect(page.getByRole('heading', { name: 'Priya Raman', level: 2 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payroll setup', level: 3 })).toBeVisible()
  await expectUsable(page, 'Grouped submissions')
  // Another device of the same person.
  const other = await openAs(await browser.newContext(), url, bookkeeper.email, '/form-submissions', 'bookkeeper')
  await expect(other).toHaveURL(/\?sort=waiting&group=client$/)
  await expect(other.getByRole('heading', { name: 'Priya Raman', level: 2 })).toBeVisible()
  await other.locator('summary:has-text("Priya Raman")').first().press('Enter')
  await expect(other.getByRole('heading', { name: 'Payroll setup', level: 3 })).toBeHidden()
})
