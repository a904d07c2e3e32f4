import type { Page } from '@playwright/test'

/** Waits until nothing moves or fades any more, but for what never ends: a toast that is only half there has other colours. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((a) => a.playState === 'running')
    const ending = running.filter((a) => a.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map((a) => a.finished))
  })
}
