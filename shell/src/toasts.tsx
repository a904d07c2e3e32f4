import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster } from 'sonner'

/**
 * Moves `host` into the modal dialog that lies on top, else into the body: outside of a modal dialog everything is inert, dimmed
 * and mute. Moving the element, and not the component in it, keeps the toasts that are on screen. Returns a cleanup function.
 */
export function followDialogs(host: HTMLElement): () => void {
  let stack: HTMLDialogElement[] = []
  const follow = (): void => {
    const open = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')]
    // In the order in which they were opened, which need not be that of the document.
    stack = [...stack.filter((d) => open.includes(d)), ...open.filter((d) => !stack.includes(d))]
    const place = stack.at(-1) ?? document.body
    if (host.parentElement !== place) place.append(host)
  }
  const watch = new MutationObserver(follow)
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
  follow()
  return () => {
    watch.disconnect()
    host.remove()
  }
}

/**
 * Keeps sonner from moving the focus: it brings it back to where it came from whenever it leaves the toasts, so that Tab, from the last
 * of a page, would never get past them. What has lost its focus is looked after by focus.ts.
 */
function leaveFocusAlone(toaster: HTMLElement | null): () => void {
  const stop = (event: Event): void => event.stopPropagation()
  toaster?.addEventListener('focusin', stop)
  return () => toaster?.removeEventListener('focusin', stop)
}

/**
 * Shows the toasts of shell and remotes at the top, where nothing is pressed: styles.css keeps them clear of the header, the sidebar and
 * the buttons of a sheet.
 */
export function Toasts() {
  const [host] = useState(() => document.createElement('div'))
  useEffect(() => followDialogs(host), [host])
  return createPortal(
    <Toaster
      ref={leaveFocusAlone}
      theme="system"
      // Buttons to send and to confirm are at the bottom.
      position="top-center"
      hotkey={['altKey', 'KeyT']}
      // Else each rendering asks for it, and has the styles of the whole page computed for that.
      dir="ltr"
      closeButton
      gap={10}
      customAriaLabel="Messages of the portal (Alt+T)"
    />,
    host,
  )
}
