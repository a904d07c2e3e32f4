import type { BrowserContext, Page } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { expectOnTop, pressPoint } from './on-top.ts'
import { PAGES } from './pages.ts'
import { OPEN } from './press-all.ts'
import { inTwoWeeks, unique } from './test-data.ts'
import { newBookkeeper, newClient, openAs } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/**
 * Opens what lies over the pages, and presses it at the point where it is drawn. `every-button.spec.ts` opens the same
 * in a wide window.
 */

const CLIENT = DEMO_CLIENTS.find((c) => c.signedUp)?.email ?? ''
const panel = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/**
 * Opens each panel and dialog of a page that has not been `seen` yet, by its button, and closes it: by pointer, and by
 * keyboard.
 */
async function walk(page: Page, path: string, seen: Set<string>): Promise<void> {
  const open = page.locator(OPEN)
  for (const opener of await page.locator('button[aria-haspopup=dialog]:enabled:visible').all()) {
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.innerText())
    const id = `${name.replaceAll(/\d+/g, 'n')} ${await opener.getAttribute('aria-describedby')}`
    if (seen.has(id)) continue
    seen.add(id)
    await opener.scrollIntoViewIfNeeded()
    await pressPoint(page, opener)
    await expect(open).toBeVisible()
    await expectOnTop(page, `${path}, ${name}`)
    if (await page.locator('dialog:modal').count()) await page.keyboard.press('Escape')
    else await pressPoint(page, opener)
    await expect(open).toHaveCount(0)
    await opener.press('Enter')
    await expect(open).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(open).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
}

test('shows the panels of all pages above the page on a phone @desk', async ({ browser }) => {
  for (const [who, email] of [
    ['bookkeeper', DEMO_BOOKKEEPER.email],
    ['client', CLIENT],
  ] as const) {
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } })
    const page = await openAs(context, url, email, '/icon.svg', who, DEMO_PASSWORD)
    const seen = new Set<string>()
    for (const path of PAGES[who]) {
      await page.goto(url + path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await walk(page, path, seen)
    }
    expect(seen.size).toBeGreaterThan(0)
    await context.close()
  }
})

async function started(context: BrowserContext, email: string): Promise<Page> {
  const page = await openAs(context, url, email)
  await button(page, /^(Start|Continue)/)
    .first()
    .click()
  return page
}

test('picks a day in a calendar that lies over other fields @desk', async ({ browser }) => {
  const options = ['Cash', 'Cards', 'Invoices', 'Other']
  const client = await newClient(url, await newBookkeeper(url), 'Payroll setup', [
    { id: 'start', name: 'Started on', section: 'Business', type: 'date' },
    { id: 'kinds', name: 'Kinds', section: 'Business', type: 'checkbox', options },
  ])
  const context = await browser.newContext()
  const page = await started(context, client.email)
  const calendar = panel(page, 'Choose a date')
  for (const [width, day] of [
    [1280, 15],
    [390, 16],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await button(page, 'Open calendar').click()
    await expect(calendar).toBeVisible()
    await expectOnTop(page, `calendar over fields at ${width} px`)
    await pressPoint(page, calendar.getByRole('button', { name: new RegExp(`^${day} `) }))
    await expect(page.getByLabel('Started on')).toHaveValue(new RegExp(`-${day}$`))
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await expect(button(page, 'Open calendar')).toBeFocused()
  }
  await context.close()
})

test('keeps a dialog when Escape closes the calendar in it @desk', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const fields = [{ id: 'f', name: 'Legal name', section: 'Business', type: 'short-text' }]
  await bookkeeper.request('POST', '/workforms', { name: 'Payroll setup', fields })
  const context = await browser.newContext()
  const page = await openAs(context, url, bookkeeper.email, '/clients?create=true', 'bookkeeper')
  const flow = panel(page, 'Client Creation Flow')
  await flow.getByLabel('Full Name').fill('Jane Miller')
  await flow.getByLabel('Email').fill(`${unique('created')}@example.com`)
  await flow.getByLabel('Phone').fill('555 0100')
  await flow.getByRole('button', { name: 'Complete & Next' }).click()
  await flow.getByRole('radio', { name: 'Select existing workform' }).check()
  await flow.getByRole('combobox', { name: 'Workform' }).first().click()
  await flow.getByRole('option', { name: /Payroll setup/ }).click()
  await flow.getByRole('button', { name: 'Complete & Next' }).click()
  const opener = flow.getByRole('button', { name: 'Open calendar' })
  const calendar = panel(page, 'Choose a date')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await opener.click()
    await expect(calendar).toBeVisible()
    await expectOnTop(page, `calendar in a dialog at ${width} px`)
    await page.keyboard.press('Escape')
    await expect(calendar).toHaveCount(0)
    await expect(flow).toBeVisible()
    await expect(opener).toBeFocused()
    await flow.getByLabel('Due Date').fill(inTwoWeeks())
  }
  await context.close()
})

test('closes the bell when something in it is opened @desk', async ({ browser }) => {
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', [
    { id: 'f', name: 'Legal name', section: 'Business', type: 'short-text' },
  ])
  const [thread] = (await client.request<{ items: { id: string }[] }>('GET', '/chat/threads')).items
  for (const message of Array.from({ length: 11 }, (_, i) => `Message ${i}`))
    await client.request('POST', `/chat/threads/${thread?.id ?? ''}/messages`, { message })
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } })
  const page = await openAs(context, url, bookkeeper.email, '/clients', 'bookkeeper')
  const bell = button(page, /^Notifications/)
  // Escape counts before the panel is rendered, too.
  await bell.evaluate(async (e: HTMLElement) => {
    e.click()
    await Promise.resolve()
    e.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  })
  await expect(bell).toHaveAttribute('aria-expanded', 'false')
  await bell.click()
  await pressPoint(page, panel(page, 'Notifications').getByRole('link', { name: 'View all' }))
  await expect(page).toHaveURL(`${url}/notifications`)
  await expect(panel(page, 'Notifications')).toHaveCount(0)
  await bell.click()
  await panel(page, 'Notifications').getByRole('tab', { name: 'All' }).click()
  await pressPoint(page, panel(page, 'Notifications').getByRole('tabpanel').getByRole('button').first())
  await expect(page).toHaveURL(/\/chat\?/)
  await expect(panel(page, 'Notifications')).toHaveCount(0)
  await context.close()
})

test('shows menus of a selection, found clients, sections of a chat and names of icons above the page @desk', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await openAs(context, url, DEMO_BOOKKEEPER.email, '/clients', 'bookkeeper', DEMO_PASSWORD)
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  await walk(page, 'selection', new Set())
  await page.goto(`${url}/profile/audit`)
  await page.getByRole('searchbox', { name: 'Client' }).fill('priya')
  const found = page.getByRole('list', { name: 'Clients found' })
  await expect(found).toBeVisible()
  await expectOnTop(page, 'clients found')
  await button(page, /^Notifications/).focus()
  await expect(found).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Client' }).fill('priya r')
  await expect(found).toBeVisible()
  await pressPoint(page, found.getByRole('button').first())
  await expect(page).toHaveURL(/client=/)
  await expect(button(page, /Remove filter$/)).toBeFocused()
  await page.goto(`${url}/chat`)
  await page
    .getByRole('button', { name: /Priya Raman/ })
    .first()
    .click()
  await expect(button(page, 'Link a section')).toBeEnabled()
  await walk(page, 'chat', new Set())
  await page.keyboard.press('Control+b')
  await expect(page.getByText('NAVIGATION')).toHaveCount(0)
  await page.getByRole('link', { name: 'Workforms' }).hover()
  const tooltip = page.locator(':popover-open', { hasText: /^Workforms$/ })
  await expect(tooltip).toBeVisible()
  await expectOnTop(page, 'name of an icon')
  await page.keyboard.press('Tab')
  await page.mouse.move(640, 400)
  await expect(tooltip).toHaveCount(0)
})

test('keeps Tab in a calendar that shows another month, and its arrows under the pointer @desk', async ({
  page: first,
}) => {
  const page = await openAs(first.context(), url, DEMO_BOOKKEEPER.email, '/profile/audit', 'bookkeeper', DEMO_PASSWORD)
  await page.getByLabel('From').fill('2026-12-31')
  const opener = button(page, 'Open calendar').first()
  await opener.press('Enter')
  const calendar = panel(page, 'Choose a date')
  // The panel is visible before its focus is in it.
  await expect(calendar.getByRole('button', { name: /^31 December 2026/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(calendar.getByRole('button', { name: /^7 January 2027/ })).toBeFocused()
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('Tab')
    expect(await calendar.evaluate((e) => e.contains(document.activeElement))).toBe(true)
  }
  const previous = calendar.getByRole('button', { name: 'Go to the Previous Month' })
  const before = await previous.boundingBox()
  await pressPoint(page, previous)
  await expect(calendar.getByRole('button', { name: /^15 December 2026/ })).toBeVisible()
  expect(await previous.boundingBox()).toEqual(before)
})
