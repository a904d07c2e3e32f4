import type { AnyRouter } from '@tanstack/react-router'

/** Sees to it that the focus is never nowhere: not after a way to another page, and not when what had it is gone. */

/** Where the focus was: the element with all that is around it, and the rows beside its own. */
interface Trace {
  /** The dialog that it was in, or the toasts. */
  scope: Element | null
  path: readonly Element[]
  beside: readonly (Element | null | undefined)[]
}

/** So many dialogs deep one is remembered. */
const TRACES = 6
/** By then a component that looks after its own focus has done so, in ms. */
const OWN_WAY_MS = 60
const ROW = 'li, tr'
/** What lies over a page: where it is gone, the focus is again where it was before. */
const SCOPE = 'dialog, [role=dialog], [data-sonner-toaster]'
const CONTROL = 'a[href], button, input:not([type=file], [hidden]), select, textarea, summary, [tabindex="0"]'

const usable = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility()
const firstControl = (inside: Element | null | undefined): HTMLElement | undefined =>
  [...(inside?.querySelectorAll<HTMLElement>(CONTROL) ?? [])].find(usable)

function traceOf(element: Element): Trace {
  const path: Element[] = []
  for (let at: Element | null = element; at; at = at.parentElement) path.push(at)
  const row = element.closest(ROW)
  return { scope: element.closest(SCOPE), path, beside: [row?.nextElementSibling, row?.previousElementSibling] }
}

/** The heading of the page, ready to be focused. */
function heading(inside: Element): HTMLElement | undefined {
  const own = inside.querySelector<HTMLElement>('h1')
  if (own && !own.hasAttribute('tabindex')) own.tabIndex = -1
  return own ?? undefined
}

/** What is nearest to where the focus was: the same element, its row of a list or the next one, or what is left of what was around it. */
export function nearest({ path, beside }: Trace): HTMLElement | undefined {
  const [element] = path
  if (element?.isConnected) return element instanceof HTMLElement ? element : undefined
  const row = path.find((e) => e.matches(ROW))
  const rows = row?.isConnected ? [row] : beside
  const control = rows.map((r) => (r?.isConnected ? firstControl(r) : undefined)).find((r) => r !== undefined)
  return control ?? around(path.filter((e) => e.isConnected))
}

/** The first that can have the focus, in the elements from the innermost on. */
function around(elements: readonly Element[]): HTMLElement | undefined {
  let listed = false
  for (const element of elements) {
    // A whole page is left: its heading says where one is.
    const title = heading(element)
    if (title) return title
    // Something that scrolls is a stop of its own.
    if (element instanceof HTMLElement && element.tabIndex === 0) return element
    // The first control of a list is not near to anything in it.
    listed ||= element.matches('li, tr')
    const control = listed ? undefined : firstControl(element)
    if (control) return control
    if (element instanceof HTMLElement && element.hasAttribute('tabindex')) return element
  }
  return undefined
}

/**
 * Brings the focus back when the element that has it leaves the document. `first` is what had it before this was here. Gives the function that
 * stops it.
 */
export function keepFocus(first?: EventTarget | null): () => void {
  let traces: Trace[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const remember = ({ target }: { target?: EventTarget | null | undefined }): void => {
    if (!(target instanceof Element) || target === document.body) return
    const trace = traceOf(target)
    // However far one goes in a dialog, what opened it stays the one before.
    const before = traces.at(-1)?.scope === trace.scope ? traces.slice(0, -1) : traces.slice(1 - TRACES)
    traces = [...before, trace]
  }
  const nowhere = (): boolean => (document.activeElement ?? document.body) === document.body
  const restore = (): void => {
    // A dialog that is gone leads to what opened it.
    for (const trace of traces.filter(({ scope }) => !scope || scope.isConnected).toReversed()) {
      if (!nowhere()) return
      // What lies behind a modal dialog does not take it.
      nearest(trace)?.focus({ preventScroll: true })
    }
  }
  const watch = new MutationObserver(() => {
    if (!nowhere() || traces.at(-1)?.path[0]?.isConnected !== false) return
    clearTimeout(timer)
    timer = setTimeout(restore, OWN_WAY_MS)
  })
  for (const target of [first, document.activeElement]) remember({ target })
  // Before others, of whom some keep it to themselves.
  document.addEventListener('focusin', remember, true)
  watch.observe(document.body, { childList: true, subtree: true })
  return () => {
    clearTimeout(timer)
    watch.disconnect()
    document.removeEventListener('focusin', remember, true)
  }
}

/** A page has a title of its own when it is there. */
const isTitled = (): boolean => document.title.replace(/^\(\d+\+?\) /, '') !== 'Client Portal'

/** Leads to the heading of a page when it is there, so that a screen reader says where one is now. Gives the function that stops it. */
export function leadToHeading(router: Pick<AnyRouter, 'subscribe'>): () => void {
  let underWay = false
  const arrive = (): void => {
    if (!underWay || !isTitled()) return
    underWay = false
    // Who is in the page already, or in a dialog of it, was led there by it.
    if (document.activeElement?.closest('main, dialog')) return
    heading(document.body)?.focus({ preventScroll: true })
  }
  const watch = new MutationObserver(arrive)
  watch.observe(document.head, { childList: true, subtree: true, characterData: true })
  const stop = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) underWay = true
  })
  return () => {
    watch.disconnect()
    stop()
  }
}

/** Both, for as long as the page lives. */
export function followFocus(router: Pick<AnyRouter, 'subscribe'>, first: EventTarget | null): void {
  keepFocus(first)
  leadToHeading(router)
}
