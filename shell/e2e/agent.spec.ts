import { expect, test } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { PASSWORD } from './test-data.ts'
import { expectAccessible } from './usability.ts'
import { newBookkeeper, newClient, openAs, signedIn } from './users.ts'
import { url } from './portal-test.ts'

const FIELDS = [{ id: 'bank', name: 'Bank name', section: 'Bank' }]

test('sends the follow-up as planned when the bookkeeper has edited, skipped and paused others @desk', async ({
  browser,
}) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
  const context = await browser.newContext()
  const page = await context.newPage()
  const data = { email: bookkeeper.email, password: PASSWORD, portal: 'bookkeeper' }
  const session = await (await context.request.post(`${url}/api/auth/sign-in`, { data })).text()
  await page.goto(`${url}/icon.svg`)
  await page.evaluate((text) => localStorage.setItem('portal.session', text), session)
  await page.goto(`${url}/clients`)
  await page.getByText('Priya Raman').first().click()
  const upcoming = page.getByRole('list', { name: 'Upcoming follow-ups' })
  const [first, second] = [upcoming.locator('> li').nth(0), upcoming.locator('> li').nth(1)]
  await expect(first).toContainText('reminder 1')
  await first.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('textbox', { name: /^Subject/ }).fill('A word from me')
  await page.getByRole('textbox', { name: /^Text/ }).fill('Only the bank name is missing, Priya.')
  await page.getByRole('button', { name: 'Save Text' }).click()
  await expect(first).toContainText('A word from me')
  await second.getByRole('button', { name: /^Skip/ }).click()
  await expect(second).toContainText('Skipped')
  await page.getByRole('button', { name: 'Pause follow-ups for Payroll setup' }).click()
  await expect(page.getByText('Follow-ups are paused for the open workforms.')).toBeVisible()
  await page.getByRole('button', { name: 'Resume follow-ups for Payroll setup' }).click()
  await expect(first).toContainText('A word from me')
  const at = await first.locator('time').getAttribute('datetime')

  // Moves the clock to that day. A run that overlaps with the one after Resume sends nothing, so this tries again.
  await expect(async () => {
    await context.request.post(`${url}/dev/follow-ups`, { data: { now: at, bookkeeper: bookkeeper.email } })
    await expect(page.getByRole('list', { name: 'Past follow-ups' })).toContainText('A word from me', {
      timeout: 2_000,
    })
  }).toPass()
  const priya = await openAs(await browser.newContext(), url, client.email, '/client-chat')
  await expect(priya.getByText('Only the bank name is missing, Priya.')).toBeVisible()

  await page.goto(`${url}/clients/follow-ups`)
  await expect(page.getByRole('list').getByText('Skipped')).toBeVisible()
  await page.getByRole('button', { name: 'Sent', exact: true }).click()
  await expect(page.getByText('A word from me')).toBeVisible()
  await expectAccessible(page)
  await Promise.all(browser.contexts().map((c) => c.close()))
})

test('plans follow-ups when workforms were assigned before the portal started @desk', async () => {
  const bookkeeper = await signedIn(url, DEMO_BOOKKEEPER.email, 'bookkeeper', DEMO_PASSWORD)
  await expect
    .poll(async () => (await bookkeeper.request<{ items: unknown[] }>('GET', '/follow-ups')).items.length)
    .toBeGreaterThan(0)
})
