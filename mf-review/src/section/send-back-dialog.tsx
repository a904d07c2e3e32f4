import type { AnswerToFix } from '@portal/contract/answer-review'
import { flagText, summaryOfFlags } from '@portal/contract/flag-texts'
import type { Decision } from '@portal/contract/review'
import { Button } from '@portal/kit/ui/button'
import { countOf } from '@portal/kit/ui/count'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { newIdempotencyKey } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isOutdated, type SeenSection, sendBack, toastDecision, toastDecisionError } from './decide.ts'

export interface SendBackDialogProps {
  /** The section as it was when the dialog opened. */
  seen: SeenSection
  /** The flagged answers, in the order of the form. */
  flagged: readonly AnswerToFix[]
  client: string
  onClose: () => void
  /** Called with the server's decision and the reason that the client reads. */
  onDone: (decision: Decision, reason: string) => void
  onOutdated: () => void
}

/** Shows what the client will read, and sends the flagged answers back. Mount it to open it. */
export function SendBackDialog({ seen, flagged, client, onClose, onDone, onOutdated }: SendBackDialogProps) {
  const [key] = useState(newIdempotencyKey)
  const [first] = useState({ seen, flagged })
  const count = countOf(first.flagged.length, 'answer')
  const send = useMutation({
    mutationFn: () => sendBack(first.seen, first.flagged, key),
    onSuccess: (decision) => {
      onDone(decision, summaryOfFlags(first.flagged))
      toastDecision('send_back', first.seen, decision, onOutdated)
    },
    onError: (error) => {
      toastDecisionError(error)
      if (!isOutdated(error)) return
      onOutdated()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      busy={send.isPending}
      title={`Send back ${count}`}
      description={`${first.seen.section_name} · ${client}`}
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            data-autofocus
            busy={send.isPending}
            busyLabel="Processing..."
            onClick={() => send.mutate()}
          >
            {`Send back ${count}`}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-3 text-sm">
        <p className="wrap-anywhere">{client} will read:</p>
        <FlagList flagged={first.flagged} />
        <p className="text-base-content/80">All other answers are kept and count as accepted.</p>
      </div>
    </Dialog>
  )
}

/** Lists flagged questions with what is wrong. */
function FlagList({ flagged }: { flagged: readonly AnswerToFix[] }) {
  return (
    <dl className="grid grid-cols-1 gap-3 rounded-field border border-base-300 bg-base-200/60 px-4 py-3">
      {flagged.map(({ field_id, question, flag }) => (
        <div key={field_id} className="min-w-0">
          <dt className="wrap-anywhere font-medium">{question}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere">{flagText(flag)}</dd>
        </div>
      ))}
    </dl>
  )
}
