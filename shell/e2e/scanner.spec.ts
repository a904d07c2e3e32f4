import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { drawPhoto, letter, type Photo, statement } from '../../mf-client-portal/src/testing/draw-photo.ts'
import { phonePhoto } from '../../worker/contract/src/testing/real-files.ts'
import { fold, openDesk, submit } from './desk.ts'
import { expectContrast, expectUsable } from './usability.ts'
import { type Client, newBookkeeper, newClient, onServer, openAs, type Person } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests the scanner, and what happens to photos before they are sent. */

const FIELDS = [{ id: 'scan', name: 'Bank statement', section: 'Papers', type: 'file' }]
const HEIC = readFileSync(join(import.meta.dirname, 'fixtures/four-colors.heic'))
const ROOM = { width: 900, height: 1200, shadow: 0.4, noise: 8 }
const LETTER: Photo = {
  ...ROOM,
  content: letter,
  corners: [
    { x: 220, y: 160 },
    { x: 700, y: 210 },
    { x: 800, y: 1040 },
    { x: 90, y: 980 },
  ],
}
const STATEMENT: Photo = {
  ...ROOM,
  content: statement,
  corners: [
    { x: 130, y: 120 },
    { x: 780, y: 150 },
    { x: 770, y: 1060 },
    { x: 140, y: 1050 },
  ],
}

/** Draws a photo as a PNG. */
function photoFile(name: string, photo: Photo) {
  const { data, width, height } = drawPhoto(photo)
  const rows = Buffer.alloc(height * (1 + width * 4))
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * width * 4, (y + 1) * width * 4), y * (1 + width * 4) + 1)
  const chunk = (type: string, content: Buffer): Buffer => {
    const typed = Buffer.concat([Buffer.from(type), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(typed))
    return Buffer.concat([length, typed, sum])
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))]
  return { name, mimeType: 'image/png', buffer: Buffer.concat([signature, ...chunks]) }
}

interface Opened {
  bookkeeper: Person
  client: Client
  page: Page
}

/** Opens a file question as a new client on a phone. */
async function openQuestion(browser: Browser): Promise<Opened> {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Onboarding', FIELDS)
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const path = `/client-dashboard?section=${client.sections.get('Papers') ?? ''}`
  const page = await openAs(context, url, client.email, path)
  await expect(page.getByText('Bank statement', { exact: true })).toBeVisible()
  return { bookkeeper, client, page }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const existing = (page: Page) => page.getByLabel('Choose photos from this device')
const editOf = (page: Page, number: number) => button(page, `Edit page ${number}`)
const filesOf = async (client: Client) =>
  ((await onServer(client, 'Papers'))['scan'] ?? []) as { id: string; name: string; size: number }[]

/** Returns the pictures of the pages, once all are made. */
async function pagesOf(page: Page, count: number): Promise<void> {
  await expect(editOf(page, count).locator('img')).toBeVisible()
  await expect(button(page, `Upload ${count} page${count === 1 ? '' : 's'} as PDF`)).toBeEnabled()
}

test('sends two photographed pages as one PDF, which the bookkeeper reads', { tag: '@desk' }, async ({ browser }) => {
  const { bookkeeper, client, page } = await openQuestion(browser)
  await button(page, 'Scan pages').click()
  await expectUsable(page, 'an empty scan')
  const camera = page.getByLabel('Take photo with the camera')
  await expect(camera).toHaveAttribute('capture', 'environment')
  await camera.setInputFiles(photoFile('letter.png', LETTER))
  await pagesOf(page, 1)
  await existing(page).setInputFiles([photoFile('statement.png', STATEMENT), photoFile('twice.png', STATEMENT)])
  await pagesOf(page, 3)
  await expect(page.getByText('Check its corners')).toHaveCount(0)
  await expectUsable(page, 'scanned pages')

  // Without a connection everything but the upload works.
  await page.context().setOffline(true)
  await button(page, 'Remove page 2').click()
  await button(page, 'Undo').click()
  await button(page, 'Remove page 3').click()
  await button(page, 'Move page 2 earlier').click()
  await editOf(page, 1).click()
  await button(page, 'Black and white').click()
  await button(page, 'Adjust corners').click()
  const corner = button(page, /^Top left corner/)
  const before = await corner.getAttribute('aria-label')
  await corner.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowDown')
  expect(await corner.getAttribute('aria-label')).not.toBe(before)
  await expectUsable(page, 'the corners of a page')
  await button(page, 'Apply corners').click()
  await button(page, 'Undo').click()
  await button(page, 'Adjust corners').click()
  expect(await corner.getAttribute('aria-label')).toBe(before)
  // Escape leaves the corners as they were, and then the page.
  await page.keyboard.press('Escape')
  await expectUsable(page, 'a page')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'a page in the dark')
  await page.keyboard.press('Escape')
  await pagesOf(page, 2)
  await expectContrast(page, 'scanned pages in the dark')
  await button(page, 'Upload 2 pages as PDF').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(button(page, /^Download Scan .*\.pdf$/)).toBeVisible()
  const [file] = await filesOf(client)
  expect(file?.name).toMatch(/^Scan \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.pdf$/)
  expect(file?.size).toBeLessThan(1_500_000)

  await submit(client, 'Papers', { scan: await filesOf(client) })
  const desk = await openDesk(browser, bookkeeper)
  await desk.getByRole('heading', { name: 'Onboarding' }).click()
  await fold(desk, 'Papers')
    .getByRole('button', { name: /^Preview: Scan/ })
    .click()
  await expect(desk.getByRole('img', { name: 'Page 1 of 2' })).toBeVisible()
  await expect(desk.locator('canvas[data-drawn]').first()).toBeVisible()
})

test('keeps scanned pages when the tab is closed, until they are discarded', { tag: '@desk' }, async ({ browser }) => {
  const { page } = await openQuestion(browser)
  await button(page, 'Scan pages').click()
  await existing(page).setInputFiles([photoFile('letter.png', LETTER), photoFile('statement.png', STATEMENT)])
  await pagesOf(page, 2)
  const again = await page.context().newPage()
  await page.close()
  await again.goto(page.url())
  await button(again, 'Continue scan (2 pages)').click()
  await expect(again.getByText('Your pages from earlier are still here.')).toBeVisible()
  await pagesOf(again, 2)
  await again.keyboard.press('Escape')
  await button(again, 'Keep editing').click()
  await again.keyboard.press('Escape')
  await button(again, 'Discard').click()
  await expect(button(again, 'Scan pages')).toBeVisible()
})

test('sends photos upright, as JPEG and without place and device', { tag: '@desk' }, async ({ browser }) => {
  const { client, page } = await openQuestion(browser)
  const jpeg = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(900, 700)
    const context = canvas.getContext('2d')
    for (const [i, color] of ['red', 'green', 'blue', 'white'].entries()) {
      if (context) context.fillStyle = color
      context?.fillRect((i % 2) * 450, Math.floor(i / 2) * 350, 450, 350)
    }
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())]
  })
  const image = 'image/jpeg'
  const photo = (orientation: number): Buffer => Buffer.from(phonePhoto(Uint8Array.from(jpeg), orientation))
  await page.getByLabel('Upload files for Bank statement', { exact: true }).setInputFiles([
    { name: 'upright.jpg', mimeType: image, buffer: photo(1) },
    { name: 'turned.jpg', mimeType: image, buffer: photo(6) },
    { name: 'IMG_2.HEIC', mimeType: 'image/heic', buffer: HEIC },
    { name: 'IMG_3.HEIC', mimeType: 'image/heic', buffer: HEIC.subarray(0, 700) },
  ])
  await expect(page.getByText(/^This photo cannot be read/)).toBeVisible()
  await expect.poll(async () => (await filesOf(client)).length).toBe(3)
  const stored = new Map<string, Buffer>()
  for (const { id, name } of await filesOf(client)) {
    const headers = { authorization: `Bearer ${client.session.access_token}` }
    const response = await fetch(`${url}/api/files/${id}`, { headers })
    stored.set(name, Buffer.from(await response.arrayBuffer()))
  }
  expect([...stored.keys()].toSorted()).toEqual(['IMG_2.jpg', 'turned.jpg', 'upright.jpg'])
  for (const content of stored.values()) expect(content.toString('latin1')).not.toMatch(/Exif|Acme|Brooklyn/)
  // Image data that are upright do not change.
  expect(stored.get('upright.jpg')).toEqual(Buffer.from(jpeg))
  /** Returns the size of a picture, and the colors of its corners, clockwise from the top left. */
  const look = (name: string) =>
    page.evaluate(
      async (bytes) => {
        const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]), { imageOrientation: 'none' })
        const { width, height } = bitmap
        const context = new OffscreenCanvas(width, height).getContext('2d')
        context?.drawImage(bitmap, 0, 0)
        const color = (x: number, y: number): string => {
          const [r = 0, g = 0, b = 0] = context?.getImageData(x, y, 1, 1).data ?? []
          return r > 150 && b > 150 ? 'white' : r > 150 ? 'red' : b > 150 ? 'blue' : g > 90 ? 'green' : 'none'
        }
        const [right, bottom] = [width - 9, height - 9]
        return [width, height, color(9, 9), color(right, 9), color(right, bottom), color(9, bottom)].join(' ')
      },
      [...(stored.get(name) ?? [])],
    )
  expect(await look('turned.jpg')).toBe('700 900 blue red green white')
  expect(await look('IMG_2.jpg')).toBe('1200 900 red green white blue')
})
