import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { afterPaint } from './after-paint.tsx'
import { lockScroll } from './scroll-lock.tsx'

function initialFocus(dialog: HTMLDialogElement): HTMLElement {
  const body = dialog.querySelector<HTMLElement>('[data-dialog-body]')
  return (
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    body?.querySelector<HTMLElement>(
      'input:not([type=hidden],:disabled), textarea:not(:disabled), select:not(:disabled)',
    ) ??
    dialog.querySelector<HTMLElement>('[data-dialog-footer] button:not(:disabled)') ??
    dialog
  )
}

/** Makes a visible dialog modal without flicker: removing and restoring `open` in one task is never painted. */
function makeModal(dialog: HTMLDialogElement): void {
  const focused = document.activeElement
  dialog.removeAttribute('open')
  dialog.showModal()
  const inside = focused instanceof HTMLElement && dialog.contains(focused) ? focused : initialFocus(dialog)
  if (document.activeElement !== inside) inside.focus({ preventScroll: true })
}

const requestClose = (dialog: HTMLDialogElement): boolean =>
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }))

/** Shows a dialog without making it modal yet, and handles Escape. Returns a cleanup function. */
function display(dialog: HTMLDialogElement, target: HTMLElement | Document, onEscape: () => void): () => void {
  const onKeyDown = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onEscape()
  }
  dialog.setAttribute('open', '')
  target.addEventListener('keydown', onKeyDown, true)
  return () => target.removeEventListener('keydown', onKeyDown, true)
}

/** Ends the early display of a dialog that is not rendered open yet. Returns whether closing was requested. */
type EndEarlyDisplay = () => boolean

/** Shows a dialog that is kept mounted. A request to close it is remembered until it is open. */
function showEarly(dialog: HTMLDialogElement): EndEarlyDisplay {
  let closeRequested = false
  dialog.style.visibility = 'visible'
  const stopListening = display(dialog, document, () => {
    closeRequested = true
    dialog.style.display = 'none'
  })
  return () => {
    stopListening()
    return closeRequested
  }
}

/** Makes a displayed dialog modal. Returns a cleanup function. */
function becomeModal(dialog: HTMLDialogElement, closeRequested: boolean): () => void {
  if (closeRequested) dialog.style.removeProperty('display')
  makeModal(dialog)
  // The lock measures the page: locking first would compute the dialog's styles twice.
  const release = lockScroll()
  if (closeRequested) requestClose(dialog)
  return release
}

/** Shows a dialog and makes it modal after the paint. Returns a cleanup function. */
function open(dialog: HTMLDialogElement): () => void {
  // Everything outside a modal dialog is inert: a dialog over it could not take the focus before it is modal.
  if (document.querySelector('dialog[open]')) return becomeModal(dialog, false)
  const stopListening = display(dialog, dialog, () => requestClose(dialog))
  initialFocus(dialog).focus()
  let release = (): void => undefined
  const stop = afterPaint(() => {
    stopListening()
    release = becomeModal(dialog, false)
  })
  return () => {
    stop()
    stopListening()
    release()
  }
}

/**
 * Opens the dialog, moves the focus into it, and restores the focus when it closes. Making a dialog modal recomputes
 * the styles of the whole page, so the dialog is painted first and becomes modal after that (docs/decisions/0026). A
 * dialog that is kept mounted is shown with `show` before it is rendered open.
 */
export function useModal(isOpen: boolean) {
  const ref = useRef<HTMLDialogElement>(null)
  const early = useRef<EndEarlyDisplay>(undefined)
  const restoreFocus = useRef((): void => undefined)
  const show = useCallback((): void => {
    if (ref.current && !ref.current.open) early.current = showEarly(ref.current)
  }, [])
  useEffect(() => () => void early.current?.(), [])
  useLayoutEffect(() => {
    const dialog = ref.current
    // Restore the focus again: when a dialog that stays mounted closes, React gives the focus back to the element that
    // had it inside the dialog.
    if (!isOpen) restoreFocus.current()
    if (!dialog || !isOpen) return undefined
    const opener = document.activeElement
    restoreFocus.current = () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
    const end = early.current ? becomeModal(dialog, early.current()) : open(dialog)
    early.current = undefined
    return () => {
      end()
      dialog.close()
      dialog.style.removeProperty('display')
      restoreFocus.current()
    }
  }, [isOpen])
  return { ref, show }
}

/** Hides a dialog at once and closes it after the paint, since closing recomputes the page. */
export function hideThenClose(dialog: HTMLElement | null | undefined, end: () => void): void {
  if (dialog?.style.display === 'none') return
  if (dialog) dialog.style.display = 'none'
  afterPaint(end)
}
