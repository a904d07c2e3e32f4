import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { waitForAnimations } from './animations.ts'
import { findBrokenWords } from './find-broken-words.ts'
import { findFlaws } from './find-flaws.ts'
import { focusProblems } from './focus-checks.ts'
import { expectOnTop } from './on-top.ts'
import { placeholderProblems } from './placeholder-problems.ts'
import { mediaProblems, reflowProblems } from './usability-checks.ts'

/** Returns all violations that axe finds, or those of `rules`. Legacy mode skips frames, which halves the time. */
async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  await waitForAnimations(page)
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const check = rules ? axe.withRules(rules) : axe
  let { violations } = await check.analyze()
  if (violations.length > 0) {
    // A toast that came in the meantime has faded in by now.
    await waitForAnimations(page)
    violations = (await check.analyze()).violations
  }
  return violations.map((v) => `${v.id} at ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)
}

const prefixed = (state: string, problems: readonly string[]): string[] =>
  problems.map((problem) => `${state}: ${problem}`)

/**
 * Expects no violations, readable placeholders, no overflow, no broken words, no flaws of titles, bars and folds, and
 * overlays above the page. `state` describes the screen in messages.
 */
export async function expectUsable(page: Page, state: string): Promise<void> {
  expect.soft(prefixed(state, [...(await violationsOf(page)), ...(await placeholderProblems(page))])).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${state} is wider than the screen`).toBeLessThanOrEqual(0)
  expect.soft(prefixed(state, await page.evaluate(findBrokenWords))).toEqual([])
  expect.soft(prefixed(state, await page.evaluate(findFlaws))).toEqual([])
  await expectOnTop(page, state)
}

/** Expects sufficient contrast. Everything else is the same in light and dark. */
export async function expectContrast(page: Page, state: string): Promise<void> {
  const violations = await violationsOf(page, ['color-contrast', 'link-in-text-block'])
  expect.soft(prefixed(state, [...violations, ...(await placeholderProblems(page))])).toEqual([])
}

/** Expects a usable page by keyboard, at 200 and 400% zoom, with text spacing, forced colors and reduced motion. */
export async function expectReachable(page: Page, state: string): Promise<void> {
  await waitForAnimations(page)
  const problems = [...(await mediaProblems(page)), ...(await focusProblems(page)), ...(await reflowProblems(page))]
  expect.soft(prefixed(state, problems)).toEqual([])
}

/** Expects no violations. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([])
}
