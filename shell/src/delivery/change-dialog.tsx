import { isBlank } from '@portal/contract/text'
import { TextArea } from '@portal/kit/ui/fields'
import { FormDialog, type FormDialogProps } from '@portal/kit/ui/form-dialog'
import { type Answer, useAnswer } from './answer.ts'
import { useRemoteAction } from './use-remote-action.ts'

/** The reason of a change, if one was given. */
export interface Why {
  reason?: string
}

interface ChangeDialogProps
  extends Pick<FormDialogProps, 'title' | 'children' | 'submitLabel' | 'busyLabel' | 'danger' | 'onClose'> {
  /** Whether the history shows a reason, which may have to be given. */
  reason?: 'none' | 'optional' | 'required'
  /** A further text that the dialog asks for now. */
  answer?: Answer | undefined
  /** Makes the change. */
  run: (why: Why) => Promise<unknown>
  /** Says that the change is made. */
  done: string
}

/** Asks for the confirmation of a change, and for its reason, and makes it. */
export function ChangeDialog({ reason = 'optional', answer, run, done, children, ...dialog }: ChangeDialogProps) {
  const given = useAnswer((text) =>
    reason === 'required' && isBlank(text) ? 'Please enter a reason for the history.' : undefined,
  )
  const change = useRemoteAction(run, done, dialog.onClose)
  const answers = answer ? [answer, given] : [given]
  return (
    <FormDialog
      {...dialog}
      busy={change.isPending}
      unsaved={{
        changed: answers.some(({ unsaved }) => unsaved.changed),
        discard: () => answers.forEach(({ unsaved }) => unsaved.discard()),
      }}
      onSubmit={(event) => {
        event.preventDefault()
        const checks = answers.map(({ check }) => check())
        if (checks.every(Boolean)) change.mutate(given.text === '' ? {} : { reason: given.text })
      }}
    >
      {children}
      {reason === 'none' ? null : (
        <TextArea
          {...given.field}
          label="Reason"
          required={reason === 'required'}
          maxLength={500}
          rows={2}
          help="Shown in the history."
        />
      )}
    </FormDialog>
  )
}
