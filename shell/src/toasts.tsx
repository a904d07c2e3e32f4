import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster } from 'sonner'
import { useMobile } from './layout/use-media.ts'

/**
 * Moves `host` into the modal dialog that lies on top, else into the body: outside of a modal dialog everything is inert, dimmed
 * and mute. Moving the element, and not the component in it, keeps the toasts that are on screen. `onMove` is told where it is.
 * Returns the function that stops it.
 */
export function followDialogs(host: HTMLElement, onMove: (inDialog: boolean) => void): () => void {
  let stack: HTMLDialogElement[] = []
  const follow = (): void => {
    const open = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')]
    // In the order in which they were opened, which need not be that of the document.
    stack = [...stack.filter((d) => open.includes(d)), ...open.filter((d) => !stack.includes(d))]
    const place = stack.at(-1) ?? document.body
    if (host.parentElement === place) return
    place.append(host)
    onMove(place !== document.body)
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

/** The toasts of shell and remotes, above everything. */
export function Toasts() {
  const [host] = useState(() => document.createElement('div'))
  const [inDialog, setInDialog] = useState(false)
  const mobile = useMobile()
  useEffect(() => followDialogs(host, setInDialog), [host])
  return createPortal(
    <Toaster
      ref={leaveFocusAlone}
      theme="system"
      // A dialog has its buttons at the bottom, and on a phone so has nearly everything.
      position={inDialog || mobile ? 'top-center' : 'bottom-right'}
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
