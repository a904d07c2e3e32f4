import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { focusProblems, mediaProblems, placeholderProblems, reflowProblems } from './sound-checks.ts'

/** What every state of every screen is held to. */

/** Waits until nothing moves or fades any more, but for what never ends: a toast that is only half there has other colours. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What has just come begins to fade in a frame later.
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))
    const running = document.getAnimations().filter((a) => a.playState === 'running')
    const ending = running.filter((a) => a.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map((a) => a.finished))
  })
}

/** All that axe knows of, good practice included; `rules` names some of it. There are no frames, which saves half of its time. */
async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  await still(page)
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.map((v) => `${v.id} at ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)
}

const of = (state: string, problems: readonly string[]): string[] => problems.map((problem) => `${state}: ${problem}`)

/** Nothing that axe knows of is wrong, placeholders can be read, and nothing is wider than the screen. `state` names what is looked at. */
export async function expectSound(page: Page, state: string): Promise<void> {
  expect.soft(of(state, [...(await violationsOf(page)), ...(await placeholderProblems(page))])).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${state} is wider than the screen`).toBeLessThanOrEqual(0)
}

/** The colours alone: all else is the same in light and dark. */
export async function expectContrast(page: Page, state: string): Promise<void> {
  const violations = await violationsOf(page, ['color-contrast', 'link-in-text-block'])
  expect.soft(of(state, [...violations, ...(await placeholderProblems(page))])).toEqual([])
}

/** Everything can be reached and read: by keyboard, at 200 % and 400 %, with spaced text, in forced colours, with less motion. */
export async function expectReachable(page: Page, state: string): Promise<void> {
  await still(page)
  const problems = [...(await mediaProblems(page)), ...(await focusProblems(page)), ...(await reflowProblems(page))]
  expect.soft(of(state, problems)).toEqual([])
}

/** Nothing that axe knows of is wrong. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([])
}
