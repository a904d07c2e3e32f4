import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from '../../tools/seed/people.ts'
import { browserPath } from './browser.ts'
import { startPortal } from './portal.ts'
import { waitForAnimations } from './animations.ts'

/** `pnpm pictures`: takes the screenshots for README and docs from a new portal with demo data. */

const folder = join(import.meta.dirname, '../../docs/pictures')

async function signIn(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(/dashboard/)
}

const portal = await startPortal()
const browser = await chromium.launch({ executablePath: await browserPath(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  const desk = await browser.newPage({ baseURL: portal.url, viewport: { width: 1280, height: 860 } })
  await signIn(desk, '/', DEMO_BOOKKEEPER.email)
  await desk.goto('/form-submissions?q=Haddad')
  await desk.getByRole('heading', { name: 'New Client Intake' }).click()
  await desk.getByText('Entity type').first().waitFor()
  await waitForAnimations(desk)
  await desk.screenshot({ path: join(folder, 'review.png'), animations: 'disabled' })
  const phone = await browser.newPage({
    baseURL: portal.url,
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  })
  await signIn(phone, '/client-auth', DEMO_CLIENTS.find((c) => c.signedUp)?.email ?? '')
  await phone.getByRole('heading', { name: 'New Client Intake' }).click()
  await phone.locator('summary', { hasText: 'Tax Documents' }).waitFor()
  await waitForAnimations(phone)
  await phone.screenshot({ path: join(folder, 'client.png'), animations: 'disabled' })
} finally {
  await browser.close()
  await portal.stop()
}
