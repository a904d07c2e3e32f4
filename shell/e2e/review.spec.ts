import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { realPdf, realPng } from '../../worker/contract/src/testing/real-files.ts'
import { fold, openDesk, submit, upload } from './desk.ts'
import { expectUsable } from './usability.ts'
import { type Client, newBookkeeper, newClient, type NewField } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests reviews by mouse and keyboard, with concurrent decisions, and with files. */

const FIELDS: NewField[] = [
  { id: 'name', name: 'Legal name', section: 'Business', type: 'short-text' },
  { id: 'scan', name: 'Papers', section: 'Business', type: 'file' },
  { id: 'bank', name: 'Bank', section: 'Bank', type: 'short-text' },
]

const text = (words: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(words)
/** Returns a PDF that tries to run a script when it is opened. */
function scriptedPdf(words: string): Uint8Array<ArrayBuffer> {
  const script = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'
  const plain = Buffer.from(realPdf(words)).toString('latin1')
  return new Uint8Array(Buffer.from(plain.replace('/Type /Catalog', `/Type /Catalog ${script}`), 'latin1'))
}

/** Presses a key in the moment in which a text appears, before anything else can run. */
const pressOnceShown = (page: Page, shown: string, key: string): Promise<void> =>
  page.evaluate(
    (then) =>
      new Promise((resolve) => {
        const observer = new MutationObserver(check)
        function check(): void {
          if (!document.body.textContent.includes(then.shown)) return
          observer.disconnect()
          const target = document.activeElement ?? document.body
          target.dispatchEvent(new KeyboardEvent('keydown', { key: then.key, bubbles: true, cancelable: true }))
          resolve()
        }
        observer.observe(document.body, { childList: true, subtree: true })
        check()
      }),
    { shown, key },
  )

const focused = (page: Page) => page.locator('summary:focus [role=heading]')

test('reviews three clients when only the keyboard is used', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const clients: Client[] = []
  for (const form of ['Gamma', 'Beta', 'Alpha']) {
    const client = await newClient(url, bookkeeper, form, FIELDS)
    await submit(client, 'Business', { name: `${form} LLC` })
    clients.push(client)
  }
  const page = await openDesk(browser, bookkeeper)
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(focused(page)).toHaveText('Alpha')
  await page.keyboard.press('k')
  await expect(focused(page)).toHaveText('Alpha')
  // The one that has waited longest is the last of the list.
  await page.keyboard.press('n')
  await expect(page.getByText('Gamma LLC')).toBeVisible()
  await expect(focused(page)).toHaveText('Business')
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Approve Section' })).toBeVisible()
  // Single-key shortcuts do not apply while typing.
  await page.keyboard.type('Thanks, a job done and undone? jk')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Section approved')).toBeVisible()
  await expect(fold(page, 'Gamma').getByText('Thanks, a job done and undone? jk')).toBeVisible()
  const pressed = pressOnceShown(page, 'Beta LLC', 'd')
  await page.keyboard.press('n')
  await pressed
  await expect(dialog.getByRole('button', { name: 'Decline Section' })).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('Another name, please.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Section declined')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByText('Alpha LLC')).toBeVisible()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(page.getByText('Nothing is waiting for review')).toBeVisible()
  await page.keyboard.press('u')
  await expect(dialog.getByText('Are you sure you want to undo the approval?')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Approval undone')).toBeVisible()
  await page.keyboard.press('?')
  await expect(dialog.getByText('Next section waiting for review, of any client')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByPlaceholder('Search by client...').fill('')
  await page.getByPlaceholder('Search by client...').pressSequentially('n?a')
  await expect(page.getByPlaceholder('Search by client...')).toHaveValue('n?a')
  await expect(dialog).toHaveCount(0)
  const status = async (client: Client) =>
    (await client.request<{ status: string }>('GET', `/portal/sections/${client.sections.get('Business')}`)).status
  expect(await Promise.all(clients.map(status))).toEqual(['approved', 'rejected', 'pending_review'])
})

test('leads to the longest waiting by mouse, through its sections, and past what is skipped', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const sent: [form: string, section: string][] = [
    ['Older', 'Bank'],
    ['Older', 'Business'],
    ['Newer', 'Bank'],
    ['Newest', 'Bank'],
  ]
  const clients = new Map<string, Client>()
  for (const [form, section] of sent) {
    const client = clients.get(form) ?? (await newClient(url, bookkeeper, form, FIELDS))
    clients.set(form, client)
    await submit(client, section, section === 'Bank' ? { bank: `${form} Bank` } : { name: `${form} LLC` })
  }
  const page = await openDesk(browser, bookkeeper)
  const next = () => page.getByRole('button', { name: 'Next waiting' }).click()
  await next()
  await expect(page.getByText('Older LLC')).toBeVisible()
  await expect(focused(page)).toHaveText('Business')
  await next()
  await expect(focused(page)).toHaveText('Bank')
  await next()
  await expect(page.getByText('Newer Bank')).toBeVisible()
  await expect(focused(page)).toHaveText('Bank')
  // After a decision, it goes on after what was skipped.
  await fold(page, 'Newer').getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('button', { name: 'Approve Section' }).click()
  await expect(page.getByText('Section approved')).toBeVisible()
  await next()
  await expect(page.getByText('Newest Bank')).toBeVisible()
  await next()
  await expect(focused(page)).toHaveText('Business')
})

test('opens the next section to review when it is not in the loaded list', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const first = await newClient(url, bookkeeper, 'First', FIELDS)
  const second = await newClient(url, bookkeeper, 'Second', FIELDS)
  for (const client of [first, second]) await submit(client, 'Bank', { bank: 'Valley Bank' })
  const page = await openDesk(browser, bookkeeper, `?client=${first.id}`)
  await page.getByRole('heading', { name: 'First' }).click()
  await fold(page, 'First').getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('button', { name: 'Approve Section' }).click()
  await expect(page.getByText('Section approved')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByText('Only Second · Priya Raman')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`client=${second.id}`))
  await expect(focused(page)).toHaveText('Bank')
})

test('keeps declined answers and files in the history when a section is submitted again', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
  const page = await openDesk(browser, bookkeeper)
  await page.getByRole('heading', { name: 'Onboarding' }).click()
  const pdf = realPdf('September')
  await submit(client, 'Business', {
    name: 'Saffron LLC',
    scan: [await upload(client, 'Business', 'september.pdf', pdf)],
  })
  await expect(fold(page, 'Business').getByText('september.pdf')).toBeVisible()
  await fold(page, 'Business').getByRole('button', { name: 'Reject' }).click()
  await page.getByLabel('Reason').fill('That was September.')
  await page.getByRole('button', { name: 'Decline Section' }).click()
  await expect(fold(page, 'Business').getByText('Rejection Reason')).toBeVisible()
  await expect(fold(page, 'Business').getByText('No response provided for this section yet.')).toBeVisible()
  const before = await page.evaluate(() => scrollY)
  await submit(client, 'Business', {
    name: 'Saffron LLC',
    scan: [await upload(client, 'Business', 'october.pdf', realPdf('October'))],
  })
  await expect(fold(page, 'Business').getByText('october.pdf')).toBeVisible()
  await expect(page.getByText('This section has just changed.')).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await fold(page, 'Business').getByRole('button', { name: 'History: Business' }).click()
  const history = fold(page, 'Business').locator('ol').getByRole('listitem')
  await expect(history.filter({ hasText: /Rejected by Maya Torres/ })).toContainText('That was September.')
  await page.getByText('What was rejected').click()
  await expect(history.getByText('september.pdf')).toBeVisible()
  await expect(page.getByText(createHash('sha256').update(pdf).digest('hex'))).toBeVisible()
})

test('accepts one decision and shows it to the other when two people decide at the same time', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
  await submit(client, 'Bank', { bank: 'Valley Bank' })
  const query = `?client=${client.id}`
  const [one, two] = await Promise.all([openDesk(browser, bookkeeper, query), openDesk(browser, bookkeeper, query)])
  for (const page of [one, two]) await page.getByRole('heading', { name: 'Onboarding' }).click()
  await fold(one, 'Bank').getByRole('button', { name: 'Approve', exact: true }).click()
  await fold(two, 'Bank').getByRole('button', { name: 'Reject' }).click()
  await two.getByLabel('Reason').fill('No.')
  // Toasts close automatically, so this starts to wait before they can appear.
  const showsToast = (page: Page, words: string) =>
    page
      .getByText(words, { exact: true })
      .waitFor()
      .then(() => page)
  const lost = Promise.any([one, two].map((page) => showsToast(page, 'Changed in the meantime')))
  const won = Promise.any([showsToast(one, 'Section approved'), showsToast(two, 'Section declined')])
  await Promise.all([
    one.getByRole('button', { name: 'Approve Section' }).click(),
    two.getByRole('button', { name: 'Decline Section' }).click(),
  ])
  const [winner, loser] = await Promise.all([won, lost])
  expect(loser).toBe(winner === one ? two : one)
  // A typed reason stays until its author closes the dialog.
  if (loser === two) {
    await expect(two.getByLabel('Reason')).toHaveValue('No.')
    await two.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  }
  await expect(loser.getByRole('dialog')).toHaveCount(0)
  await expect(
    fold(loser, 'Bank')
      .getByText(loser === two ? /^approved$/i : 'Rejection Reason')
      .first(),
  ).toBeVisible()
})

test('approves all submitted sections of a card, and undoes that, when the bookkeeper asks for it', async ({
  browser,
}) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
  await submit(client, 'Bank', { bank: 'Valley Bank' })
  await submit(client, 'Business', { name: 'Saffron LLC' })
  const page = await openDesk(browser, bookkeeper)
  await page.getByRole('heading', { name: 'Onboarding' }).click()
  await page.getByRole('button', { name: 'Approve all submitted (2)' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('listitem')).toHaveText(['Business', 'Bank'])
  await dialog.getByRole('button', { name: 'Approve 2 sections' }).click()
  await expect(page.getByText('2 sections approved', { exact: true })).toBeVisible()
  await expect(page.getByText('Section approved')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Undo Approval' })).toHaveCount(2)
  const changed = page.getByText('This section has just changed.')
  await expect(changed).toHaveCount(0)
  // One by hand: the others are still undone at once.
  await page.getByRole('button', { name: 'Undo Approval' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo Approval' }).click()
  await expect(page.getByText('Approval undone')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve all submitted (2)' })).toBeVisible()
  await expect(changed).toHaveCount(0)
})

test('previews files without running their scripts when they are opened on any screen', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
  const files = [
    await upload(client, 'Business', 'logo.png', realPng(300, 200)),
    await upload(client, 'Business', 'statement.pdf', scriptedPdf('October statement')),
    await upload(client, 'Business', 'page.txt', text('<script>document.title = "run"</script>\nZeile ä')),
  ]
  await submit(client, 'Business', { name: 'Saffron LLC', scan: files })
  for (const size of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    const page = await openDesk(browser, bookkeeper, '', size)
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('dialog', (dialog) => errors.push(dialog.message()))
    await page.getByRole('heading', { name: 'Onboarding' }).click()
    await page.getByRole('button', { name: 'Preview: logo.png' }).click()
    const dialog = page.getByRole('dialog')
    const picture = dialog.getByRole('img', { name: 'logo.png' })
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByText('File 2 of 3')).toBeVisible()
    await expect(dialog.locator('canvas[data-drawn]')).toBeVisible()
    await expect(dialog.getByText('October statement')).toHaveCount(1)
    const dark = await dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      return pixels.filter((_, i) => i % 4 === 0 && (pixels[i] ?? 255) < 100).length
    })
    expect(dark).toBeGreaterThan(50)
    await expectUsable(page, 'a preview')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await expect(dialog.getByText('<script>document.title = "run"</script>')).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(dialog.getByText('File 2 of 3')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    expect(await page.title()).not.toBe('run')
    expect(errors).toEqual([])
  }
})

async function unpacked(download: Download): Promise<Map<string, Uint8Array>> {
  return new Map(Object.entries(unzipSync(readFileSync(await download.path()))))
}

test('downloads a ZIP with a correct manifest when all files are requested', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
  const [one, two] = [realPdf('one'), realPdf('two')]
  const scan = [await upload(client, 'Business', 'Scan.pdf', one), await upload(client, 'Business', 'scan.PDF', two)]
  await submit(client, 'Business', { name: 'Saffron LLC', scan })
  const page = await openDesk(browser, bookkeeper)
  await page.getByRole('heading', { name: 'Onboarding' }).click()
  const tools = page.getByRole('button', { name: 'Download all 2 files (ZIP)' })
  const [download] = await Promise.all([page.waitForEvent('download'), tools.first().click()])
  expect(download.suggestedFilename()).toBe('Priya Raman - Onboarding.zip')
  const files = await unpacked(download)
  const names = ['Business/Papers - Scan.pdf', 'Business/Papers - scan (2).PDF']
  expect([...files.keys()].toSorted()).toEqual([...names, 'manifest.csv'])
  const manifest = new TextDecoder().decode(files.get('manifest.csv'))
  for (const [i, content] of [one, two].entries()) {
    expect(Buffer.from(files.get(names[i] ?? '') ?? []).equals(content)).toBe(true)
    expect(manifest).toContain(`${names[i]},${i === 0 ? 'Scan.pdf' : 'scan.PDF'},`)
    expect(manifest).toContain(createHash('sha256').update(content).digest('hex'))
  }
  // The address works only once.
  expect((await fetch(download.url())).status).toBe(404)
  await page.getByRole('button', { name: 'All of Priya Raman' }).click()
  const whole = page.getByRole('button', { name: 'Download all files (ZIP)' })
  const [all] = await Promise.all([page.waitForEvent('download'), whole.click()])
  expect([...(await unpacked(all)).keys()].toSorted()).toEqual([
    ...names.map((name) => `Onboarding/${name}`),
    'manifest.csv',
  ])
})
