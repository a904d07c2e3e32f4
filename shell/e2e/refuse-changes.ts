import type { Page } from '@playwright/test'

/** Refuses what would change data, so that any button can be pressed in the demo data. */
export async function refuseChanges(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => {
    const isRead = route.request().method() === 'GET' || route.request().url().endsWith('/auth/refresh')
    return isRead ? route.fallback() : route.abort()
  })
}
