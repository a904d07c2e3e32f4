import { cleanText, isBlank } from '@portal/contract/text'
import { TextArea } from '@portal/kit/ui/fields'
import { FormDialog } from '@portal/kit/ui/form-dialog'
import { type ReactNode, useState } from 'react'

export interface ChangeDialogProps {
  title: string
  /** What changes for whom. */
  children: ReactNode
  submitLabel: string
  busyLabel: string
  danger?: boolean
  /** Further text that was typed into the dialog. */
  unsaved?: { changed: boolean; discard: () => void }
  /** Whether a reason has to be given. */
  reasonRequired?: boolean
  busy: boolean
  onClose: () => void
  /** Called with the reason, or undefined if none was given. */
  onSubmit: (reason: string | undefined) => void
}

/** Asks for the confirmation of a change, and for the reason that the history will show. */
export function ChangeDialog({ children, reasonRequired = false, unsaved, onSubmit, ...dialog }: ChangeDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <FormDialog
      {...dialog}
      unsaved={{
        changed: !isBlank(reason) || unsaved?.changed === true,
        discard: () => {
          setReason('')
          unsaved?.discard()
        },
      }}
      onSubmit={(event) => {
        event.preventDefault()
        const given = cleanText(reason)
        setMissing(reasonRequired && given === '')
        if (!reasonRequired || given !== '') onSubmit(given === '' ? undefined : given)
      }}
    >
      {children}
      <TextArea
        label="Reason"
        required={reasonRequired}
        value={reason}
        onChange={setReason}
        maxLength={500}
        rows={2}
        help="Shown in the history."
        error={isMissing && isBlank(reason) ? 'Please enter a reason for the history.' : undefined}
      />
    </FormDialog>
  )
}
