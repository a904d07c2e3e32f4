import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { PASSWORD, PDF } from './test-data.ts'
import { expectUsable } from './usability.ts'
import { newBookkeeper, newClient, openAs, type Person } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** Tests the chat with both sides, each in its own browser. */

const FIELDS = [{ id: 'bank', name: 'Bank name', section: 'Bank' }]
const PHONE = { width: 360, height: 740 }

/** Opens a page as the signed-in bookkeeper. */
async function openBookkeeper(context: BrowserContext, person: Person, path: string): Promise<Page> {
  const page = await context.newPage()
  const data = { email: person.email, password: PASSWORD, portal: 'bookkeeper' }
  const session = await (await context.request.post(`${url}/api/auth/sign-in`, { data })).text()
  await page.goto(`${url}/icon.svg`)
  await page.evaluate((text) => localStorage.setItem('portal.session', text), session)
  await page.goto(url + path)
  return page
}

async function conversation(browser: Browser, options: BrowserContextOptions = {}) {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', FIELDS)
  const maya = await openBookkeeper(await browser.newContext(options), bookkeeper, '/chat')
  const priya = await openAs(await browser.newContext(options), url, client.email, '/client-chat')
  await maya.getByRole('button', { name: /Priya Raman/ }).click()
  return { bookkeeper, client, maya, priya }
}

const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const write = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByLabel('Message', { exact: true }).press('Enter')
}
/** Finds the row of a message. */
const row = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text })
/** Finds the texts of all messages in order. */
const texts = (page: Page) => log(page).locator('li p')

test('shows typing, presence, read marks, files, edits and deletions when two people chat @desk', async ({
  browser,
}) => {
  const { maya, priya } = await conversation(browser)
  await expect(priya.getByRole('heading', { name: 'Your Bookkeeper' })).toBeVisible()
  await expect(priya.getByText('Active now')).toBeVisible()
  await expect(maya.getByText('Active now')).toBeVisible()
  // Types on until it is seen, because a signal is lost while either side reconnects.
  await expect(async () => {
    await priya.getByLabel('Message', { exact: true }).pressSequentially('Hello ')
    await expect(maya.getByText('Typing…')).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await priya.getByLabel('Message', { exact: true }).fill('Hello M')
  await priya.getByLabel('Message', { exact: true }).press('End')
  await priya.getByLabel('Message', { exact: true }).pressSequentially('aya')
  await priya.getByLabel('Message', { exact: true }).press('Enter')
  await expect(row(maya, 'Hello Maya')).toBeVisible()
  await expect(maya.getByText('Typing…')).toBeHidden()
  await expect(row(priya, 'Hello Maya')).toContainText('Read')

  // A draft survives a reload.
  await maya.getByLabel('Message', { exact: true }).fill('Half a thou')
  await maya.reload()
  await expect(maya.getByLabel('Message', { exact: true })).toHaveValue('Half a thou')

  // About a section, with a file.
  await maya.getByRole('button', { name: 'Link a section' }).click()
  await maya.getByRole('button', { name: /Bank/ }).click()
  await maya.getByLabel('Files to attach').setInputFiles([PDF])
  await maya.getByLabel('Message', { exact: true }).fill('This one, please')
  await expect(maya.getByRole('button', { name: 'Send message' })).toBeEnabled()
  await maya.getByLabel('Message', { exact: true }).press('Enter')
  await expect(row(priya, 'This one, please')).toBeVisible()
  const download = priya.waitForEvent('download')
  await priya.getByRole('button', { name: new RegExp(PDF.name) }).click()
  expect((await download).suggestedFilename()).toBe(PDF.name)
  await expect(priya.getByRole('link', { name: 'about: Payroll setup › Bank' })).toHaveAttribute(
    'href',
    /\/client-dashboard\?section=/,
  )

  await maya.getByRole('button', { name: 'Edit message' }).click()
  await write(maya, 'That one, please')
  await expect(row(priya, 'That one, please')).toContainText('edited')
  await expect(row(priya, 'This one, please')).toHaveCount(0)

  await priya.getByRole('button', { name: 'Delete message' }).click()
  await priya.getByRole('button', { name: 'Delete', exact: true }).click()
  for (const page of [maya, priya]) {
    await expect(log(page).getByText('Message deleted')).toBeVisible()
    await expect(row(page, 'Hello Maya')).toHaveCount(0)
  }
  await priya.getByRole('link', { name: 'about: Payroll setup › Bank' }).click()
  await expect(priya.getByLabel('Bank name')).toBeVisible()
})

test('sends the messages of two offline tabs once and in order when the connection is back @desk', async ({
  browser,
}) => {
  const { client, bookkeeper, maya, priya } = await conversation(browser)
  await write(priya, 'Before')
  await expect(row(maya, 'Before')).toBeVisible()
  const second = await priya.context().newPage()
  await second.goto(priya.url())
  await expect(row(second, 'Before')).toBeVisible()
  await priya.context().setOffline(true)
  for (const [tab, text] of [
    [priya, 'One'],
    [second, 'Two'],
    [priya, 'Three'],
  ] as const)
    await write(tab, text)
  for (const tab of [priya, second]) await expect(row(tab, 'Three')).toContainText('Waiting for connection')
  await expect(priya.getByText('Failed to send message')).toHaveCount(0)
  for (const text of ['Are you there?', 'Hello?']) await write(maya, text)
  await expect(row(maya, 'Hello?')).toContainText('Sent')
  await priya.context().setOffline(false)
  const all = ['Before', 'Are you there?', 'Hello?', 'One', 'Two', 'Three']
  for (const page of [maya, priya, second]) await expect(texts(page)).toHaveText(all, { timeout: 45_000 })
  const [thread] = (await client.request<{ items: { id: string }[] }>('GET', '/chat/threads')).items
  const page = await bookkeeper.request<{ items: { message: string }[] }>('GET', `/chat/threads/${thread?.id}/messages`)
  expect(page.items.map((m) => m.message)).toEqual(all)
})

test('counts unread messages, jumps to the first and finds the conversation when messages arrive @desk', async ({
  browser,
}) => {
  const { client, bookkeeper, maya } = await conversation(browser)
  await maya.goto(`${url}/dashboard`)
  const [thread] = (await client.request<{ items: { id: string }[] }>('GET', '/chat/threads')).items
  for (let i = 1; i <= 60; i++)
    await client.request('POST', `/chat/threads/${thread?.id}/messages`, { message: `Number ${i}` })
  await expect(maya.getByRole('link', { name: /Chat/ })).toContainText('60 unread')
  await expect(maya).toHaveTitle(/^\(60\) Dashboard/)
  await maya.getByRole('link', { name: /Chat/ }).click()
  await expect(maya.getByText('Select a conversation to start messaging')).toBeVisible()
  const entry = maya.getByRole('button', { name: /Priya Raman/ })
  await expect(entry).toContainText('Number 60')
  await expect(entry).toContainText('60 unread')
  await maya.getByRole('searchbox', { name: 'Search conversations...' }).fill('nobody')
  await expect(maya.getByText('No conversations found')).toBeVisible()
  await maya.getByRole('searchbox', { name: 'Search conversations...' }).fill(client.email.slice(0, 12))
  await entry.click()
  await maya.getByRole('button', { name: 'Jump to first unread' }).click()
  await expect(log(maya).getByText('New messages')).toBeInViewport()
  await expect(row(maya, 'Number 1').first()).toBeInViewport()
  await maya.getByRole('button', { name: 'Latest messages' }).click()
  await expect(row(maya, 'Number 60')).toBeInViewport()
  await expect(maya.getByRole('link', { name: 'Chat', exact: true })).toBeVisible()
  await expect(maya).toHaveTitle(/^Chat/)
  // Earlier messages load when the user scrolls up.
  await log(maya).evaluate((box) => box.scrollTo(0, 0))
  await expect(row(maya, 'Number 10').first()).toBeAttached()
  expect((await bookkeeper.request<{ messages: number }>('GET', '/chat/unread')).messages).toBe(0)
})

test('shows one pane at a time and photos in their messages when the screen is small @phone', async ({
  browser,
  hasTouch,
  isMobile,
}) => {
  const { maya, priya } = await conversation(browser, { viewport: PHONE, hasTouch, isMobile })
  const photo = { name: 'receipt.png', mimeType: 'image/png', buffer: await priya.screenshot() }
  await priya.getByLabel('Files to attach').setInputFiles(photo)
  await priya.getByRole('button', { name: 'Send message' }).click()
  const image = maya.getByRole('img', { name: 'View receipt.png' })
  await expect(image).toBeVisible()
  expect(await image.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBeGreaterThan(
    100,
  )
  await image.click()
  await expect(maya.getByRole('dialog', { name: 'receipt.png' }).getByRole('img')).toBeVisible()
  await maya.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await write(
    priya,
    'Small screen, long words: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  )
  await expect(row(maya, 'Small screen')).toBeVisible()
  await maya.getByLabel('Message', { exact: true }).fill('From the phone')
  await maya.getByRole('button', { name: 'Send message' }).click()
  await expect(maya.getByLabel('Message', { exact: true })).toBeFocused()
  await expect(row(priya, 'From the phone')).toBeVisible()
  for (const page of [maya, priya]) await expectUsable(page, 'the conversation')
  // The on-screen keyboard covers half of the screen: the last message and the composer stay visible.
  await priya.setViewportSize({ width: 360, height: 400 })
  await expect(row(priya, 'From the phone')).toBeInViewport()
  await expect(priya.getByLabel('Message', { exact: true })).toBeInViewport()
  await maya.getByRole('button', { name: 'Back to messages' }).click()
  await expect(maya.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await expectUsable(maya, 'the list')
})
