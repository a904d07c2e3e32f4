import { type RefObject, useLayoutEffect } from 'react'

/** Moves the focus to a neighbor when the element that has it is removed, so that keyboard users do not start over. */

const ROW = 'li, tr'
const CONTROL = 'a[href], button, input:not([type=file], [hidden]), select, textarea, summary, [tabindex="0"]'

const isUsable = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility()

/** Controls in which text is typed. */
const TEXT_BOX = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=file])'

/** Returns whether the user may be typing, so that the focus must stay where it is. */
export const isTyping = (): boolean => document.activeElement?.matches(TEXT_BOX) === true

/** Returns the controls inside an element that can have the focus. */
export const controlsIn = (inside: Element | null | undefined): HTMLElement[] =>
  [...(inside?.querySelectorAll<HTMLElement>(CONTROL) ?? [])].filter(isUsable)

/** Returns the first control inside an element that can have the focus. */
export const firstControl = (inside: Element | null | undefined): HTMLElement | undefined =>
  [...(inside?.querySelectorAll<HTMLElement>(CONTROL) ?? [])].find(isUsable)

/** Returns the page's heading, made focusable. */
export function pageHeading(inside: Element = document.body): HTMLElement | undefined {
  const heading = inside.querySelector<HTMLElement>('h1') ?? undefined
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading
}

/** Returns the first focusable element, searching from the innermost ancestor outwards. */
function firstIn(ancestors: readonly Element[]): HTMLElement | undefined {
  let inList = false
  for (const ancestor of ancestors) {
    const heading = pageHeading(ancestor)
    if (heading) return heading
    // The first control of a list is not near its other rows.
    inList ||= ancestor.matches(ROW)
    const control = inList ? undefined : firstControl(ancestor)
    if (control) return control
    if (ancestor instanceof HTMLElement && ancestor.hasAttribute('tabindex')) return ancestor
  }
  return undefined
}

/**
 * Remembers where an element is. The returned function gives the focus to it or, if it has been removed, to a control
 * of its row, of a neighboring row or of an ancestor. It does nothing while another element has the focus.
 */
export function rememberFocus(element: Element | null): () => void {
  const ancestors: Element[] = []
  for (let at = element?.parentElement; at && at !== document.body; at = at.parentElement) ancestors.push(at)
  const row = element?.closest(ROW)
  const rows = [row, row?.nextElementSibling, row?.previousElementSibling]
  return () => {
    if (document.activeElement !== document.body) return
    const near = rows.find((r) => r?.isConnected && firstControl(r))
    const target = element?.isConnected
      ? element
      : (firstControl(near) ?? firstIn(ancestors.filter((a) => a.isConnected)))
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
}

/** Passes the focus on when the element is removed while it has it. */
export function usePassFocusOn(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element || document.activeElement !== element) return
      // It is still in the document; afterwards it is clear what remains.
      queueMicrotask(rememberFocus(element))
    }
  }, [ref])
}
