import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster } from 'sonner'

/**
 * Moves `host` into the top modal dialog, or else into the body: everything outside of a modal
 * dialog is inert. Moving the element, and not the component in it, keeps the visible toasts.
 * Returns a cleanup function.
 */
export function followDialogs(host: HTMLElement): () => void {
  let stack: HTMLDialogElement[] = []
  const follow = (): void => {
    const open = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')]
    // In the order in which they were opened, which may differ from that of the document.
    stack = [...stack.filter((d) => open.includes(d)), ...open.filter((d) => !stack.includes(d))]
    const place = stack.at(-1) ?? document.body
    if (host.parentElement !== place) place.append(host)
  }
  const observer = new MutationObserver(follow)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
  follow()
  return () => {
    observer.disconnect()
    host.remove()
  }
}

/**
 * Keeps sonner from moving the focus. It restores the focus whenever it leaves the toasts, so that
 * Tab could never get past them. `focus.ts` handles lost focus.
 */
function leaveFocusAlone(toaster: HTMLElement | null): () => void {
  const stop = (event: Event): void => event.stopPropagation()
  toaster?.addEventListener('focusin', stop)
  return () => toaster?.removeEventListener('focusin', stop)
}

/**
 * Shows the toasts of shell and remotes at the top. styles.css keeps them clear of the header, the
 * sidebar and the buttons of a sheet.
 */
export function Toasts() {
  const [host] = useState(() => document.createElement('div'))
  useEffect(() => followDialogs(host), [host])
  return createPortal(
    <Toaster
      ref={leaveFocusAlone}
      theme="system"
      // The buttons to send and to confirm are at the bottom.
      position="top-center"
      hotkey={['altKey', 'KeyT']}
      // Without it, each render reads the computed direction, which recalculates the styles of the page.
      dir="ltr"
      closeButton
      gap={10}
      customAriaLabel="Alerts (Alt+T)"
    />,
    host,
  )
}
