import type { Page } from '@playwright/test'
import { findBrokenAddresses } from './find-broken-addresses.ts'
import { findBrokenWords } from './find-broken-words.ts'
import { findCollisions } from './find-collisions.ts'
import { findFlaws } from './find-flaws.ts'
import { findCovered } from './on-top.ts'

/** Checks that axe does not have. Each returns its problems as text. */

/** Runs in the page: finds elements that overflow the page or are cut off. */
function findOverflow(): string[] {
  const problems: string[] = []
  const name = (e: Element): string => {
    const text = (e.textContent ?? '').trim().slice(0, 30)
    return `${e.tagName.toLowerCase()}.${e.getAttribute('class')?.slice(0, 50) ?? ''} "${text}"`
  }
  const page = document.documentElement
  if (page.scrollWidth > page.clientWidth)
    problems.push(`the page is ${page.scrollWidth - page.clientWidth} px too wide`)
  // Skips texts for screen readers, which are one pixel wide, and controls, whose content scrolls.
  const shown = [...document.querySelectorAll<HTMLElement>('body *:not(input, textarea, select, svg *)')].filter(
    (e) => e.clientWidth > 1,
  )
  for (const e of shown) {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(e)
    const [wide, high] = [e.scrollWidth > e.clientWidth + 1, e.scrollHeight > e.clientHeight + 2]
    if (!(wide || high) || !e.checkVisibility()) continue
    // Text with an ellipsis has a tooltip, and scrolling content is not cut off.
    const inside = [...e.querySelectorAll('*')].some((c) => ['auto', 'scroll'].includes(getComputedStyle(c).overflowY))
    if (wide && ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis' && !inside)
      problems.push(`${name(e)} is cut off at the side`)
    if (wide && ['auto', 'scroll'].includes(overflowX)) problems.push(`${name(e)} scrolls sideways`)
    if (high && overflowY === 'hidden' && webkitLineClamp === 'none' && textOverflow !== 'ellipsis' && !inside)
      problems.push(`${name(e)} is cut off at the bottom`)
  }
  // Header and footer must leave room for the content of a dialog.
  for (const body of document.querySelectorAll('[data-dialog-body]')) {
    if (body.clientHeight < 100 && body.scrollHeight > body.clientHeight + 2)
      problems.push(`a dialog shows only ${body.clientHeight} px of its content`)
  }
  return problems
}

/** The text spacing of WCAG 1.4.12. */
const SPACING = 'line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important'

/** Returns the problems that stay when the layout has adapted to a new size. `find` runs in the page. */
async function onceSettled(page: Page, find: () => string[]): Promise<string[]> {
  let problems = await page.evaluate(find)
  for (let i = 0; problems.length > 0 && i < 20; i++) {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 25))))
    problems = await page.evaluate(find)
  }
  return problems
}

/** Widths of a large and a usual desktop, a tablet and two phones, in px. */
const WIDTHS = [1440, 1280, 800, 390, 360] as const

/** Reports what is cut, broken, too wide or overlaps on desktops, a tablet and phones. */
export async function layoutProblems(page: Page): Promise<string[]> {
  const size = page.viewportSize()
  const problems: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const found: string[] = []
    for (const find of [findOverflow, findCollisions, findBrokenWords, findBrokenAddresses, findFlaws, findCovered])
      found.push(...(await onceSettled(page, find)))
    problems.push(...found.map((problem) => `${width} px: ${problem}`))
  }
  if (size) await page.setViewportSize(size)
  return problems
}

/** Reports overflow at 400% (320 × 256) and 200% (640 × 400) zoom, and with text spacing. */
export async function reflowProblems(page: Page): Promise<string[]> {
  const size = page.viewportSize()
  const problems: string[] = []
  const check = async (condition: string): Promise<void> => {
    const overflow = await onceSettled(page, findOverflow)
    problems.push(...overflow.map((problem) => `${condition}: ${problem}`))
  }
  for (const [width, height] of [
    [320, 256],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height })
    await check(`${width} px`)
  }
  if (size) await page.setViewportSize(size)
  // The content security policy allows constructed style sheets, but no style elements.
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`* { ${rules} }`)
    document.adoptedStyleSheets = [sheet]
  }, SPACING)
  await check('text spacing')
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  return problems
}

/** Runs in the page: finds states that look alike, controls without a border, and endless animations. */
function findMediaProblems(): string[] {
  const problems: string[] = []
  const styleOf = (e: Element): string => {
    const { backgroundColor, borderBottomColor, borderBottomWidth, outlineStyle } = getComputedStyle(e)
    return [backgroundColor, borderBottomWidth === '0px' ? '' : borderBottomColor, outlineStyle].join()
  }
  for (const state of ['aria-pressed', 'aria-selected', 'aria-current']) {
    for (const on of document.querySelectorAll(`[${state}]:not([${state}=false])`)) {
      const same = (e: Element): boolean =>
        e.tagName === on.tagName && e.getAttribute('role') === on.getAttribute('role')
      const group = on.closest('fieldset, [role=tablist], [role=listbox], nav, ol, table')
      const others = [...(group?.querySelectorAll(on.tagName) ?? [])].filter(
        (e) => same(e) && (e.getAttribute(state) ?? 'false') === 'false',
      )
      const [first] = others
      const dot = on.getAttribute(state) === 'step' ? ':scope > :first-child' : ':scope'
      const [mine, theirs] = [
        dot === ':scope' ? on : on.querySelector(dot),
        dot === ':scope' ? first : first?.querySelector(dot),
      ]
      if (mine?.checkVisibility() && theirs && styleOf(mine) === styleOf(theirs))
        problems.push(`"${(on.textContent ?? '').trim().slice(0, 30)}" (${state}) looks like the others`)
    }
  }
  for (const e of document.querySelectorAll('input:not([type=file]), select, textarea')) {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(e.closest('.input') ?? e)
    if (e.checkVisibility() && (borderTopStyle === 'none' || borderTopWidth === '0px'))
      problems.push(`${e.tagName} "${e.id}" has no border`)
  }
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY)
      problems.push(`${(animation as CSSAnimation).animationName} does not stop`)
  }
  return problems
}

/** Reports unclear states and controls in forced colors, and endless animations with reduced motion. */
export async function mediaProblems(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const problems = await page.evaluate(findMediaProblems)
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
  return problems.map((p) => `forced colors, reduced motion: ${p}`)
}
