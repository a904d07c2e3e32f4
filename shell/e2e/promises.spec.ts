import { expect, type Page, test } from '@playwright/test'
import { addDays, todayHere } from '../../worker/contract/src/dates.ts'
import { expectContrast, expectReachable, expectUsable } from './usability.ts'
import { newBookkeeper, newClient, openAs } from './users.ts'
import { url } from './portal-test.ts'

/** A client promises a day, changes and keeps it, and the bookkeeper sees each step without reloading. */

const FIELDS = [
  { id: 'iban', name: 'Account number', section: 'Bank' },
  { id: 'year', name: 'Tax year', section: 'Taxes' },
]

/** Runs a check in light and dark. */
async function inBothThemes(page: Page, check: () => Promise<void>): Promise<void> {
  await check()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'in dark')
  await page.emulateMedia({ colorScheme: 'light' })
}

const promiseDay = (page: Page) => page.getByRole('dialog', { name: /^When will you send/ }).getByLabel('Send it by')

test('shows a promise to both sides, live, from the first day to the end', async ({ browser, context }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
  const tomorrow = addDays(todayHere(), 1)

  const atDesk = await browser.newContext({ viewport: { width: 1280, height: 800 }, isMobile: false })
  const desk = await openAs(atDesk, url, bookkeeper.email, '/form-submissions', 'bookkeeper')
  const card = desk.locator('summary', { hasText: 'Payroll setup' })
  await expect(card).toBeVisible()
  await expect(card.getByText(/^Promise/)).toBeHidden()

  const page = await openAs(context, url, client.email)
  await page.getByRole('button', { name: "I'll send it by… (Payroll setup)" }).click()
  await inBothThemes(page, () => expectUsable(page, 'the promise dialog'))
  await page.getByRole('button', { name: 'Tomorrow' }).click()
  await expect(promiseDay(page)).toHaveValue(tomorrow)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^You plan to send it by /)).toBeVisible()
  await inBothThemes(page, () => expectUsable(page, 'the dashboard with a promise'))
  await expect(card.getByText(/^Promised by /)).toBeVisible()
  await expectUsable(desk, 'Form Submissions with a promise')

  await desk.getByRole('button', { name: /^Notifications/ }).click()
  await expect(desk.getByText(/promises to send "Payroll setup" by/)).toBeVisible()
  await desk.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Change (Payroll setup)' }).click()
  await page.getByRole('button', { name: 'I no longer know when' }).click()
  await expect(page.getByText(/^You plan to send it by /)).toBeHidden()
  await expect(card.getByText(/^Promised by /)).toBeHidden()

  await client.request('PUT', `/portal/workforms/${client.workformId}/commitment`, { day: tomorrow })
  await expect(page.getByText(/^You plan to send it by /)).toBeVisible()
  await desk.goto(`${url}/clients/follow-ups`)
  const promised = desk.getByRole('region', { name: 'Promised by clients' })
  await expect(promised.getByRole('listitem').getByText(/^Promised by /)).toBeVisible()
  await inBothThemes(desk, () => expectUsable(desk, 'Follow-ups with a promise'))
  for (const [name, answers] of [
    ['Bank', { iban: '1' }],
    ['Taxes', { year: '2026' }],
  ] as const) {
    const id = client.sections.get(name) ?? ''
    await client.request('POST', `/portal/sections/${id}/submit`, { answers, version: 0 })
  }
  await expect(promised).toBeHidden()
  await expect(page.getByText(/^You plan to send it by /)).toBeHidden()
  await desk.goto(`${url}/clients?client=${client.id}`)
  await expect(desk.getByRole('dialog').getByText(/^Promise kept: /)).toBeVisible()
  await inBothThemes(desk, () => expectUsable(desk, 'the client dialog with a kept promise'))
  await atDesk.close()
})

test('opens the promise from the link in a reminder, by keyboard @desk', async ({ context }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
  const link = `/client-dashboard?promise=${client.workformId}`
  const page = await openAs(context, url, client.email, link)
  await expect(promiseDay(page)).toBeVisible()
  await expectReachable(page, 'the promise dialog')
  await page.keyboard.press('Escape')
  await expect(promiseDay(page)).toBeHidden()
  await page.getByRole('button', { name: /^I'll send it by/ }).press('Enter')
  await expect(promiseDay(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^You plan to send it by /)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Change/ })).toBeFocused()
})

test('shows the bookkeeper how long sections have been with each side @desk', async ({ context }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
  const bank = client.sections.get('Bank') ?? ''
  await client.request('POST', `/portal/sections/${bank}/submit`, { answers: { iban: '1' }, version: 0 })
  await bookkeeper.request('POST', `/sections/${bank}/approve`, { version: 1 })

  const page = await openAs(context, url, bookkeeper.email, '/form-submissions', 'bookkeeper')
  await page.getByLabel('Sort').selectOption('Longest with client')
  await expect(page).toHaveURL(/sort=with_client/)
  await page.locator('summary', { hasText: 'Payroll setup' }).click()
  await expect(page.getByText('less than a day in total')).toHaveCount(2)
  await inBothThemes(page, () => expectUsable(page, 'Form Submissions with the time per side'))
  await page.goto(`${url}/clients?client=${client.id}`)
  const dialog = page.getByRole('dialog', { name: client.name })
  await dialog.getByText('Time per section').press('Enter')
  await expect(dialog.getByText('Bank: less than a day in total')).toBeVisible()
  await inBothThemes(page, () => expectUsable(page, 'the client dialog with the time per side'))
  await page.goto(`${url}/dashboard`)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Time per side' }) }).last()
  await expect(card.getByText(/: less than a day with the client, less than a day with you\.$/)).toBeVisible()
  await card.getByText('Show as table').click()
  await expect(card.getByRole('table')).toBeVisible()
  await inBothThemes(page, () => expectUsable(page, 'the dashboard with the time per side'))
  await page.goto(`${url}/form-submissions`)
  await expect(page.getByLabel('Sort')).toHaveValue('with_client')
})
