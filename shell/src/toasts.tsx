import { rememberFocus } from '@portal/kit/ui/focus'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster } from 'sonner'

/** Tells sonner that the pointer has left the toasts, so that it stacks them and lets them close. */
const leaveToasts = (parent: HTMLElement | null): void =>
  void parent?.querySelector('[data-sonner-toaster]')?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true }))

/** The button that closes a visible toast. */
const CLOSE = '[data-removed=false] [data-close-button]'

const TOAST = '[data-sonner-toast]'
// The first toast comes with its list.
const isToast = (node: Node): boolean =>
  node instanceof Element && (node.matches(TOAST) || node.querySelector(TOAST) !== null)

/**
 * Keeps `host` in the browser's top layer: above everything that was open when a toast arrived. Moves it into the top
 * modal dialog, or else into the body: everything outside of a modal dialog is inert. Moving the element, and not the
 * component in it, keeps the visible toasts. Returns a cleanup function.
 */
export function followDialogs(host: HTMLElement): () => void {
  host.popover = 'manual'
  host.dataset['toasts'] = ''
  let stack: HTMLDialogElement[] = []
  const follow = (): void => {
    const open = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')]
    // In the order in which they were opened, which may differ from that of the document.
    stack = [...stack.filter((d) => open.includes(d)), ...open.filter((d) => !stack.includes(d))]
    const place = stack.at(-1) ?? document.body
    if (host.parentElement === place) return
    place.append(host)
    host.showPopover()
    // The browser does not tell when an element moves away from the pointer.
    leaveToasts(host)
  }
  const raise = (): void => {
    // Hiding it would move the focus of a user who is in the toasts.
    if (host.contains(document.activeElement)) return
    host.hidePopover()
    host.showPopover()
  }
  const observer = new MutationObserver((changes) => {
    follow()
    if (changes.some(({ addedNodes }) => [...addedNodes].some(isToast))) raise()
  })
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
  follow()
  return () => {
    observer.disconnect()
    host.remove()
  }
}

/**
 * Returns the focus when a toast is closed. sonner's own way would also return it when Tab leaves the
 * toasts, so that the user could never get past them. Stacks the toasts again after a tap on one of their buttons.
 */
function afterPresses(toaster: HTMLElement | null): () => void {
  let restore = rememberFocus(null)
  const enter = (event: FocusEvent): void => {
    event.stopPropagation()
    const from = event.relatedTarget
    if (!(from instanceof Node && toaster?.contains(from)))
      restore = rememberFocus(from instanceof Element ? from : null)
  }
  const press = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    // A finger never leaves what it has tapped.
    if (button && !(event instanceof PointerEvent && event.pointerType === 'mouse')) leaveToasts(toaster)
    const pressed = button?.matches(CLOSE) ? button : null
    const next = [...(toaster?.querySelectorAll(CLOSE) ?? [])].find((other) => other !== pressed)
    if (!pressed) return
    if (next instanceof HTMLElement) return next.focus({ preventScroll: true })
    pressed.blur()
    restore()
  }
  toaster?.addEventListener('focusin', enter)
  toaster?.addEventListener('click', press)
  return () => {
    toaster?.removeEventListener('focusin', enter)
    toaster?.removeEventListener('click', press)
  }
}

/** Returns whether the focus is in `host`. */
function useFocusIn(host: HTMLElement): boolean {
  const [isInside, setInside] = useState(false)
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => setInside(target instanceof Node && host.contains(target))
    document.addEventListener('focusin', follow, true)
    return () => document.removeEventListener('focusin', follow, true)
  }, [host])
  return isInside
}

/**
 * Shows the toasts of shell and remotes at the top. toasts.css keeps them clear of titles, the buttons of the header,
 * the sidebar and the buttons of a sheet.
 */
export function Toasts() {
  const [host] = useState(() => document.createElement('div'))
  useEffect(() => followDialogs(host), [host])
  const isFocused = useFocusIn(host)
  return createPortal(
    <Toaster
      ref={afterPresses}
      theme="system"
      // The buttons to send and to confirm are at the bottom.
      position="top-center"
      hotkey={['altKey', 'KeyT']}
      // Without it, each render reads the computed direction, which recalculates the styles of the page.
      dir="ltr"
      closeButton
      // The buttons of stacked toasts cover each other.
      expand={isFocused}
      gap={10}
      customAriaLabel="Alerts (Alt+T)"
    />,
    host,
  )
}
