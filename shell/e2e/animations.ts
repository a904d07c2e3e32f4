import type { Page } from '@playwright/test'

/** Waits until all finite animations have ended, because the colors of fading elements differ. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // New elements start their animation a frame later.
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))
    const running = document.getAnimations().filter((a) => a.playState === 'running')
    const ending = running.filter((a) => a.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map((a) => a.finished))
  })
}
