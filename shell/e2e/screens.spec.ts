import { type Browser, expect, type Page, test } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from '../../worker/local/seed/people.ts'
import { expectContrast, expectReachable, expectSound } from './sound.ts'

/**
 * Every screen, on desktop in light and dark, on a phone in light: no accessibility violation, nothing wider than the screen, no error in the
 * console; on desktop also by keyboard, at 200 and 400 %, with spaced text and in forced colours.
 */

const CLIENT = DEMO_CLIENTS.find((c) => c.signedUp)?.email ?? ''
const SCREENS = {
  nobody: ['/', '/client-auth', '/client-setup', '/mail-off', '/nowhere', '/client-nowhere'],
  bookkeeper: [
    '/dashboard',
    '/clients',
    '/clients?create=true',
    '/clients/follow-ups',
    '/workforms',
    '/form-submissions',
    '/notifications?tab=all',
    '/chat',
    '/profile',
    '/profile/deliveries',
    '/profile/audit',
    '/profile/webhooks',
  ],
  client: ['/client-dashboard', '/client-chat', '/client-notifications?tab=all', '/client-profile'],
} as const
type Who = keyof typeof SCREENS

async function open(
  browser: Browser,
  who: Who,
  colorScheme: 'light' | 'dark',
  size: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['PORTAL_URL'] ?? '', colorScheme, viewport: size })
  const page = await context.newPage()
  if (who === 'nobody') return page
  const credentials = { email: who === 'client' ? CLIENT : DEMO_BOOKKEEPER.email, password: DEMO_PASSWORD, portal: who }
  await page.goto(who === 'client' ? '/client-auth' : '/')
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(who === 'client' ? '**/client-dashboard' : '**/dashboard')
  return page
}

// A page that stays open goes on working, and slows down what comes after it.
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})

for (const who of Object.keys(SCREENS) as Who[]) {
  for (const scheme of ['light', 'dark'] as const) {
    // Colours are the same at every size: the dark ones are looked at once.
    test(`screens of ${who}, ${scheme}${scheme === 'dark' ? ' @desk' : ''}`, async ({
      browser,
      viewport,
      isMobile,
    }) => {
      const page = await open(browser, who, scheme, viewport ?? { width: 1280, height: 800 })
      const errors: string[] = []
      // A browser reports the status of the 404 page itself.
      const isMissing = ({ url }: { url: string }): boolean => url.endsWith('nowhere')
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
        else await expectSound(page, path)
        if (scheme === 'light' && !isMobile) await expectReachable(page, path)
      }
      expect(errors).toEqual([])
    })
  }
}
