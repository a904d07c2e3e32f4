import { expect, type Page } from '@playwright/test'
import axe, { type Result, type RunOptions } from 'axe-core'
import { waitForAnimations } from './animations.ts'
import { findBrokenWords } from './find-broken-words.ts'
import { findFlaws } from './find-flaws.ts'
import { focusProblems } from './focus-checks.ts'
import { expectOnTop } from './on-top.ts'
import { placeholderProblems } from './placeholder-problems.ts'
import { mediaProblems, reflowProblems } from './usability-checks.ts'

/** Runs axe in the page, without its frames. Loads it once per document, because that takes longer than most checks. */
async function runAxe(page: Page, options: RunOptions): Promise<Result[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  if (!isLoaded) await page.evaluate(axe.source)
  return page.evaluate(async (given) => {
    const { axe: loaded } = globalThis as unknown as { axe: typeof axe }
    return (await loaded.run(given)).violations
  }, options)
}

/** Returns all violations that axe finds, or those of `rules`. */
async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  const options: RunOptions = { iframes: false, resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  await waitForAnimations(page)
  let violations = await runAxe(page, options)
  if (violations.length > 0) {
    // A toast that came in the meantime has faded in by now.
    await waitForAnimations(page)
    violations = await runAxe(page, options)
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
