import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { reportBounce } from './mail-report.ts'
import { mailsTo, type SentMail } from './mailbox.ts'
import { unique } from './test-data.ts'
import { newBookkeeper, openAs, type Person } from './users.ts'
import { url } from './portal-test.ts'

/** Tests failed deliveries and the audit log. */

const mailTo = async (address: string): Promise<SentMail | undefined> => (await mailsTo(url, address))[0]

const createClient = (bookkeeper: Person, name: string, email: string) =>
  bookkeeper.request<{ id: string }>('POST', '/clients', { name, email, phone: '555 0100' })

async function opened(context: BrowserContext, path: string): Promise<{ bookkeeper: Person; page: Page }> {
  const bookkeeper = await newBookkeeper(url)
  return { bookkeeper, page: await openAs(context, url, bookkeeper.email, path, 'bookkeeper') }
}

test('holds mail back and sends it on request when an address has bounced', async ({ context }) => {
  const { bookkeeper, page } = await opened(context, '/profile')
  await page.getByRole('link', { name: /^Deliveries/ }).click()
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  await expect(page.getByText('Nothing has failed')).toBeVisible()
  const email = `${unique('bounced')}@example.com`
  await reportBounce(url, email)
  const { id } = await createClient(bookkeeper, 'Ann', email)
  const row = page.getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('invites you to the client portal')
  await expect(row).toContainText('Not sent: email to this address bounced.')
  await page.goto(`${url}/clients?client=${id}`)
  await expect(page.getByText('Email to this client bounces')).toBeVisible()
  await expect(page.getByText('One email was held back.')).toBeVisible()
  expect(await mailTo(email)).toBeUndefined()
  await page.goto(`${url}/profile/deliveries`)
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Nothing has failed')).toBeVisible()
  await expect.poll(() => mailTo(email)).toBeDefined()
  await page.goto(`${url}/clients?client=${id}`)
  await expect(page.getByText('This client has not signed up yet.')).toBeVisible()
  await expect(page.getByText('Email to this client bounces')).toHaveCount(0)
})

test('filters, exports and verifies the audit log when the bookkeeper opens it', async ({ context }) => {
  const { bookkeeper, page } = await opened(context, '/profile')
  for (const name of ['Ann Archer', 'Bob Baker']) await createClient(bookkeeper, name, `${unique('audit')}@example.com`)
  await bookkeeper.request('POST', '/workforms', {
    name: 'Tax 2026',
    fields: [{ id: 'a', name: 'A', section: 'S', type: 'short-text' }],
  })
  await page.goto(`${url}/profile/audit`)
  const entries = page.getByRole('listitem')
  await expect(entries.filter({ hasText: 'You added Bob Baker' })).toBeVisible()
  await page.getByLabel('Kind').selectOption('Workforms')
  await expect(entries.filter({ hasText: 'created the workform "Tax 2026"' })).toBeVisible()
  await expect(entries.filter({ hasText: 'Bob Baker' })).toHaveCount(0)
  await page.getByLabel('Kind').selectOption('Everything')
  await page.getByLabel('Client', { exact: true }).fill('ann')
  await page.getByRole('button', { name: /^Ann Archer/ }).click()
  await expect(entries.filter({ hasText: 'Bob Baker' })).toHaveCount(0)
  await expect(entries.filter({ hasText: 'You added Ann Archer' })).toBeVisible()
  await page.reload()
  await expect(entries.filter({ hasText: 'You added Ann Archer' })).toBeVisible()
  await expect(entries.filter({ hasText: 'Bob Baker' })).toHaveCount(0)
  await page.getByRole('button', { name: /Remove filter/ }).click()
  await expect(entries.filter({ hasText: 'You added Bob Baker' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'intact' })).toBeVisible()
})
