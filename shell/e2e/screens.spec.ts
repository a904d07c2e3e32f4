import type { Browser, Page } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { PAGES } from './pages.ts'
import { expectContrast, expectReachable, expectUsable } from './usability.ts'
import { expect, test, url } from './portal-test.ts'

/**
 * Checks every screen in light and dark on desktop, and in light on a phone: no accessibility violations, no overflow,
 * no console errors. On desktop, also by keyboard, at 200 and 400% zoom, with text spacing and in forced colors.
 */

const CLIENT = DEMO_CLIENTS.find((c) => c.signedUp)?.email ?? ''
const SCREENS = {
  visitor: PAGES.visitor,
  bookkeeper: [...PAGES.bookkeeper, '/clients?create=true', '/notifications?tab=all'],
  client: [...PAGES.client, '/client-notifications?tab=all'],
}
type Who = keyof typeof SCREENS

async function open(
  browser: Browser,
  who: Who,
  colorScheme: 'light' | 'dark',
  size: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, colorScheme, viewport: size })
  const page = await context.newPage()
  if (who === 'visitor') return page
  const credentials = { email: who === 'client' ? CLIENT : DEMO_BOOKKEEPER.email, password: DEMO_PASSWORD, portal: who }
  await page.goto(who === 'client' ? '/client-auth' : '/')
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(who === 'client' ? '**/client-dashboard' : '**/dashboard')
  return page
}

for (const who of Object.keys(SCREENS) as Who[]) {
  for (const scheme of ['light', 'dark'] as const) {
    // Colors are the same at every size, so dark ones are checked once.
    const tag = scheme === 'dark' ? { tag: '@desk' } : {}
    test(
      `shows accessible screens without errors when a ${who} uses the ${scheme} theme`,
      tag,
      async ({ browser, viewport, isMobile }) => {
        const page = await open(browser, who, scheme, viewport ?? { width: 1280, height: 800 })
        const errors: string[] = []
        // A browser reports the status of the 404 page itself.
        const isMissing = (place: { url: string }): boolean => place.url.endsWith('nowhere')
        page.on(
          'console',
          (message) => message.type() === 'error' && !isMissing(message.location()) && errors.push(message.text()),
        )
        page.on('pageerror', (error) => errors.push(error.message))
        for (const path of SCREENS[who]) {
          await page.goto(path)
          await expect(page.getByRole('heading').first()).toBeVisible()
          await page.waitForLoadState('networkidle')
          if (scheme === 'dark') await expectContrast(page, path)
          else await expectUsable(page, path)
          if (scheme === 'light' && !isMobile) await expectReachable(page, path)
        }
        expect(errors).toEqual([])
      },
    )
  }
}
