import { cleanText } from '@portal/contract/text'
import type { Decision } from '@portal/contract/review'
import { Button } from '@portal/kit/ui/button'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { TextArea } from '@portal/kit/ui/fields'
import { Notice } from '@portal/kit/ui/notice'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { newIdempotencyKey } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Action, decide, isOutdated, type SeenSection, toastDecision, toastDecisionError } from './decide.ts'

const LABELS: Record<Action, string> = { approve: 'Approve Section', reject: 'Decline Section', undo: 'Undo Approval' }
const TEXT_MAX = 2000

export interface ActionDialogProps {
  action: Action
  /** The section as it was when the dialog opened: the decision is made on this version. */
  seen: SeenSection
  client: string
  /** Number of answers that are flagged but not sent back. */
  flagged?: number
  onClose: () => void
  /** Called with the server's decision and the notes or reason. */
  onDone: (decision: Decision, text: string) => void
  /** Called when the decision was refused because the section has changed. */
  onOutdated: () => void
}

/** Asks for notes, a reason or a confirmation, and sends the decision. Mount it to open it. */
export function ActionDialog({ action, seen, client, flagged = 0, onClose, onDone, onOutdated }: ActionDialogProps) {
  const draft = useDraft(`${action}.${seen.assignment_id}`, { text: '' })
  const text = cleanText(draft.value.text)
  const [outdated, setOutdated] = useState(false)
  const [key] = useState(newIdempotencyKey)
  const [first] = useState(seen)
  const send = useMutation({
    mutationFn: () => decide(action, first, text, key),
    onSuccess: (decision) => {
      draft.discard()
      onDone(decision, text)
      toastDecision(action, first, decision, onOutdated)
    },
    onError: (error) => {
      toastDecisionError(error)
      if (!isOutdated(error)) return
      onOutdated()
      // The text stays visible and is restored when the section is decided on again.
      if (text === '') onClose()
      else setOutdated(true)
    },
  })
  const blank = action === 'reject' && text === ''
  const confirm = useRef<HTMLButtonElement>(null)
  useConfirmKey(confirm)
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={outdated ? undefined : draft}
      busy={send.isPending}
      title={LABELS[action]}
      description={`${first.section_name} · ${client}`}
      footer={
        outdated ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <CancelButton />
            <Button
              variant={action === 'approve' ? 'primary' : 'danger'}
              disabled={blank}
              ref={confirm}
              data-autofocus={action === 'undo' || undefined}
              busy={send.isPending}
              busyLabel="Processing..."
              onClick={() => send.mutate()}
            >
              {LABELS[action]}
            </Button>
          </>
        )
      }
    >
      <Warnings action={action} outdated={outdated} submitted={first.submitted_at !== null} flagged={flagged} />
      <ActionFields action={action} {...draft.field('text')} />
    </Dialog>
  )
}

/** Presses the button on Ctrl+Enter or Cmd+Enter anywhere in the dialog. */
function useConfirmKey(button: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      // Not from a dialog on top of this one.
      if (!(event.target instanceof Node && button.current?.closest('dialog')?.contains(event.target))) return
      event.preventDefault()
      button.current.click()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [button])
}

const REJECTION_HELP =
  'The client will read this. The section is reopened for the client; its answers and files are removed. ' +
  'To keep them, flag single answers and send those back.'

const NOTHING_SUBMITTED: Record<Action, string> = {
  approve: 'The client has not filled in this section yet and cannot do so once it is approved.',
  reject: 'The client has not filled in this section yet.',
  undo: 'It is reopened for the client.',
}

interface WarningsProps {
  action: Action
  /** Someone else has changed the section first. */
  outdated: boolean
  /** The client has submitted the section. */
  submitted: boolean
  flagged: number
}

function Warnings({ action, outdated, submitted, flagged }: WarningsProps) {
  return (
    <>
      {outdated ? (
        <Notice tone="warning" role="alert" className="mb-4">
          This section was changed in the meantime, so nothing was decided. Your text is kept: it comes back when you
          decide on the section again.
        </Notice>
      ) : null}
      {action === 'approve' && flagged > 0 ? (
        <Notice tone="warning" role="alert" className="mb-4">
          {flagged === 1 ? '1 answer is flagged.' : `${flagged} answers are flagged.`} Approving the section accepts all
          answers as they are.
        </Notice>
      ) : null}
      {submitted ? null : (
        <Notice tone="warning" role="alert" className="mb-4">
          <strong className="font-medium">Nothing has been submitted.</strong> {NOTHING_SUBMITTED[action]}
        </Notice>
      )}
    </>
  )
}

interface ActionFieldsProps {
  action: Action
  value: string
  onChange: (text: string) => void
}

function ActionFields({ action, ...field }: ActionFieldsProps) {
  if (action === 'undo')
    return (
      <p className="text-sm leading-relaxed">
        Are you sure you want to undo the approval? The section will be moved back to submitted status.
      </p>
    )
  const props = { ...field, maxLength: TEXT_MAX, rows: 4 }
  if (action === 'approve') return <TextArea label="Notes (optional)" {...props} />
  return <TextArea label="Reason" required help={REJECTION_HELP} {...props} />
}
