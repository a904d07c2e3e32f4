import { readFile } from 'node:fs/promises'
import type { Browser, Download, Page } from '@playwright/test'
import { unique } from './test-data.ts'
import { expectUsable } from './usability.ts'
import { newBookkeeper, openAs, type Person } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests how bookkeepers manage clients: long lists, import, bulk changes and small screens. */

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

interface NewClient {
  id: string
  name: string
  email: string
}

const opened = async (browser: Browser, isMobile: boolean, who: Person, more: object = {}): Promise<Page> =>
  openAs(await browser.newContext({ ...(isMobile ? PHONE : {}), ...more }), url, who.email, '/clients', 'bookkeeper')

const newClient = (who: Person, name: string): Promise<NewClient> =>
  who.request<NewClient>('POST', '/clients', {
    name,
    email: `${unique('client')}@example.com`,
    phone: '555 0100',
    company: 'Bluebird Bakery',
  })

/** Creates 'Client 000' and so on. The highest number is at the top of the list. */
async function createMany(who: Person, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => ({
    name: `Client ${String(i).padStart(3, '0')}`,
    email: `${unique('many')}@example.com`,
    phone: '',
    company: '',
    status: '',
  }))
  for (let i = 0; i < count; i += 100)
    await who.request('POST', '/clients/import', { rows: rows.slice(i, i + 100), invite: false })
}

/** Finds the button in the list that opens the details of a client. */
const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8')

let bookkeeper: Person
test.beforeEach(async () => {
  bookkeeper = await newBookkeeper(url)
})

test('opens one modal dialog and returns the focus to the row when a client is double-clicked', {
  tag: '@desk',
}, async ({ browser, isMobile }) => {
  const { name } = await newClient(bookkeeper, 'Ada Abbott')
  const page = await opened(browser, isMobile, bookkeeper)
  for (const _ of [1, 2]) {
    await row(page, name).dblclick()
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog.getByText('Client Information')).toBeVisible()
    await expect(page.locator('dialog:modal')).toHaveCount(1)
    // The focus is on a button, or where the second click was, which is in the dialog by then.
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
    await page.goBack()
    await expect(page).toHaveURL(/\/clients$/)
    await expect(page.locator('dialog')).toBeHidden()
    await expect(row(page, name)).toBeFocused()
  }
})

test('searches and scrolls a long list when only the keyboard is used', { tag: '@desk' }, async ({
  browser,
  isMobile,
}) => {
  await createMany(bookkeeper, 130)
  const page = await opened(browser, isMobile, bookkeeper)
  await expect(page.getByRole('grid', { name: 'Clients' })).toHaveAttribute('aria-rowcount', '131')
  const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'))
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search clients...')).toBeFocused()
  await page.keyboard.type('client 07')
  await expect(page).toHaveURL(/q=client(\+|%20)07/)
  await expect(row(page, 'Client 079')).toBeVisible()
  await expect(row(page, 'Client 129')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'Client 078')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Client 078' })).toBeVisible()
  // The dialog becomes modal and gets the focus when its content is loaded.
  await expect(page.getByRole('heading', { name: 'Assigned Workforms' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Client 078')).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.press('Delete')
  await expect(row(page, 'Client 129')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  expect(await focused()).toBe('2')
  // Rows are loaded on the way to the end, and the focus stays on a row.
  await expect
    .poll(async () => {
      await page.keyboard.press('End')
      return focused()
    })
    .toBe('131')
  await expect(row(page, 'Client 000')).toBeFocused()
  await expect(row(page, 'Client 000')).toBeInViewport()
  await page.keyboard.press('PageUp')
  expect(Number(await focused())).toBeLessThan(130)
  await page.keyboard.press('Home')
  await expect(row(page, 'Client 129')).toBeInViewport()
  // The list is a single tab stop.
  await page.keyboard.press('Tab')
  expect(await focused()).toBeUndefined()
})

test('imports valid rows and offers the others as a file when a file has problems', async ({ browser, isMobile }) => {
  await newClient(bookkeeper, 'Known Client')
  const known = (await bookkeeper.request<{ items: NewClient[] }>('GET', '/clients')).items[0]?.email ?? ''
  const page = await opened(browser, isMobile, bookkeeper, { colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Clients' })
  const choose = (name: string, buffer: Buffer) =>
    dialog.getByLabel('File of clients').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await choose('book.xlsx', Buffer.from('PK\u0003\u0004 not really'))
  await expect(dialog.getByRole('alert')).toContainText('“book.xlsx” is a spreadsheet, not a CSV file.')
  await expectUsable(page, 'file')
  const mail = unique('mueller')
  const rows = [
    'Kunde;E-Mail-Adresse;Telefon;Firma',
    `"Müller; Jürgen";${mail}@example.com;+49 170 1;Bäckerei`,
    ...Array.from({ length: 120 }, (_, i) => `Nummer ${i};${mail}-${i}@example.com;;`),
    ';ohne-namen@example.com;;',
    `Schon da;${known};;`,
    `Doppelt;${mail}@example.com;;`,
  ]
  await choose('kunden.csv', Buffer.from(rows.join('\r\n'), 'latin1'))
  await expect(dialog.getByText('124 rows')).toBeVisible()
  await expect(dialog.getByLabel('Encoding')).toHaveValue('windows-1252')
  await expect(dialog.getByLabel('Full Name')).toHaveValue('0')
  await expectUsable(page, 'columns')
  await dialog.getByRole('button', { name: 'Next' }).click()
  for (const problem of [
    'The name is missing.',
    'You already have a client with this email.',
    'Same email as in row 2.',
  ]) {
    await expect(dialog.getByText(problem)).toBeVisible()
  }
  await expectUsable(page, 'preview')
  await dialog.getByLabel('Send each client an invitation now').uncheck()
  await dialog.getByRole('button', { name: 'Import 121 clients' }).click()
  await expect(dialog.getByText('121 clients imported.')).toBeVisible()
  await expect(dialog.getByText('3 rows were skipped because of problems.')).toBeVisible()
  await expectUsable(page, 'outcome')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download the rows that were not imported' }).click()
  expect(await textOf(await download)).toContain(`Schon da,${known},,,124,You already have a client with this email.`)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(row(page, 'Nummer 119')).toBeVisible()
  await expect(page.getByLabel('Number of clients').getByText('122').first()).toBeVisible()
  await page.getByLabel('Search clients...').fill('müller; j')
  await expect(row(page, 'Müller; Jürgen')).toBeVisible()
})

test('hides columns and offers all actions in the details when the screen is small', async ({ browser, isMobile }) => {
  const name = 'Wolfeschlegelsteinhausenbergerdorff Maximiliane Theodora von und zu Hohenstein-Langenburg the Younger'
  await newClient(bookkeeper, name)
  const page = await opened(browser, isMobile, bookkeeper)
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(isMobile ? 0 : 1)
  await expect(page.getByRole('columnheader', { name: 'Company' })).toHaveCount(isMobile ? 0 : 1)
  await expectUsable(page, 'list')
  await page.getByText('Bluebird Bakery').click()
  const dialog = page.getByRole('dialog', { name })
  await expectUsable(page, 'details')
  await dialog.getByRole('button', { name: 'Resend invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete client' }).click()
  await expect(page.getByText(`Are you sure you want to delete "${name}"? This action cannot be undone.`)).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Client "${name}" deleted successfully`)).toBeVisible()
  await expect(page.getByText('No clients found matching your criteria')).toBeVisible()
  await expectUsable(page, 'empty list')
})

test('filters, tags all results and keeps filters in the URL', async ({ browser, isMobile }) => {
  await createMany(bookkeeper, 105)
  const page = await opened(browser, isMobile, bookkeeper)
  await page.getByRole('button', { name: 'New 105' }).click()
  await expect(page).toHaveURL(/status=new/)
  await page.getByLabel('Show').selectOption('Never signed up')
  await page.getByRole('checkbox', { name: 'Select Client 104' }).check()
  await page.getByRole('button', { name: /^Select all .*results$/ }).click()
  await expect(page.getByText('105 selected')).toBeVisible()
  await expectUsable(page, 'selection')
  const bar = page.getByRole('region', { name: 'Selected clients' })
  for (const name of ['Clear selection', 'Assign', 'Archive'])
    await expect(bar.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  expect(await bar.evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0)
  const heights = await bar.getByRole('button').evaluateAll((all) => all.map((e) => e.scrollHeight - e.clientHeight))
  expect(Math.max(...heights), 'labels fit into their buttons').toBe(0)
  if (!isMobile) expect((await bar.boundingBox())?.height, 'one row').toBeLessThan(60)
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('textbox', { name: 'Tag' }).fill('Year-end')
  await page.getByRole('button', { name: 'Add tag' }).click()
  await expect(page.getByText('Tag "Year-end" added: 105 done')).toBeVisible()
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('Year-end')
  await page.reload()
  await expect(page).toHaveURL(/show=not_signed_up.*tag=Year-end|tag=Year-end.*show=not_signed_up/)
  await expect(row(page, 'Client 104')).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/tag=/)
})
