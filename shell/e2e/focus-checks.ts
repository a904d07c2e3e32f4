import type { Page } from '@playwright/test'
import { waitForAnimations } from './animations.ts'

interface Stop {
  /** Describes the focused element. */
  element: string
  problem: string | undefined
  /** Identifies the element, to detect when the focus has gone full circle. Positions can change. */
  id: number
  /** Whether the element has several tab stops, like a date field. */
  hasSeveralStops: boolean
}

/**
 * Runs in the page: checks that the focus is visible, not covered and not cut, and that labels are shown; with
 * `isHelpDue`, help texts, too.
 */
function inspectFocus(isHelpDue: boolean): Stop | null {
  const element = document.activeElement
  // After the last tab stop, the element may still be active although the focus is outside the page.
  if (!(element instanceof HTMLElement) || element === document.body || !element.matches(':focus-visible')) return null
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  const name = element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent ?? ''
  // The outline may be on the parent or on the label of a control.
  const outlined = [element, element.parentElement, element.nextElementSibling].find((e) => {
    if (!(e instanceof HTMLElement)) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(e)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1.5
  })
  /** Returns whether a container shows the whole element at one of its edges, but not the outline around it. */
  const isCutBy = (container: Element, target: Element): boolean => {
    const { overflowX, overflowY } = getComputedStyle(container)
    // Overflow of the page is the window's.
    if (overflowX === 'visible' || container === document.body || container === document.documentElement) return false
    const { outlineWidth, outlineOffset } = getComputedStyle(target)
    const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    const [inner, outer] = [target.getBoundingClientRect(), container.getBoundingClientRect()]
    const start = { left: outer.left + container.clientLeft, top: outer.top + container.clientTop }
    const gaps = [inner.left - start.left, start.left + container.clientWidth - inner.right]
    // A scrolling container cuts what is scrolled to its edge.
    if (!['auto', 'scroll'].includes(overflowY))
      gaps.push(inner.top - start.top, start.top + container.clientHeight - inner.bottom)
    return gaps.some((gap) => gap > -1 && gap <= reach - 1)
  }
  /** Returns whether the first line of a text is in the window, and not covered. */
  const isShown = (text: Element): boolean => {
    const range = document.createRange()
    range.selectNodeContents(text)
    const [line] = range.getClientRects()
    const hit = line ? document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2) : null
    // Texts for screen readers are one pixel wide.
    return !line || text.clientWidth === 1 || (hit !== null && (text.contains(hit) || hit.contains(text)))
  }
  const ids = isHelpDue ? (element.getAttribute('aria-describedby') ?? '').split(' ') : []
  const helpTexts = ids.map((id) => document.getElementById(id))
  const texts = element.matches('input, textarea, select') ? [...labels, ...helpTexts] : []
  const containersOf = (e: Element | null): Element[] =>
    e ? [e, ...(e.matches('dialog, [popover]') ? [] : containersOf(e.parentElement))] : []
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
    element: `${element.tagName.toLowerCase()} "${name.trim().slice(0, 40)}"`,
    problem: !outlined
      ? 'shows no focus outline'
      : outside
        ? 'is focused outside the visible area'
        : seen
          ? containersOf(outlined.parentElement).some((e) => isCutBy(e, outlined))
            ? 'has a focus outline that is cut'
            : texts.some((text) => text && !isShown(text))
              ? 'is focused without its label or help text'
              : undefined
          : 'is covered while it is focused',
    id: marks.get(element) ?? 0,
    hasSeveralStops: element.matches('input[type=date]'),
  }
}

/**
 * Presses Tab and Shift+Tab, up to `most` times each, and reports invisible or trapped focus. Browsers do not scroll
 * for the help text of a field that is wholly shown, so `isHelpDue` is for panels in which such a field is scrolled.
 */
export async function focusProblems(page: Page, most = 40, isHelpDue = false): Promise<string[]> {
  const problems = new Set<string>()
  for (const key of ['Tab', 'Shift+Tab']) {
    let last = 0
    let first = 0
    for (let i = 0; i < most; i++) {
      await page.keyboard.press(key)
      let stop = await page.evaluate(inspectFocus, isHelpDue)
      if (stop?.problem) {
        // What appears or moves because of the focus takes a moment.
        await waitForAnimations(page)
        stop = await page.evaluate(inspectFocus, isHelpDue)
      }
      if (!stop) break
      if (stop.id === last && !stop.hasSeveralStops) problems.add(`${stop.element} traps the focus (${key})`)
      if (stop.id !== last && stop.id === first) break
      if (first === 0) first = stop.id
      last = stop.id
      if (stop.problem) problems.add(`${stop.element} ${stop.problem} (${key})`)
    }
  }
  return [...problems]
}
