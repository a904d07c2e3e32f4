import type { AnyRouter } from '@tanstack/react-router'

/** Keeps the focus from getting lost: after a navigation, and when the focused element is removed. */

/** A former position of the focus: the element with its ancestors, and the rows next to its own. */
interface FocusPosition {
  /** The dialog or the toasts that contain it. */
  scope: Element | null
  path: readonly Element[]
  neighbors: readonly (Element | null | undefined)[]
}

/** Maximum number of nested dialogs whose focus is remembered. */
const MAX_POSITIONS = 6
/** Time for a component to move the focus itself, in ms. */
const SETTLE_MS = 60
const ROW = 'li, tr'
/** Layers over a page. When one is removed, the focus returns to where it was before. */
const SCOPE = 'dialog, [role=dialog], [data-sonner-toaster]'
const CONTROL = 'a[href], button, input:not([type=file], [hidden]), select, textarea, summary, [tabindex="0"]'

const usable = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility()
const firstControl = (inside: Element | null | undefined): HTMLElement | undefined =>
  [...(inside?.querySelectorAll<HTMLElement>(CONTROL) ?? [])].find(usable)

function positionOf(element: Element): FocusPosition {
  const path: Element[] = []
  for (let at: Element | null = element; at; at = at.parentElement) path.push(at)
  const row = element.closest(ROW)
  return { scope: element.closest(SCOPE), path, neighbors: [row?.nextElementSibling, row?.previousElementSibling] }
}

/** Returns the heading of the page, made focusable. */
function heading(inside: Element): HTMLElement | undefined {
  const own = inside.querySelector<HTMLElement>('h1')
  if (own && !own.hasAttribute('tabindex')) own.tabIndex = -1
  return own ?? undefined
}

/**
 * Returns the element nearest to a former focus: itself, a control of its row or a neighboring row,
 * or the nearest remaining ancestor.
 */
export function nearest({ path, neighbors }: FocusPosition): HTMLElement | undefined {
  const [element] = path
  if (element?.isConnected) return element instanceof HTMLElement ? element : undefined
  const row = path.find((e) => e.matches(ROW))
  const rows = row?.isConnected ? [row] : neighbors
  const control = rows.map((r) => (r?.isConnected ? firstControl(r) : undefined)).find((r) => r !== undefined)
  return control ?? nearestIn(path.filter((e) => e.isConnected))
}

/** Returns the first focusable element, searching from the innermost ancestor outwards. */
function nearestIn(elements: readonly Element[]): HTMLElement | undefined {
  let listed = false
  for (const element of elements) {
    // Only the page is left: its heading says where the user is.
    const title = heading(element)
    if (title) return title
    // Scrollable areas are focusable themselves.
    if (element instanceof HTMLElement && element.tabIndex === 0) return element
    // The first control of a list is not near its other rows.
    listed ||= element.matches('li, tr')
    const control = listed ? undefined : firstControl(element)
    if (control) return control
    if (element instanceof HTMLElement && element.hasAttribute('tabindex')) return element
  }
  return undefined
}

/**
 * Restores the focus when the focused element is removed from the document. `first` had the focus
 * before this was loaded. Returns a cleanup function.
 */
export function keepFocus(first?: EventTarget | null): () => void {
  let positions: FocusPosition[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const remember = ({ target }: { target?: EventTarget | null | undefined }): void => {
    if (!(target instanceof Element) || target === document.body) return
    const position = positionOf(target)
    // Within a dialog only the last position counts; the one before stays the element that opened it.
    const before =
      positions.at(-1)?.scope === position.scope ? positions.slice(0, -1) : positions.slice(1 - MAX_POSITIONS)
    positions = [...before, position]
  }
  const isLost = (): boolean => (document.activeElement ?? document.body) === document.body
  const restore = (): void => {
    // A removed dialog returns the focus to the element that opened it.
    for (const position of positions.filter(({ scope }) => !scope || scope.isConnected).toReversed()) {
      if (!isLost()) return
      // Elements behind a modal dialog ignore this.
      nearest(position)?.focus({ preventScroll: true })
    }
  }
  const observer = new MutationObserver(() => {
    if (!isLost() || positions.at(-1)?.path[0]?.isConnected !== false) return
    clearTimeout(timer)
    timer = setTimeout(restore, SETTLE_MS)
  })
  for (const target of [first, document.activeElement]) remember({ target })
  // Captured, because some components stop the event.
  document.addEventListener('focusin', remember, true)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', remember, true)
  }
}

/** Returns whether the page has set its own title, which means that it is rendered. */
const isTitled = (): boolean => document.title.replace(/^\(\d+\+?\) /, '') !== 'Client Portal'

/**
 * Focuses the heading of a new page when it is rendered, so that screen readers announce it.
 * Returns a cleanup function.
 */
export function focusHeading(router: Pick<AnyRouter, 'subscribe'>): () => void {
  let isNavigating = false
  const arrive = (): void => {
    if (!isNavigating || !isTitled()) return
    isNavigating = false
    // The page or its dialog has moved the focus itself.
    if (document.activeElement?.closest('main, dialog')) return
    heading(document.body)?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(arrive)
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  const stop = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) isNavigating = true
  })
  return () => {
    observer.disconnect()
    stop()
  }
}

/** Restores the focus and focuses headings for the lifetime of the page. */
export function followFocus(router: Pick<AnyRouter, 'subscribe'>, first: EventTarget | null): void {
  keepFocus(first)
  focusHeading(router)
}
