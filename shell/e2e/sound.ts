import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What every state of every screen is held to. */

/** Waits until nothing moves or fades any more, but for what never ends: a toast that is only half there has other colours. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((a) => a.playState === 'running')
    const ending = running.filter((a) => a.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map((a) => a.finished))
  })
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** No violation of WCAG 2.2 AA, and nothing wider than the screen. `state` names what is looked at. */
export async function expectSound(page: Page, state: string): Promise<void> {
  await still(page)
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
  expect.soft(violations.map((v) => `${state}: ${v.id} at ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect.soft(overflow, `${state} is wider than the screen`).toBeLessThanOrEqual(0)
}

/** Nothing that axe knows of is wrong, good practice included. */
export async function expectAccessible(page: Page): Promise<void> {
  await still(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)).toEqual([])
}
