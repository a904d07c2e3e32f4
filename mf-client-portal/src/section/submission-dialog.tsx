import { Button } from '@portal/kit/ui/button'
import { Dialog, type DialogProps } from '@portal/kit/ui/dialog'
import type { ReactNode } from 'react'

export interface SubmissionDialogProps extends Pick<DialogProps, 'size' | 'title'> {
  onClose: () => void
  onSubmit: () => void
  busy: boolean
  submitLabel: string
  closeLabel?: string | undefined
  /** Shown above the content of the submission. */
  notice?: ReactNode
  /** The content of the submission. */
  children: ReactNode
}

/** Shows what will be sent and asks for confirmation. Mount it to open it. */
export function SubmissionDialog({
  onClose,
  onSubmit,
  busy,
  submitLabel,
  closeLabel = 'Cancel',
  notice,
  children,
  ...dialog
}: SubmissionDialogProps) {
  return (
    <Dialog
      {...dialog}
      open
      onClose={onClose}
      busy={busy}
      description="This is what your bookkeeper will get. You can take it back until your bookkeeper opens it."
      footer={
        <>
          <Button size="lg" onClick={onClose} disabled={busy}>
            {closeLabel}
          </Button>
          <Button variant="primary" size="lg" busy={busy} busyLabel="Submitting..." onClick={onSubmit} data-autofocus>
            {submitLabel}
          </Button>
        </>
      }
    >
      {notice}
      <section
        aria-label="What will be sent"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable, so reachable by keyboard
        tabIndex={0}
        className="grid grid-cols-1 gap-6 rounded-field outline-offset-4"
      >
        {children}
      </section>
    </Dialog>
  )
}
