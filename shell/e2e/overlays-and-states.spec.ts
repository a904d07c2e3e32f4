import { expect, type Page, type Route, test } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { expectReachable, expectUsable } from './usability.ts'
import { inTwoWeeks } from './test-data.ts'
import { newBookkeeper, openAs } from './users.ts'
import { url } from './portal-test.ts'

/** Tests overlays and loading and error states by keyboard, with large text, and for screen readers. */

const demo = (page: Page): Promise<Page> =>
  openAs(page.context(), url, DEMO_BOOKKEEPER.email, '/dashboard', 'bookkeeper', DEMO_PASSWORD)

/** Checks accessibility and reachability of the current state. */
async function expectAll(page: Page, state: string): Promise<void> {
  await expectUsable(page, state)
  await expectReachable(page, state)
}

/** Assigns a workform to two clients, of whom the server does not find one. Nothing is assigned. */
async function assignToDeleted(page: Page): Promise<void> {
  await page.route('**/api/assignments', (route) => {
    const { workform_id, clients } = route.request().postDataJSON() as {
      workform_id: string
      clients: { client_id: string }[]
    }
    const missing = { client_name: null, ok: false, sections: 0, reason: 'This client was not found.' }
    const found = { client_name: 'Priya Raman', ok: true, sections: 3, reason: null }
    const results = clients.map(({ client_id }, i) => ({
      client_id,
      is_new: i === 0,
      differs: false,
      ...(i === 0 ? found : missing),
    }))
    return route.fulfill({ status: 201, json: { workform_id, results } })
  })
  const dialog = page.getByRole('dialog', { name: 'Assign Workform to Multiple Clients' })
  await dialog.getByRole('combobox', { name: 'Workform' }).click()
  await dialog.getByRole('option', { name: /New Client Intake/ }).click()
  for (const name of ['Priya Raman', 'Tom Whitaker']) await dialog.getByRole('option', { name }).click()
  await dialog.getByLabel('Same date for all').fill(inTwoWeeks())
  await dialog.getByRole('button', { name: 'Assign to 2 Client(s)' }).click()
  await expect(dialog.getByText('This client was not found.')).toBeVisible()
}

test('makes overlays accessible and returns the focus when Escape closes them', async ({ page: first }) => {
  const page = await demo(first)
  const press = (name: string | RegExp) => page.getByRole('button', { name })
  const bell = press(/^Notifications/)
  await bell.press('Enter')
  await expect(page.getByRole('tab', { name: 'All' })).toBeVisible()
  await expectAll(page, 'bell')
  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()
  await page.keyboard.press('Control+b')
  await expect(page.getByText('NAVIGATION')).toHaveCount(0)
  await expectAll(page, 'collapsed sidebar')
  await page.keyboard.press('Control+b')

  await page.goto(`${url}/clients`)
  const name = press('Priya Raman').first()
  await name.press('Enter')
  await expect(page.getByRole('heading', { name: 'Assigned Workforms' })).toBeVisible()
  await expect(page.getByText('The agent reminds the client')).toBeVisible()
  await expectAll(page, 'details of a client')
  await press('Edit client').press('Enter')
  await page.getByLabel('Full Name').fill('')
  await press('Update Client').press('Enter')
  await expect(page.getByLabel('Full Name')).toHaveAttribute('aria-invalid', 'true')
  await expectUsable(page, 'edit with an error')
  await page.keyboard.press('Escape')
  await press('Discard').press('Enter')
  await expect(page.getByLabel('Full Name')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(name).toBeFocused()
  await press('Delete Tom Whitaker').press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Delete Client' })).toHaveAccessibleDescription(/^Are you sure/)
  await expect(press('Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(press('Delete Tom Whitaker')).toBeFocused()

  await page.goto(`${url}/workforms`)
  await press('Assign Workform').press('Enter')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAll(page, 'several clients')
  await assignToDeleted(page)
  await expectUsable(page, 'several clients, of whom one was deleted')
  await page.keyboard.press('Escape')
  await press('Discard').press('Enter')

  await page.goto(`${url}/profile`)
  const change = press('Change Password')
  await change.press('Enter')
  await press('Update Password').press('Enter')
  await expect(page.getByText('Please enter your current password')).toBeVisible()
  await expectAll(page, 'change password')
  await page.keyboard.press('Escape')
  await expect(change).toBeFocused()
})

test('stays accessible when pages are loading or have failed', async ({ page: first }) => {
  const page = await demo(first)
  const api = (path: string) => path.includes('/api/') && !path.includes('/auth/') && !path.includes('/realtime')
  const held: Route[] = []
  await page.route(
    (to) => api(to.pathname),
    (route) => void held.push(route),
  )
  for (const path of ['/dashboard', '/clients', '/profile']) {
    await page.goto(url + path)
    await expect(page.getByRole('status', { name: /^Loading/ }).first()).toBeVisible()
    await expectUsable(page, `${path}, waiting`)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // A request that outlives its page would keep the network busy.
  await Promise.all(held.map((route) => route.abort().catch(() => undefined)))
  const problem = { code: 'not_found', title: 'Not found', detail: 'It is not there.', status: 404 }
  await page.route(
    (to) => api(to.pathname),
    (route) => route.fulfill({ status: 404, contentType: 'application/problem+json', json: problem }),
  )
  for (const path of ['/dashboard', '/clients', '/workforms', '/form-submissions', '/chat', '/profile']) {
    await page.goto(url + path)
    await expect(page.getByRole('main').getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    // The failure of a later request shows a toast, which must not fade in while the page is checked.
    await page.waitForLoadState('networkidle')
    await expectUsable(page, `${path}, failed`)
  }
})

test('moves the focus to the next page, or near the removed element, when its element is removed', async ({
  page: first,
}) => {
  const bookkeeper = await newBookkeeper(url)
  for (const name of ['Older form', 'Newer form']) {
    await bookkeeper.request('POST', '/workforms', {
      name,
      fields: [{ id: 'f', name: 'Legal name', section: 'Business', type: 'short-text' }],
    })
  }
  const page = await openAs(first.context(), url, bookkeeper.email, '/dashboard', 'bookkeeper')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  for (const name of ['Clients', 'Workforms']) {
    await page.getByRole('link', { name, exact: true }).press('Enter')
    await expect(heading(name)).toBeFocused()
    await expect(page).toHaveTitle(`${name} · Client Portal`)
  }
  await page.getByRole('button', { name: 'Delete Newer form' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Newer form', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Older form', exact: true })).toBeFocused()
  const search = page.getByRole('searchbox', { name: 'Search forms...' })
  await search.fill('nothing like it')
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  await search.fill('Older')
  const clear = page.getByRole('button', { name: 'Clear search' })
  await clear.press('Enter')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  await expect(clear).toHaveCount(0)
})

/** Returns the colors at the middle of the right edge of the window and 40 px beside it. */
async function edgeColors(page: Page): Promise<number[][]> {
  const image = (await page.screenshot({ animations: 'disabled' })).toString('base64')
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    return [4, 40].map((x) => [...(context?.getImageData(bitmap.width - x, bitmap.height / 2, 1, 1).data ?? [])])
  }, image)
}

test('darkens the whole window behind a dialog @desk', async ({ browser }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme })
    const bookkeeper = await newBookkeeper(url)
    const page = await openAs(context, url, bookkeeper.email, '/clients?create=true', 'bookkeeper')
    await expect(page.getByRole('dialog', { name: 'Client Creation Flow' })).toBeVisible()
    const difference = async (): Promise<number> => {
      const [edge = [], beside = []] = await edgeColors(page)
      return Math.max(...edge.map((value, i) => Math.abs(value - (beside[i] ?? 0))))
    }
    await expect.poll(difference).toBeLessThan(4)
    await page.getByLabel('Full Name').fill('Jane Miller')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expect.poll(difference).toBeLessThan(4)
    await context.close()
  }
})
