import type { Decision } from '@portal/contract/review'
import { Button } from '@portal/kit/button'
import { Dialog } from '@portal/kit/dialog'
import { TextArea } from '@portal/kit/fields'
import { newIdempotencyKey } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Action, decide, isOvertaken, type Seen, toastDone, toastFailed } from './decide.ts'

const LABELS: Record<Action, string> = { approve: 'Approve Section', reject: 'Decline Section', undo: 'Undo Approval' }
const TEXT_MAX = 2000

export interface ActionDialogProps {
  action: Action
  /** The section as it was when the dialog opened: what the reviewer has seen is what is decided on. */
  seen: Seen
  client: string
  onClose: () => void
  /** Called with what the server made of it and the notes or reason. */
  onDone: (decision: Decision, text: string) => void
  /** Called when the section has changed meanwhile and the decision was refused. */
  onOvertaken: () => void
}

/** Asks for what a decision needs (notes, a reason, or a yes) and makes it. Mount it to open it. */
export function ActionDialog({ action, seen, client, onClose, onDone, onOvertaken }: ActionDialogProps): ReactNode {
  const [text, setText] = useState('')
  const [key] = useState(newIdempotencyKey)
  const [first] = useState(seen)
  const send = useMutation({
    mutationFn: () => decide(action, first, text.trim(), key),
    onSuccess: (decision) => {
      onDone(decision, text.trim())
      toastDone(action, first.section_name)
    },
    onError: (error) => {
      toastFailed(error)
      if (isOvertaken(error)) onOvertaken()
    },
  })
  const blank = action === 'reject' && text.trim() === ''
  useConfirmKey(() => {
    if (!blank && !send.isPending) send.mutate()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      busy={send.isPending}
      title={LABELS[action]}
      description={`${first.section_name} · ${client}`}
      footer={
        <>
          <Button onClick={onClose} disabled={send.isPending}>
            Cancel
          </Button>
          <Button
            variant={action === 'approve' ? 'primary' : 'danger'}
            disabled={blank}
            data-autofocus={action === 'undo' || undefined}
            busy={send.isPending}
            busyLabel="Processing..."
            onClick={() => send.mutate()}
          >
            {LABELS[action]}
          </Button>
        </>
      }
    >
      <ActionFields action={action} text={text} onText={setText} />
    </Dialog>
  )
}

/** Ctrl or Cmd with Enter confirms, wherever the focus is in the dialog. */
function useConfirmKey(confirm: () => void): void {
  const latest = useRef(confirm)
  useEffect(() => {
    latest.current = confirm
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function ActionFields({ action, text, onText }: { action: Action; text: string; onText: (text: string) => void }): ReactNode {
  if (action === 'undo') {
    return (
      <p className="text-sm leading-relaxed">
        Are you sure you want to undo the approval? The section will be moved back to submitted status.
      </p>
    )
  }
  if (action === 'approve') {
    return <TextArea label="Notes (optional)" value={text} onChange={onText} maxLength={TEXT_MAX} rows={4} />
  }
  return (
    <TextArea
      label="Reason"
      required
      value={text}
      onChange={onText}
      maxLength={TEXT_MAX}
      rows={4}
      help="The client reads this. The section is opened again for the client; its answers and uploaded files are removed."
    />
  )
}
