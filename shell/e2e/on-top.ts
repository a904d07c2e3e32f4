import { expect, type Locator, type Page } from '@playwright/test'
import { waitForAnimations } from './animations.ts'

/**
 * Runs in the page: finds overlays that are below the page, covered by it, partly outside of the window, or narrower
 * than their content, and toasts over titles.
 */
export function findCovered(): string[] {
  const TOP_LAYER = ':popover-open, dialog:modal'
  const nameOf = (e: Element): string =>
    `${e.tagName.toLowerCase()} "${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 40)}"`
  const covers = (over: Element, title: Element): boolean => {
    const text = document.createRange()
    text.selectNodeContents(title)
    const [a, b] = [over.getBoundingClientRect(), text.getBoundingClientRect()]
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  }
  const overlays = [
    ...document.querySelectorAll(`${TOP_LAYER}, [role=dialog], [role=alertdialog], [role=tooltip], [role=menu]`),
  ].filter((e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 0)
  // Toasts may cover a page for a moment, but not its title. Below 1280 px, those of four lines do.
  const THREE_LINES_PX = 80
  const isAtTop = scrollY === 0 && !document.querySelector('dialog:modal')
  const titles = isAtTop ? [...document.querySelectorAll('h1')] : []
  const overTitles = [...document.querySelectorAll('[data-sonner-toast][data-front=true]')]
    .filter((toast) => innerWidth >= 1280 || toast.clientHeight < THREE_LINES_PX)
    .flatMap((toast) =>
      titles.filter((title) => covers(toast, title)).map((title) => `a toast covers ${nameOf(title)}`),
    )
  const cutBodies = [...document.querySelectorAll('[data-dialog-body]')]
    .filter((body) => body.scrollWidth > body.clientWidth + 1)
    .map((body) => `a dialog is narrower than ${nameOf(body)}`)
  const covered = overlays.flatMap((overlay) => {
    if (!overlay.closest(TOP_LAYER)) return `${nameOf(overlay)} is not in the top layer`
    const { left, top, right, bottom, width, height } = overlay.getBoundingClientRect()
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      return `${nameOf(overlay)} leaves the window: ${[left, top, right, bottom].map(Math.round).join(', ')}`
    // Not at the edges, which are round.
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9]
    const hits = shares.flatMap((x) => shares.map((y) => document.elementFromPoint(left + width * x, top + height * y)))
    // Another overlay may lie above, such as a toast.
    const above = hits.find((hit) => hit && !overlay.contains(hit) && !hit.closest(TOP_LAYER))
    return above ? `${nameOf(overlay)} is covered by ${nameOf(above)}` : []
  })
  return [...covered, ...overTitles, ...cutBodies]
}

/** Expects each overlay to be hit where it is drawn. */
export async function expectOnTop(page: Page, state: string): Promise<void> {
  await waitForAnimations(page)
  let problems = await page.evaluate(findCovered)
  if (problems.length > 0) {
    // A panel that has just grown, because its content arrived, moves before the next frame.
    await waitForAnimations(page)
    problems = await page.evaluate(findCovered)
  }
  expect.soft(problems.map((problem) => `${state}: ${problem}`)).toEqual([])
}

/** Presses an element at the point where it is drawn, whatever is there, once it has come to rest. */
export async function pressPoint(page: Page, element: Locator): Promise<void> {
  await waitForAnimations(page)
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not shown')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}
