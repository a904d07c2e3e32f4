import { useLayoutEffect, useRef } from 'react'
import { afterPaint } from './after-paint.tsx'
import { lockScroll } from './scroll-lock.tsx'

function firstFocus(dialog: HTMLDialogElement): HTMLElement {
  const body = dialog.querySelector<HTMLElement>('[data-dialog-body]')
  return (
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    body?.querySelector<HTMLElement>('input:not([type=hidden],:disabled), textarea:not(:disabled), select:not(:disabled)') ??
    dialog.querySelector<HTMLElement>('[data-dialog-footer] button:not(:disabled)') ??
    dialog
  )
}

/** Makes a dialog that is on screen modal, without its going away: what is taken back and given in one task nobody sees. */
function makeModal(dialog: HTMLDialogElement): void {
  const focused = document.activeElement
  dialog.removeAttribute('open')
  dialog.showModal()
  const inside = focused instanceof HTMLElement && dialog.contains(focused) ? focused : firstFocus(dialog)
  if (document.activeElement !== inside) inside.focus({ preventScroll: true })
}

/**
 * Opens the dialog, moves the focus in, and brings it back when it closes. A modal dialog has the browser compute the styles of the whole page anew,
 * since all of it becomes inert: the dialog is painted first, and is modal behind that.
 */
export function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    if (!dialog) return
    let release = (): void => undefined
    // What the browser does for a modal dialog.
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    }
    dialog.setAttribute('open', '')
    dialog.addEventListener('keydown', escape)
    firstFocus(dialog).focus()
    const stop = afterPaint(() => {
      dialog.removeEventListener('keydown', escape)
      makeModal(dialog)
      // In this order, because the lock measures: before, the styles of the dialog would be computed twice.
      release = lockScroll()
    })
    return () => {
      stop()
      release()
      dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return ref
}

/** Takes a dialog out of sight, and does behind the paint what ends it: the page is computed anew with that. */
export function vanish(dialog: HTMLElement | null | undefined, end: () => void): void {
  if (dialog?.style.display === 'none') return
  if (dialog) dialog.style.display = 'none'
  afterPaint(end)
}
