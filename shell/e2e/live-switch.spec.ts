import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { runFlag } from '../../tools/operate/flags/run-flag.ts'
import { rollBackRemote } from '../../tools/publish/registry-api.ts'
import { type Portal, startPortal } from './portal.ts'
import { publishVariant, tokenOf } from './remote-variants.ts'
import { newBookkeeper, newClient, openAs } from './users.ts'

/** Tests how the open tabs of several people follow the registry. Uses its own portal. */

const NAME = 'mf-workforms'
const SUBTITLE = 'Create and manage form templates'

let portal: Portal
test.beforeAll(async () => {
  portal = await startPortal()
})
test.afterAll(async () => {
  await portal.stop()
  rmSync(portal.data, { recursive: true, force: true })
})

/** Opens a page in a new browser, signed in. */
async function open(browser: Browser, email: string, path: string, role: 'bookkeeper' | 'client'): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url })
  await context.addInitScript(recordSent)
  return openAs(context, portal.url, email, path, role)
}

/** Records the messages that a page sends over its live connection. */
function recordSent(): void {
  const sent: unknown[] = []
  class RecordingSocket extends WebSocket {
    override send(data: string): void {
      sent.push(data)
      super.send(data)
    }
  }
  Object.assign(globalThis, { sent, WebSocket: RecordingSocket })
}
const typingSent = (page: Page): Promise<number> =>
  page.evaluate(
    () => (globalThis as unknown as { sent: string[] }).sent.filter((data) => data.includes('"typing"')).length,
  )

/** Returns the number of open tabs that run each version. */
async function tabs(): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${tokenOf(portal, NAME)}` }
  const answer = await fetch(`${portal.operatorUrl}/api/remotes/${NAME}/tabs`, { headers })
  const { items } = (await answer.json()) as { items: { version: string; tabs: number }[] }
  return Object.fromEntries(items.map((item) => [item.version, item.tabs]))
}

const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in globalThis)
const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true })

test('offers a switch to the tabs of two people within seconds, and makes them leave a broken version', async ({
  browser,
}) => {
  const people = await Promise.all([newBookkeeper(portal.url), newBookkeeper(portal.url)])
  const [idle, typing] = await Promise.all(people.map(({ email }) => open(browser, email, '/workforms', 'bookkeeper')))
  if (!idle || !typing) throw new Error('two pages are open')
  for (const page of [idle, typing]) {
    await expect(page.getByText(SUBTITLE)).toBeVisible()
    await mark(page)
  }
  await expect.poll(async () => Object.values(await tabs())).toEqual([2])

  await publishVariant(portal, NAME, '9.0.0', (script) => script.replaceAll(SUBTITLE, 'The broken version'))
  for (const page of [idle, typing]) {
    await update(page).click()
    await expect(page.getByText('The broken version')).toBeVisible()
    expect(await isSamePage(page)).toBe(true)
  }
  await expect.poll(tabs).toEqual({ '9.0.0': 2 })

  await typing.getByRole('button', { name: 'New Workform' }).click()
  const name = typing.getByRole('dialog', { name: 'Create New Workform' }).getByLabel('Workform Name')
  await name.fill('Unsaved')
  await rollBackRemote({ url: portal.url, token: tokenOf(portal, NAME) }, NAME, { leave: true })
  await expect(idle.getByText(SUBTITLE)).toBeVisible()
  expect(await isSamePage(idle)).toBe(false)
  await expect(typing.getByText('Workforms has to be updated')).toBeAttached()
  await expect(name).toHaveValue('Unsaved')
  expect(await isSamePage(typing)).toBe(true)
  await typing.keyboard.press('Escape')
  await typing.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(typing.getByText(SUBTITLE)).toBeVisible()
  expect(await isSamePage(typing)).toBe(false)
})

test('hides typing indicators in open tabs when their flag is switched off', async ({ browser }) => {
  const maya = await newBookkeeper(portal.url)
  const priya = await newClient(portal.url, maya, 'Payroll', [{ id: 'n', name: 'Legal name', section: 'Business' }])
  const bookkeeper = await open(browser, maya.email, '/chat', 'bookkeeper')
  const client = await open(browser, priya.email, '/client-chat', 'client')
  await bookkeeper.getByRole('button', { name: /Priya Raman/ }).click()
  for (const page of [client, bookkeeper]) await expect(page.getByText('Active now')).toBeVisible()
  const type = (text: string) => client.getByLabel('Message', { exact: true }).pressSequentially(text)
  // Types on until it is seen, because a signal is lost while either side reconnects.
  await expect(async () => {
    await type('Hello ')
    await expect(bookkeeper.getByText('Typing…')).toBeVisible({ timeout: 3_000 })
  }).toPass()

  const database = { url: readFileSync(join(portal.data, 'database-url'), 'utf8') }
  const read = Promise.all([bookkeeper, client].map((page) => page.waitForResponse('**/api/remotes')))
  await runFlag(['set', 'typing-indicators', 'off'], database, () => undefined)
  // The dispatcher announces the flag together with this switch, instead of at its next heartbeat.
  await publishVariant(portal, NAME, '9.1.0', (script) => script)
  await read
  await expect(bookkeeper.getByText('Typing…')).toBeHidden()
  const before = await typingSent(client)
  expect(before).toBeGreaterThan(0)
  await type('again')
  expect(await typingSent(client)).toBe(before)
  await client.getByLabel('Message', { exact: true }).press('Enter')
  await expect(bookkeeper.getByRole('log', { name: 'Messages' })).toContainText('Hello again')
})
