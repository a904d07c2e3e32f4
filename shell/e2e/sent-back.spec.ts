import { expect, test } from '@playwright/test'
import { expectAccessible } from './usability.ts'
import { newBookkeeper, newClient, openAs } from './users.ts'
import { url } from './portal-test.ts'

const FIELDS = [
  { id: 'iban', name: 'Account number', section: 'Bank' },
  { id: 'name', name: 'Account holder', section: 'Bank' },
  { id: 'year', name: 'Tax year', section: 'Taxes' },
]

test('shows the question that was sent back, and offers the date in a message @desk', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
  const bank = client.sections.get('Bank') ?? ''
  const submit = (iban: string, version: number) =>
    client.request('POST', `/portal/sections/${bank}/submit`, { answers: { iban, name: 'Priya' }, version })
  await submit('12', 0)
  await bookkeeper.request('POST', `/sections/${bank}/reject`, { version: 1, reason: 'Too short' })
  await submit('1234567', 2)

  const page = await openAs(await browser.newContext(), url, bookkeeper.email, '/dashboard', 'bookkeeper')
  const stuck = page.locator('section', { has: page.getByRole('heading', { name: 'Where clients get stuck' }) })
  await expect(stuck.getByRole('link', { name: /^Account number · Bank · Payroll setup/ })).toBeVisible()
  await expect(stuck.getByRole('link', { name: /Account holder/ })).toBeHidden()
  await stuck.getByRole('link', { name: /^Account number/ }).click()
  await expect(page.getByText(/^Only “Account number” answered differently after a rejection since/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payroll setup' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${url}/workforms`)
  await page.getByRole('button', { name: 'Payroll setup', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Bank', exact: true }).click()
  await expect(page.getByText('Only section “Bank” sent back · Payroll setup')).toBeVisible()

  const { items } = await client.request<{ items: { id: string }[] }>('GET', '/chat/threads')
  const write = (message: string) => client.request('POST', `/chat/threads/${items[0]?.id}/messages`, { message })
  await write('Sorry, I will send the rest tomorrow!')
  await page.goto(`${url}/clients/follow-ups`)
  const offer = page.getByRole('button', { name: /^Don’t remind before / }).first()
  await offer.click()
  await expect(page.getByText(/^No reminders to .* before /)).toBeVisible()
  await expect(offer).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(offer).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Read the message of' }).first().click()
  const below = page.getByRole('log').getByRole('button', { name: /^Don’t remind before / })
  await expect(below).toBeVisible()
  await page.setViewportSize({ width: 320, height: 740 })
  await expect.poll(() => below.evaluate((e) => e.scrollHeight - e.clientHeight)).toBe(0)
  expect((await below.boundingBox())?.height, 'the label has two lines').toBeGreaterThan(40)
  await page.setViewportSize({ width: 1280, height: 720 })
  await below.click()
  await expect(page.getByText(/^No reminders to .* before /)).toBeVisible()
  await page.context().close()
})
