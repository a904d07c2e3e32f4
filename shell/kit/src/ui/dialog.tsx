import { createContext, type ReactNode, use, useState } from 'react'
import { Button } from './button.tsx'
import { DialogPanel, type DialogPanelProps } from './dialog-panel.tsx'
import { RestoredNotice, type Unsaved, useUnsaved } from './unsaved.tsx'

export interface DialogProps extends DialogPanelProps {
  /** Whether the dialog is open. It is mounted only while open, so that every opening starts fresh. */
  open: boolean
  /** Unsaved work in the dialog. The user is asked before it closes without saving. */
  unsaved?: Unsaved | undefined
}

const Closing = createContext<{ close: () => void; busy: boolean | undefined }>({ close: () => undefined, busy: false })

/**
 * Renders a modal dialog. The focus goes to the element marked `data-autofocus`, else to the first field, else to the
 * first footer button, and returns afterwards. Escape, the close button, `CancelButton` and the browser's Back close
 * it; with unsaved work it asks first.
 */
export function Dialog({ open, ...dialog }: DialogProps) {
  return open ? <OpenDialog {...dialog} /> : null
}

function OpenDialog({ unsaved, ...panel }: Omit<DialogProps, 'open'>) {
  const [asking, setAsking] = useState(false)
  const { busy, onClose, children } = panel
  const changed = unsaved?.changed === true
  const close = (): void => {
    if (busy) return
    if (changed) setAsking(true)
    else onClose()
  }
  useUnsaved(unsaved)
  return (
    <Closing value={{ close, busy }}>
      {/* Before the panel: when both close, the question must return the focus to the panel first. */}
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
      <DialogPanel {...panel} onClose={close}>
        {unsaved ? <RestoredNotice {...unsaved} /> : null}
        {children}
      </DialogPanel>
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
  confirmLabel = 'Discard',
  cancelLabel = 'Keep editing',
  ...dialog
}: DiscardDialogProps) {
  return <ConfirmDialog {...dialog} {...{ title, message, confirmLabel, cancelLabel }} danger />
}
