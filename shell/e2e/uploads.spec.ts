import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import * as real from '../../worker/contract/src/testing/real-files.ts'
import { openProxy } from './cut-proxy.ts'
import { type Client, newBookkeeper, newClient, onServer, openAs, type Person } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests uploads: checks of files, lost connections and retries. */

const FIELDS = [
  { id: 'scan', name: 'Passport', section: 'Papers', type: 'file' },
  { id: 'more', name: 'Other papers', section: 'Papers', type: 'file' },
]
const LONG = `${'A statement of all that happened in the year and what it may mean '.repeat(2)}${'x'.repeat(60)}.pdf`
const MB = 1024 * 1024

let bookkeeper: Person
let folder: string

test.beforeAll(async () => {
  bookkeeper = await newBookkeeper(url)
  folder = mkdtempSync(join(tmpdir(), 'portal-files-'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))
/** Writes a file to disk and returns its path. */
function onDisk(name: string, content: Uint8Array | string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Opens a section with two file fields as a new client. `address` replaces the address of the portal. */
async function openSection(page: Page, address?: string): Promise<{ client: Client; page: Page }> {
  const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
  const shown = await openAs(
    page.context(),
    address ?? url,
    client.email,
    `/client-dashboard?section=${client.sections.get('Papers') ?? ''}`,
  )
  await expect(shown.getByText('Passport', { exact: true })).toBeVisible()
  return { client, page: shown }
}

const choose = (page: Page, paths: readonly string[], field = 'Passport') =>
  page.getByLabel(`Upload files for ${field}`, { exact: true }).setInputFiles([...paths])
const rowOf = (page: Page, name: string) => page.locator('form').getByRole('listitem').filter({ hasText: name })
const filesOf = async (client: Client, field = 'scan') =>
  ((await onServer(client, 'Papers'))[field] ?? []) as { id: string; name: string; size: number }[]
const namesOf = async (client: Client) =>
  (await filesOf(client)).map((f) => f.name).toSorted((a, b) => a.localeCompare(b))

test('shows the problem of each file at once, and uploads questionable ones when confirmed', { tag: '@desk' }, async ({
  page: first,
}) => {
  const { client, page } = await openSection(first)
  await choose(page, [
    onDisk('renamed.pdf', real.realExe()),
    onDisk('page.pdf', '<!doctype html><script>alert(1)</script>'),
    onDisk('picture.pdf', real.realPng(20, 20)),
    onDisk('empty.pdf', ''),
    onDisk('setup.exe', real.realExe()),
    onDisk('too large.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(51 * MB)])),
    onDisk('statement.pdf', real.realPdf()),
    onDisk('letter.docx', real.realDocx()),
    onDisk('scan.tiff', real.realTiff()),
    onDisk('tiny.png', real.realPng(200, 100)),
    onDisk('locked.pdf', real.protectedPdf()),
  ])
  for (const name of ['renamed.pdf', 'page.pdf']) {
    await expect(rowOf(page, name)).toContainText('The content of the file does not match its type.')
  }
  await expect(rowOf(page, 'picture.pdf')).toContainText('It seems to be a PNG file.')
  await expect(rowOf(page, 'empty.pdf')).toContainText('The file is empty.')
  await expect(rowOf(page, 'setup.exe')).toContainText('This type of file is not accepted here.')
  await expect(rowOf(page, 'too large.pdf')).toContainText('The file is larger than 50 MB.')
  await expect(rowOf(page, 'tiny.png')).toContainText('only 200 × 100 pixels')
  await expect(rowOf(page, 'locked.pdf')).toContainText('This PDF is protected.')
  await expect.poll(() => namesOf(client)).toEqual(['letter.docx', 'scan.tiff', 'statement.pdf'])

  await page.getByRole('button', { name: 'Send anyway: tiny.png' }).click()
  // The rows move when the file is stored.
  await expect(page.getByRole('button', { name: 'Download tiny.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel locked.pdf' }).click()
  await expect(rowOf(page, 'locked.pdf')).toHaveCount(0)
  await choose(page, [onDisk('the same.pdf', real.realPdf())], 'Other papers')
  await expect(rowOf(page, 'the same.pdf')).toContainText('The same file is already in "Papers", as statement.pdf.')
  // A toast stays open while the pointer is over it.
  await page.mouse.move(2, 2)
  await expect(page.getByText('Files uploaded')).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel the same.pdf' }).click()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download letter.docx' }).click()
  expect((await download).suggestedFilename()).toBe('letter.docx')
  await page.getByRole('button', { name: 'Remove statement.pdf' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('File removed')).toBeVisible()
  await expect.poll(() => namesOf(client)).toEqual(['letter.docx', 'scan.tiff', 'tiny.png'])
})

test('resumes an upload automatically when the page is closed offline and opened again', { tag: '@desk' }, async ({
  page: first,
}) => {
  const proxy = await openProxy(url)
  const { client, page } = await openSection(first, proxy.url)
  const parts: string[] = []
  const recordParts = (tab: Page) =>
    tab.on('request', (r) => r.url().includes('/parts/') && parts.push(r.url().split('/').at(-1) ?? ''))
  recordParts(page)
  proxy.cutAfter(12 * MB)
  await choose(page, [onDisk('resumed.pdf', real.realPdf('resumed', '', 13 * MB))])
  await proxy.wasCut
  await expect(rowOf(page, 'resumed.pdf')).toContainText('Waiting for the connection.')
  const address = page.url()
  await page.close()
  expect(parts).toEqual(['1', '2', '3'])
  proxy.restore()
  const again = await first.context().newPage()
  recordParts(again)
  await again.goto(address)
  await expect(again.getByRole('button', { name: 'Download resumed.pdf' })).toBeVisible()
  expect(parts).toEqual(['1', '2', '3', '3'])
  await expect.poll(() => namesOf(client)).toEqual(['resumed.pdf'])
  proxy.close()
})

test('keeps all controls visible when file names are long, and offers the camera on touch screens', async ({
  page: first,
  isMobile,
}) => {
  const { page } = await openSection(first)
  await page.route('**/files?*name=held*', () => undefined)
  await choose(page, [
    onDisk(LONG, real.realPdf('long')),
    onDisk(`tiny ${LONG}`.replace('.pdf', '.png'), real.realPng(9, 9)),
    onDisk(`held ${LONG}`, real.realPdf('held')),
  ])
  await expect(page.getByRole('button', { name: `Download ${LONG}` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send anyway: tiny/ })).toBeVisible()
  const width = page.viewportSize()?.width ?? 0
  const buttons = page.locator('form').getByRole('listitem').getByRole('button')
  expect(await buttons.count()).toBe(5)
  for (const button of await buttons.all()) {
    await button.scrollIntoViewIfNeeded()
    const box = await button.boundingBox()
    expect(box?.x ?? -1).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    if (isMobile) expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(43)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await expect(page.getByRole('button', { name: 'Take photo' }).first()).toBeVisible({ visible: isMobile })
})
