import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectContrast, expectUsable } from './usability.ts'
import { type Client, newBookkeeper, newClient, onServer, openAs } from './users.ts'
import { url } from './portal-test.ts'

/** Tests files that another app shares with the installed portal, with the real service worker. */

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

const FIELDS = [
  { id: 'name', name: 'Legal name', section: 'Business' },
  { id: 'bank', name: 'Bank statements', type: 'file', section: 'Business' },
  { id: 'lease', name: 'Lease', type: 'file', section: 'Premises' },
]

/** Opens the portal as a client, and waits until the service worker answers for its pages. */
async function installed(context: BrowserContext, client: Client): Promise<Page> {
  const page = await openAs(context, url, client.email)
  await expect(page.getByRole('heading', { name: 'Year end' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  return page
}

/** Sends files like the system does when another app shares them. */
async function share(page: Page, ...names: string[]): Promise<void> {
  await page.evaluate((shared) => {
    const files = new DataTransfer()
    for (const name of shared)
      files.items.add(new File([`%PDF-1.4\n% ${name}\n%%EOF\n`], name, { type: 'application/pdf' }))
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' })
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', name: 'files', multiple: true, files: files.files })
    form.append(input)
    document.body.append(form)
    form.submit()
  }, names)
  await page.waitForURL('**/client-dashboard?shared=true')
}

test('asks which question shared files answer, and sends them', { tag: '@desk' }, async ({ context }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Year end', FIELDS)
  const page = await installed(context, client)
  await share(page, 'May.pdf', 'Kontoauszug Juni – Übersicht.pdf')
  const dialog = page.getByRole('dialog', { name: 'Add 2 shared files' })
  await expect(dialog.getByRole('list', { name: 'Questions' }).getByRole('button')).toHaveCount(2)
  await expectUsable(page, 'shared files')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'shared files')

  // A reload does not lose them. The question is chosen by keyboard.
  await page.reload()
  await expect(dialog.getByRole('button', { name: 'Bank statements' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Legal name')).toBeVisible()
  const bank = async () => (await onServer(client, 'Business'))['bank']
  await expect
    .poll(async () => ((await bank()) as { name: string }[] | undefined)?.map(({ name }) => name))
    .toEqual(['May.pdf', 'Kontoauszug Juni – Übersicht.pdf'])
  await expect(page.locator('form').getByText('May.pdf')).toBeVisible()

  // They are sent once, and nothing is left of them.
  await page.goto(`${url}/client-dashboard?shared=true`)
  await expect(page.getByRole('dialog', { name: 'No files have arrived' })).toBeVisible()
})

test('shows shared files to no other person', { tag: '@desk' }, async ({ context }) => {
  const bookkeeper = await newBookkeeper(url)
  const [priya, ben] = [
    await newClient(url, bookkeeper, 'Year end', FIELDS),
    await newClient(url, bookkeeper, 'Year end', FIELDS),
  ]
  const page = await installed(context, priya)
  await share(page, 'May.pdf')
  await page.getByRole('button', { name: 'Discard' }).waitFor()
  const other = await openAs(context, url, ben.email, '/client-dashboard?shared=true')
  await expect(other.getByRole('dialog', { name: 'No files have arrived' })).toBeVisible()
})
