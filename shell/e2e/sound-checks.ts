import type { Page } from '@playwright/test'

/** What axe does not look at. Each gives what is wrong in words, nothing where all is well. */

interface Stop {
  /** What has the focus, for the report. */
  what: string
  problem: string | undefined
  /** Tells elements apart, so that a round is noticed. Not their place: others come and go above them. */
  mark: number
  /** Tab stops in it several times, as in a date. */
  parts: boolean
}

/** Looks at what has the focus: is it drawn, and in sight with nothing on top of it? */
function lookAtFocus(): Stop | null {
  const element = document.activeElement
  // At the end of the page the last element may keep the focus, though the keyboard is elsewhere.
  if (!(element instanceof HTMLElement) || element === document.body || !element.matches(':focus-visible')) return null
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  const name = element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent ?? ''
  // A control may leave the drawing to the frame around it, or to the label that stands for it.
  const drawn = [element, element.parentElement, element.nextElementSibling].some((e) => {
    if (!(e instanceof HTMLElement)) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(e)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1.5
  })
  const page = globalThis as { focusMarks?: Map<Element, number> }
  const marks = (page.focusMarks ??= new Map())
  if (!marks.has(element)) marks.set(element, marks.size + 1)
  const box = element.getBoundingClientRect()
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)]
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)]
  const seen = [0.5, 0.15, 0.85].some((share) => {
    const hit = document.elementFromPoint(left + (right - left) * share, top + (bottom - top) * share)
    return hit !== null && [element, ...labels].some((e) => e.contains(hit) || hit.contains(e))
  })
  const outside = right - left < 1 || bottom - top < 1
  return {
    what: `${element.tagName.toLowerCase()} "${name.trim().slice(0, 40)}"`,
    problem: !drawn
      ? 'has the focus and does not show it'
      : outside
        ? 'has the focus outside of what is seen'
        : seen
          ? undefined
          : 'has the focus below something else',
    mark: marks.get(element) ?? 0,
    parts: element.matches('input[type=date]'),
  }
}

/** Goes through the page with Tab, and back with Shift + Tab: every stop is seen and none holds the focus. At most `most` stops a way. */
export async function focusProblems(page: Page, most = 40): Promise<string[]> {
  const problems = new Set<string>()
  for (const key of ['Tab', 'Shift+Tab']) {
    let last = 0
    let first = 0
    for (let i = 0; i < most; i++) {
      await page.keyboard.press(key)
      const stop = await page.evaluate(lookAtFocus)
      if (!stop) break
      if (stop.mark === last && !stop.parts) problems.add(`${stop.what} keeps the focus (${key})`)
      if (stop.mark !== last && stop.mark === first) break
      if (first === 0) first = stop.mark
      last = stop.mark
      if (stop.problem) problems.add(`${stop.what} ${stop.problem} (${key})`)
    }
  }
  return [...problems]
}

/** What is wider than the page, and what is cut off inside of it. */
function tooWide(): string[] {
  const found: string[] = []
  const name = (e: Element): string =>
    `${e.tagName.toLowerCase()}.${e.getAttribute('class')?.slice(0, 50) ?? ''} "${(e.textContent ?? '').trim().slice(0, 30)}"`
  const page = document.documentElement
  if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth - page.clientWidth} px too wide`)
  // What is for screen readers only is one pixel large; what a control holds scrolls inside it.
  const shown = [...document.querySelectorAll<HTMLElement>('body *:not(input, textarea, select, svg *)')].filter(
    (e) => e.clientWidth > 1,
  )
  for (const e of shown) {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(e)
    const [wide, high] = [e.scrollWidth > e.clientWidth + 1, e.scrollHeight > e.clientHeight + 2]
    if (!(wide || high) || !e.checkVisibility()) continue
    // A name that is cut with dots has its whole text as a hint; what scrolls inside is not cut.
    const inside = [...e.querySelectorAll('*')].some((c) => ['auto', 'scroll'].includes(getComputedStyle(c).overflowY))
    if (wide && ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis' && !inside)
      found.push(`${name(e)} is cut off at the side`)
    if (wide && ['auto', 'scroll'].includes(overflowX)) found.push(`${name(e)} scrolls sideways`)
    if (high && overflowY === 'hidden' && webkitLineClamp === 'none' && textOverflow !== 'ellipsis' && !inside)
      found.push(`${name(e)} is cut off below`)
  }
  // A dialog whose head and foot leave nothing for what is between.
  for (const body of document.querySelectorAll('[data-dialog-body]')) {
    if (body.clientHeight < 100 && body.scrollHeight > body.clientHeight + 2)
      found.push(`a dialog shows ${body.clientHeight} px of what it holds`)
  }
  return found
}

/** WCAG 1.4.12: so much room between lines, letters, words and paragraphs must be possible. */
const SPACING = 'line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important'

/** At 400 % (320 × 256) and 200 % (640 × 400) nothing is cut off or scrolls sideways; nor with widely spaced text. */
export async function reflowProblems(page: Page): Promise<string[]> {
  const size = page.viewportSize()
  const problems: string[] = []
  const look = async (how: string): Promise<void> => {
    let found = await page.evaluate(tooWide)
    // The page may be about to follow its new size: what is beside its button, or has another layout for a phone.
    for (let i = 0; found.length > 0 && i < 20; i++) {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 25))))
      found = await page.evaluate(tooWide)
    }
    problems.push(...found.map((problem) => `${how}: ${problem}`))
  }
  for (const [width, height] of [
    [320, 256],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height })
    await look(`${width} px`)
  }
  if (size) await page.setViewportSize(size)
  // By way of the style sheets' own interface: the page's policy admits no further style element.
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`* { ${rules} }`)
    document.adoptedStyleSheets = [sheet]
  }, SPACING)
  await look('spaced text')
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  return problems
}

/** What cannot be told from its neighbours, or moves. */
function notTold(): string[] {
  const found: string[] = []
  const look = (e: Element): string => {
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
      if (mine?.checkVisibility() && theirs && look(mine) === look(theirs))
        found.push(`"${(on.textContent ?? '').trim().slice(0, 30)}" (${state}) looks like the others`)
    }
  }
  for (const e of document.querySelectorAll('input:not([type=file]), select, textarea')) {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(e.closest('.input') ?? e)
    if (e.checkVisibility() && (borderTopStyle === 'none' || borderTopWidth === '0px'))
      found.push(`${e.tagName} "${e.id}" has no frame`)
  }
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY)
      found.push(`${(animation as CSSAnimation).animationName} does not stop`)
  }
  return found
}

/** In forced colours what is chosen is told from what is not, and controls are seen; with less motion wanted, nothing moves on and on. */
export async function mediaProblems(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const problems = await page.evaluate(notTold)
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
  return problems.map((p) => `forced colours, less motion: ${p}`)
}

/** Placeholders with less contrast than WCAG asks of text (1.4.3). */
function faintPlaceholders(): string[] {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  })
  if (!context) throw new Error('no canvas')
  // The browser mixes: colours come in any notation, half of them transparent.
  const paint = (colour: string, alpha = 1): number => {
    context.globalAlpha = alpha
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data]
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const around = (e: Element | null): Element[] => (e ? [...around(e.parentElement), e] : [])
  return [...document.querySelectorAll(':is(input, textarea):enabled:placeholder-shown')].flatMap((e) => {
    const { color, opacity } = getComputedStyle(e, '::placeholder')
    const text = e.getAttribute('placeholder') ?? ''
    if (text.trim() === '' || !e.checkVisibility()) return []
    const behind = around(e).reduce((_, each) => paint(getComputedStyle(each).backgroundColor), paint('Canvas'))
    const [light = 0, dark = 0] = [behind, paint(color, Number(opacity))].sort((a, b) => b - a)
    const contrast = (light + 0.05) / (dark + 0.05)
    return contrast < 4.5 ? [`the placeholder "${text}" has a contrast of ${contrast.toFixed(1)}`] : []
  })
}

/** What is written in empty fields can be read; axe does not look there. */
export const placeholderProblems = (page: Page): Promise<string[]> => page.evaluate(faintPlaceholders)
