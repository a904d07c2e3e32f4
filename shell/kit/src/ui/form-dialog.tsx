import { type FormEvent, useId } from 'react'
import { Button } from './button.tsx'
import { CancelButton, Dialog, type DialogProps } from './dialog.tsx'
import { useSubmit } from './use-submit.tsx'

export interface FormDialogProps extends Omit<DialogProps, 'open' | 'footer'> {
  submitLabel: string
  /** Text of the submit button while busy. */
  busyLabel: string
  /** The action is destructive. */
  danger?: boolean | undefined
  onSubmit: (event: FormEvent) => void
}

/** Renders an open dialog with a form, a Cancel button and a submit button. */
export function FormDialog({ submitLabel, busyLabel, danger, onSubmit, children, ...dialog }: FormDialogProps) {
  const form = useId()
  const submit = useSubmit(onSubmit, dialog.busy)
  return (
    <Dialog
      {...dialog}
      open
      footer={
        <>
          <CancelButton />
          <Button
            type="submit"
            form={form}
            variant={danger ? 'danger' : 'primary'}
            busy={dialog.busy}
            busyLabel={busyLabel}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid grid-cols-1 gap-4" onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  )
}
