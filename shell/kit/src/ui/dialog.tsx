import { createContext, type ReactNode, use, useState } from 'react'
import { Button } from './button.tsx'
import { DialogPanel, type DialogPanelProps } from './dialog-panel.tsx'
import { RestoredNotice, type Unsaved, useCloseOnBack, useUnsaved } from './unsaved.tsx'

export type { DialogHandle } from './dialog-panel.tsx'

export interface DialogProps extends DialogPanelProps {
  /** Unsaved work in the dialog. The user is asked before it closes without saving. */
  unsaved?: Unsaved | undefined
  /** Whether the URL contains that the dialog is open, so that the browser's Back button closes it. */
  inAddress?: boolean | undefined
}

const Closing = createContext<{ close: () => void; busy: boolean | undefined }>({ close: () => undefined, busy: false })

/**
 * Renders a modal dialog. The focus goes to the element marked `data-autofocus`, else to the first field, else to the
 * first footer button, and returns afterwards. Escape, the close button, `CancelButton` and the browser's Back close
 * it; with unsaved work it asks first.
 */
export function Dialog({ unsaved, inAddress, ...panel }: DialogProps) {
  const [asking, setAsking] = useState(false)
  const { open, busy, onClose, children } = panel
  const changed = open && unsaved?.changed === true
  const close = (): void => {
    if (busy) return
    if (changed) setAsking(true)
    else onClose()
  }
  useUnsaved(changed ? unsaved : undefined)
  useCloseOnBack(open, close, inAddress)
  if (!open && !panel.keepMounted) return null
  return (
    <Closing value={{ close, busy }}>
      <DialogPanel {...panel} onClose={close}>
        {unsaved ? <RestoredNotice {...unsaved} /> : null}
        {children}
      </DialogPanel>
      <DiscardDialog
        {...unsaved?.question}
        open={asking && changed && !busy}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          unsaved?.discard()
          onClose()
        }}
      />
    </Closing>
  )
}

/** Closes the surrounding dialog, asking first if it has unsaved work. */
export function CancelButton({
  children = 'Cancel',
  className,
}: {
  children?: ReactNode
  className?: string | undefined
}) {
  const { close, busy } = use(Closing)
  return (
    <Button onClick={close} disabled={busy} className={className}>
      {children}
    </Button>
  )
}

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  /** Called on confirmation. The caller closes the dialog when the work is done. */
  onConfirm: () => void
  title: string
  /** The question, in full sentences. */
  message: ReactNode
  confirmLabel: string
  /** Text of the confirm button while busy. */
  busyLabel?: string | undefined
  cancelLabel?: string | undefined
  /** The action is destructive: the focus starts on Cancel. */
  danger?: boolean | undefined
  busy?: boolean | undefined
  children?: ReactNode
}

/** Asks for confirmation. */
export function ConfirmDialog({
  message,
  onConfirm,
  confirmLabel,
  busyLabel,
  cancelLabel = 'Cancel',
  danger,
  children,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button onClick={dialog.onClose} disabled={dialog.busy} data-autofocus={danger || undefined}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={dialog.busy}
            busyLabel={busyLabel}
            onClick={onConfirm}
            data-autofocus={danger ? undefined : true}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-base-content/80 text-sm leading-relaxed">{message}</div>
      {children ? <div className="mt-4">{children}</div> : null}
    </Dialog>
  )
}

export interface AlertDialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  closeLabel?: string | undefined
}

/** Shows a message that must be acknowledged; has one button. */
export function AlertDialog({ children, closeLabel = 'OK', ...dialog }: AlertDialogProps) {
  return (
    <Dialog
      {...dialog}
      size="sm"
      role="alertdialog"
      footer={
        <Button variant="primary" onClick={dialog.onClose} data-autofocus>
          {closeLabel}
        </Button>
      }
    >
      <div className="text-sm leading-relaxed">{children}</div>
    </Dialog>
  )
}

export interface DiscardDialogProps extends Partial<NonNullable<Unsaved['question']>> {
  open: boolean
  /** Continues editing. */
  onClose: () => void
  onConfirm: () => void
}

/** Asks before unsaved work is discarded. */
export function DiscardDialog({
  title = 'Discard changes?',
  message = 'What you have entered is not saved.',
  ...dialog
}: DiscardDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title={title}
      message={message}
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
    />
  )
}
