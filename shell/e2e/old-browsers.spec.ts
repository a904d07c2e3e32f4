import { expect, type Page, test } from '@playwright/test'
import { url } from './portal-test.ts'

/** Tests what browsers show that are older than supported. */

/** Makes the page believe that the browser lacks a feature of the supported ones. */
async function age(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue()
    const response = await route.fetch()
    return route.fulfill({ response, body: (await response.text()).replaceAll('@scope', '@unknown') })
  })
}

for (const path of ['/', '/client-auth']) {
  test(`says on ${path} that the browser is too old`, { tag: '@desk' }, async ({ page }) => {
    await age(page)
    await page.goto(`${url}${path}`)
    await expect(page.getByText('This browser is too old')).toBeVisible()
    await expect(page.getByText('Chrome 125, Safari 17.5, Firefox 146')).toBeVisible()
    await expect(page.locator('#root')).toBeHidden()
  })
}

test('says so without any script', { tag: '@desk' }, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await age(page)
  await page.goto(`${url}/`)
  await expect(page.getByText('This browser is too old')).toBeVisible()
  await context.close()
})

test('says nothing of it in a browser that is new enough', { tag: '@desk' }, async ({ page }) => {
  await page.goto(`${url}/`)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true }).first()).toBeVisible()
  await expect(page.getByText('This browser is too old')).toBeHidden()
})
