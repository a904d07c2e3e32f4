import type { PortalSectionDetail } from '@portal/contract/portal'
import { Button } from '@portal/kit/ui/button'
import { Dialog } from '@portal/kit/ui/dialog'
import { toastSuccess, useUser } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ownerOf } from '../draft/local-drafts.ts'
import { writtenIn } from '../draft/registry.ts'
import { AnswerList, WhatIsSent } from '../section/submit-dialog.tsx'
import { together } from '../section/validate.ts'
import { type Outcome, partsOf, submitAll } from './submit-all.ts'

export interface SubmitAllDialogProps {
  workform: string
  sections: readonly PortalSectionDetail[]
  onClose: () => void
}

/** Shows all that will be sent, sends it, and says what became of each section. Mount it to open it. */
export function SubmitAllDialog({ workform, sections, onClose }: SubmitAllDialogProps): ReactNode {
  const owner = ownerOf(useUser())
  const [parts] = useState(() => partsOf(sections))
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const outcomeOf = ({ assignment_id: id }: PortalSectionDetail): Outcome => outcomes[id] ?? 'waiting'
  const left = parts.filter(({ detail }) => outcomeOf(detail) !== 'sent')
  const submission = useMutation({
    mutationFn: () => submitAll(owner, left, (id, outcome) => setOutcomes((before) => ({ ...before, [id]: outcome }))),
    onSuccess: (sent) => {
      if (sent < left.length) return
      toastSuccess('Sections submitted', `All ${parts.length} sections were sent to your bookkeeper for review.`)
      onClose()
    },
  })
  const busy = submission.isPending
  const partly = !busy && submission.isSuccess
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      busy={busy}
      title={`Submit everything in ${workform}?`}
      description="This is what your bookkeeper will get. You cannot change it while it is being reviewed."
      footer={
        <>
          <Button size="lg" onClick={onClose} disabled={busy}>
            {partly ? 'Close' : 'Cancel'}
          </Button>
          <Button
            variant="primary"
            size="lg"
            busy={busy}
            busyLabel="Submitting..."
            onClick={() => submission.mutate()}
            data-autofocus
          >
            {partly ? 'Try Again' : 'Submit everything'}
          </Button>
        </>
      }
    >
      {partly ? (
        <p role="alert" className="mb-4 rounded-field border border-error/50 bg-error/8 px-4 py-3 text-sm">
          {parts.length - left.length} of {parts.length} sections were sent. The others were not, and are as you left
          them.
        </p>
      ) : null}
      <WhatIsSent>
        {parts.map(({ detail }) => (
          <Part key={detail.assignment_id} detail={detail} outcome={outcomeOf(detail)} />
        ))}
      </WhatIsSent>
    </Dialog>
  )
}

const WORDS = { waiting: '', sending: 'Sending...', sent: 'Sent' } as const

function Part({ detail, outcome }: { detail: PortalSectionDetail; outcome: Outcome }): ReactNode {
  // As it was when the dialog opened: a section that is sent has no draft any more.
  const [answers] = useState(() => together(detail, writtenIn(detail)))
  const failed = typeof outcome === 'object' ? outcome.failed : undefined
  return (
    <div className="min-w-0">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold text-sm">
        <span className="min-w-0 wrap-anywhere">{detail.name}</span>
        <span role="status" className={failed ? 'font-normal text-error' : 'font-normal text-base-content/70'}>
          {failed ? `Not sent. ${failed}` : WORDS[outcome as keyof typeof WORDS]}
        </span>
      </h3>
      {outcome === 'sent' ? null : (
        <div className="mt-2">
          <AnswerList fields={detail.fields} answers={answers} />
        </div>
      )}
    </div>
  )
}
