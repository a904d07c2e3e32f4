import type { Page } from '@playwright/test'
import { WAIT_LIMIT_MS } from '../../worker/contract/src/testing/wait-limit.ts'

/** What is shown until something has arrived. */
export const BUSY = '[aria-busy=true], .skeleton, [role=status][aria-label^=Loading]'

/** Waits until nothing in the page is loading, and sees that at once: `toHaveCount(0)` soon looks only every second. */
export async function allLoaded(page: Page): Promise<void> {
  await page.waitForFunction((busy) => document.querySelector(busy) === null, BUSY, { timeout: WAIT_LIMIT_MS })
}
