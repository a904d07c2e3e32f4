import type { Browser, Page } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { PAGES } from './pages.ts'
import { signIn } from './sign-in.ts'
import { expectContrast, expectReachable, expectUsable } from './usability.ts'
import { layoutProblems } from './usability-checks.ts'
import { expect, test, url } from './portal-test.ts'

/**
 * Checks every screen with the demo data on desktop and on a phone: no accessibility violations, no overflow, no
 * console errors. On desktop, also its contrast in dark, its layout at five widths, by keyboard, at 200 and 400% zoom,
 * with text spacing and in forced colors.
 */

const CLIENT = DEMO_CLIENTS.find((c) => c.signedUp)?.email ?? ''
const SCREENS = {
  visitor: PAGES.visitor,
  bookkeeper: [...PAGES.bookkeeper, '/clients?create=true', '/notifications?tab=all'],
  client: [...PAGES.client, '/client-notifications?tab=all'],
}
type Who = keyof typeof SCREENS

async function open(browser: Browser, who: Who, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport })
  const page = await context.newPage()
  if (who === 'visitor') return page
  const email = who === 'client' ? CLIENT : DEMO_BOOKKEEPER.email
  await page.goto(who === 'client' ? '/client-auth' : '/')
  await signIn(page, email, DEMO_PASSWORD)
  await page.waitForURL(who === 'client' ? '**/client-dashboard' : '**/dashboard')
  return page
}

/** Expects what needs a large screen, or is the same at every size. */
async function expectOnDesktop(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, `${path} in dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  expect.soft((await layoutProblems(page)).map((problem) => `${path} at ${problem}`)).toEqual([])
  await expectReachable(page, path)
}

for (const who of Object.keys(SCREENS) as Who[]) {
  test(`shows accessible screens without errors to a ${who}`, async ({ browser, viewport, isMobile }) => {
    const page = await open(browser, who, viewport ?? { width: 1280, height: 800 })
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
      await expectUsable(page, path)
      if (!isMobile) await expectOnDesktop(page, path)
    }
    expect(errors).toEqual([])
  })
}
