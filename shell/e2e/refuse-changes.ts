import type { Page } from '@playwright/test'
import type { Problem } from '../../worker/contract/src/problem.ts'

const REFUSAL: Problem = {
  type: 'about:blank',
  code: 'forbidden',
  title: 'Forbidden',
  status: 403,
  detail: 'This test changes nothing.',
}

/**
 * Refuses what would change data, so that any button can be pressed in the demo data. It answers, because pages repeat
 * requests without an answer for half a minute.
 */
export async function refuseChanges(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => {
    const isRead = route.request().method() === 'GET' || route.request().url().endsWith('/auth/refresh')
    return isRead ? route.fallback() : route.fulfill({ status: 403, json: REFUSAL })
  })
}
