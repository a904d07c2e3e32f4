import type { Page } from '@playwright/test'
import { DEMO_BOOKKEEPER } from '../../tools/seed/people.ts'
import { expectOnTop, pressPoint } from './on-top.ts'
import { newBookkeeper, newClient, openAs } from './users.ts'
import { expect, test, url } from './portal-test.ts'

/** What toasts cover, and what they leave free. */

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Expects that a pointer hits these buttons while a toast is shown. */
async function expectReachable(page: Page, names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names) {
    const isHit = await button(page, name).evaluate((e) => {
      const { left, top, width, height } = e.getBoundingClientRect()
      return e.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(isHit, `${name} is hit`).toBe(true)
  }
  await expect(page.locator('[data-sonner-toast][data-removed=false]')).not.toHaveCount(0)
}

test('shows a toast above an open panel, and keeps the focus near when it is closed @desk', async ({ browser }) => {
  for (const width of [1280, 390]) {
    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const bookkeeper = await newBookkeeper(url)
    const client = await newClient(url, bookkeeper, 'Payroll setup', [
      { id: 'f', name: 'Legal name', section: 'Business', type: 'short-text' },
    ])
    const [thread] = (await client.request<{ items: { id: string }[] }>('GET', '/chat/threads')).items
    await client.request('POST', `/chat/threads/${thread?.id ?? ''}/messages`, { message: 'Hello' })
    const page = await openAs(context, url, bookkeeper.email, '/clients', 'bookkeeper')
    // The toasts are loaded before the first one arrives.
    await expect(page.locator('[data-toasts]')).toBeAttached()
    await page.route('**/api/notifications/read', (route) => route.fulfill({ status: 404, json: {} }))
    await button(page, /^Notifications/).click()
    await button(page, 'Mark 1 as read').click()
    const toast = page.locator('[data-sonner-toast]')
    await expect(toast).toBeVisible()
    await expect
      .poll(() =>
        toast.evaluate((e) => {
          const { left, top, width: w, height: h } = e.getBoundingClientRect()
          return [0.2, 0.5, 0.8].every((x) => e.contains(document.elementFromPoint(left + w * x, top + h / 2)))
        }),
      )
      .toBe(true)
    await expectOnTop(page, 'toast over a panel')
    await pressPoint(page, button(page, 'Close toast'))
    await expect(toast).toHaveCount(0)
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
    await context.close()
  }
})

test('shows toasts beside titles on wide screens, and between menu and bell on phones @desk', async ({ browser }) => {
  const field = { id: 'f', name: 'Legal name', section: 'Business', type: 'short-text', required: true }
  const bookkeeper = await newBookkeeper(url)
  const client = await newClient(url, bookkeeper, 'Payroll setup', [field], 'Priya Ramanathan-Featherstone')
  for (const width of [1280, 800, 390, 360]) {
    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    const toast = page.locator('[data-sonner-toast]').last()
    await page.goto(`${url}/`)
    await button(page, 'Sign Up').first().click()
    await page.getByLabel('Full Name').fill('Jane Miller')
    await page.getByLabel('Email').fill(DEMO_BOOKKEEPER.email)
    await page.getByLabel('Password', { exact: true }).fill('correct-horse-9!')
    await page.getByLabel('Confirm Password').fill('correct-horse-9!')
    await page.getByLabel('Confirm Password').press('Enter')
    await expect(toast).toContainText('Account Already Exists')
    await expectOnTop(page, `sign-up at ${width} px`)
    const portal = await openAs(context, url, client.email)
    await button(portal, /^(Start|Continue)/)
      .first()
      .click()
    // So that nothing scrolls.
    await portal.setViewportSize({ width, height: 1400 })
    await button(portal, 'Submit Section').click()
    await expect(portal.getByText('Missing required fields')).toBeVisible()
    await expectOnTop(portal, `missing fields at ${width} px`)
    await expectReachable(portal, [/^Notifications/, ...(width < 768 ? ['Open menu'] : [])])
    const desk = await openAs(context, url, bookkeeper.email, '/profile', 'bookkeeper')
    await button(desk, 'Save Changes').click()
    await expect(desk.getByText('Profile Updated')).toBeVisible()
    await expectOnTop(desk, `profile at ${width} px`)
    await expectReachable(desk, [/^Notifications/, 'Toggle Sidebar'])
    await context.close()
  }
})
