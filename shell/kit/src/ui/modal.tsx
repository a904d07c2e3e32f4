import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { afterPaint } from './after-paint.tsx'
import { lockScroll } from './scroll-lock.tsx'

function firstFocus(dialog: HTMLDialogElement): HTMLElement {
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

/** Makes a dialog that is on screen modal, without its going away: what is taken back and given in one task nobody sees. */
function makeModal(dialog: HTMLDialogElement): void {
  const focused = document.activeElement
  dialog.removeAttribute('open')
  dialog.showModal()
  const inside = focused instanceof HTMLElement && dialog.contains(focused) ? focused : firstFocus(dialog)
  if (document.activeElement !== inside) inside.focus({ preventScroll: true })
}

const askToClose = (dialog: HTMLDialogElement): boolean =>
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }))

/** Puts a dialog on screen behind which nothing is inert yet, and hears Escape for it. Gives what ends the hearing. */
function display(dialog: HTMLDialogElement, hearsFrom: HTMLElement | Document, onEscape: () => void): () => void {
  const escape = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onEscape()
  }
  dialog.setAttribute('open', '')
  hearsFrom.addEventListener('keydown', escape, true)
  return () => hearsFrom.removeEventListener('keydown', escape, true)
}

/** Ends the first moment of a dialog that is shown and not rendered open yet. @returns whether it was asked to close in it */
type Early = () => boolean

/** Shows a dialog that is kept in the page: what is asked of it before it is open waits until it is. */
function showEarly(dialog: HTMLDialogElement): Early {
  let asked = false
  dialog.style.visibility = 'visible'
  const deaf = display(dialog, document, () => {
    asked = true
    dialog.style.display = 'none'
  })
  return () => {
    deaf()
    return asked
  }
}

/** Makes a dialog that is shown modal. Gives what ends that. */
function settle(dialog: HTMLDialogElement, asked: boolean): () => void {
  if (asked) dialog.style.removeProperty('display')
  makeModal(dialog)
  // In this order, because the lock measures: before, the styles of the dialog would be computed twice.
  const release = lockScroll()
  if (asked) askToClose(dialog)
  return release
}

/** Shows a dialog, and makes it modal behind the paint. Gives what ends both. */
function open(dialog: HTMLDialogElement): () => void {
  const deaf = display(dialog, dialog, () => askToClose(dialog))
  firstFocus(dialog).focus()
  let release = (): void => undefined
  const stop = afterPaint(() => {
    deaf()
    release = settle(dialog, false)
  })
  return () => {
    stop()
    deaf()
    release()
  }
}

/**
 * Opens the dialog, moves the focus in, and brings it back when it closes. A modal dialog has the browser compute the styles of the whole page anew,
 * since all of it becomes inert: the dialog is painted first, and is modal behind that. One that is kept in the page is shown (`show`) without anything
 * being rendered, and rendered open behind the paint; the focus follows then.
 */
export function useModal(isOpen: boolean) {
  const ref = useRef<HTMLDialogElement>(null)
  const early = useRef<Early>(undefined)
  const back = useRef((): void => undefined)
  const show = useCallback((): void => {
    if (ref.current && !ref.current.open) early.current = showEarly(ref.current)
  }, [])
  useEffect(() => () => void early.current?.(), [])
  useLayoutEffect(() => {
    const dialog = ref.current
    // Once more: in the commit that closes a dialog that stays in the page, React itself gives the focus back to what had it in the dialog.
    if (!isOpen) back.current()
    if (!dialog || !isOpen) return undefined
    const opener = document.activeElement
    back.current = () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
    const end = early.current ? settle(dialog, early.current()) : open(dialog)
    early.current = undefined
    return () => {
      end()
      dialog.close()
      dialog.style.removeProperty('display')
      back.current()
    }
  }, [isOpen])
  return { ref, show }
}

/** Takes a dialog out of sight, and does behind the paint what ends it: the page is computed anew with that. */
export function hideThenClose(dialog: HTMLElement | null | undefined, end: () => void): void {
  if (dialog?.style.display === 'none') return
  if (dialog) dialog.style.display = 'none'
  afterPaint(end)
}
