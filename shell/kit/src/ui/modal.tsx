import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { rememberFocus } from './focus.tsx'
import { useCloseOnBack } from './unsaved.tsx'

export interface ModalProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'open' | 'onCancel' | 'onClose'> {
  /** Called on Escape and on the browser's Back. The dialog closes when it is unmounted. */
  onDismiss: () => void
  /** Whether the URL contains that the dialog is open. */
  inAddress?: boolean | undefined
}

/** Selectors of the element that gets the focus, in order of preference. */
const INITIAL_FOCUS = [
  '[data-autofocus]',
  '[data-dialog-body] :is(input, textarea, select):not([type=hidden], :disabled)',
  '[data-dialog-footer] button:not(:disabled)',
]

function focusFirst(dialog: HTMLDialogElement): void {
  const targets = INITIAL_FOCUS.map((selector) => dialog.querySelector<HTMLElement>(selector))
  const target = targets.find((element) => element !== null) ?? dialog
  target.focus()
}

/**
 * Renders a native modal `<dialog>` in place, so that it stays in the style scope of its remote. It is open while it is
 * mounted. The browser keeps the focus in it and returns the focus afterwards.
 */
export function Modal({ onDismiss, inAddress, children, ...props }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const isShown = useRef(false)
  useCloseOnBack(onDismiss, inAddress)
  // Before the paint, so that no key reaches the page behind.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    const restoreFocus = rememberFocus(document.activeElement)
    dialog.showModal()
    isShown.current = true
    focusFirst(dialog)
    return () => {
      isShown.current = false
      dialog.close()
      // The opener may be gone, like the row that was deleted.
      queueMicrotask(restoreFocus)
    }
  }, [])
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      {...props}
      onCancel={(event) => {
        // A file picker inside the dialog fires `cancel` too, and its event bubbles.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onDismiss()
      }}
      onClose={({ currentTarget: dialog }) => {
        // The browser closes the dialog itself on a second Escape, but the owner decides and may ask first.
        // React has closed it if it is unmounted, or hidden while the next page loads.
        if (dialog.open || !isShown.current) return
        dialog.showModal()
        onDismiss()
      }}
    >
      {children}
    </dialog>
  )
}
