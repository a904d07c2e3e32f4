import type { Decision, ReviewSection } from '@portal/contract/review'
import { Button } from '@portal/kit/ui/button'
import { Notice } from '@portal/kit/ui/notice'
import { dateAndTime } from '@portal/kit/ui/time'
import { api, call, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { isOutdated, toastDecisionError } from './decide.ts'

export interface RecallRequestProps {
  section: ReviewSection
  client: string
  onAnswered: (decision: Decision) => void
  onOutdated: () => void
}

/** Asks whether the client may change a submission that is under review. */
export function RecallRequest({ section, client, onAnswered, onOutdated }: RecallRequestProps) {
  const { assignment_id: id, version, section_name, recall_requested_at } = section
  const answer = useMutation({
    mutationFn: (agree: boolean) => call(api.sections[':id'].recall.$post({ param: { id }, json: { version, agree } })),
    onSuccess: (decision, agree) => {
      onAnswered(decision)
      if (agree) toastSuccess('Section returned', `${client} can change ${section_name} and submit it again.`)
      else toastSuccess('Request declined', `${section_name} stays with you for review.`)
    },
    onError: (error) => {
      toastDecisionError(error)
      if (isOutdated(error)) onOutdated()
    },
  })
  if (recall_requested_at === null) return null
  const button = (agree: boolean) => ({
    size: 'sm' as const,
    busy: answer.isPending && answer.variables === agree,
    disabled: answer.isPending && answer.variables !== agree,
    onClick: () => answer.mutate(agree),
  })
  return (
    <Notice tone="warning" role="status" className="flex flex-wrap items-center gap-3">
      <div className="min-w-48 flex-1">
        <p className="wrap-anywhere font-medium">{client} asks to change this section.</p>
        <p className="text-base-content/80">
          Asked on {dateAndTime(recall_requested_at)}. If you agree, it goes back to the client with all its answers.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" {...button(true)}>
          Agree
        </Button>
        <Button {...button(false)}>Decline</Button>
      </div>
    </Notice>
  )
}
