import type { PortalWorkform } from '@portal/contract/client-portal'
import type { PortalCommitment } from '@portal/contract/commitments'
import { Button } from '@portal/kit/ui/button'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { weekdayAndDate } from '@portal/kit/ui/time'
import { CalendarClock } from 'lucide-react'

const CommitmentDialog = lazyDialog(() => import('./commitment-dialog.tsx'), 'CommitmentDialog')

export interface CommitmentPanelProps {
  workform: PortalWorkform
  /** Whether the client is choosing a day. */
  asking: boolean
  onAsk: () => void
  onClose: () => void
}

/** Shows the day by which the client has promised to send a workform, or asks for it. Hidden once all is sent. */
export function CommitmentPanel({ workform, asking, onAsk, onClose }: CommitmentPanelProps) {
  const { commitment, name } = workform
  if (!commitment) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-4 text-sm sm:px-5">
      <Promised commitment={commitment} />
      <Button
        variant="quiet"
        size="sm"
        icon={<CalendarClock />}
        className="-mx-3 -my-2 min-h-11 font-normal"
        aria-haspopup="dialog"
        aria-label={`${labelOf(commitment)} (${name})`}
        onClick={onAsk}
      >
        {labelOf(commitment)}
      </Button>
      {asking ? <CommitmentDialog workform={workform} commitment={commitment} onClose={onClose} /> : null}
    </div>
  )
}

function labelOf({ day, is_missed }: PortalCommitment): string {
  if (day === null) return "I'll send it by…"
  return is_missed ? 'Choose a new day' : 'Change'
}

function Promised({ commitment: { day, is_missed } }: { commitment: PortalCommitment }) {
  if (day === null) return null
  return (
    <p className="wrap-anywhere">
      You {is_missed ? 'planned' : 'plan'} to send it by {weekdayAndDate(day)}.
    </p>
  )
}
