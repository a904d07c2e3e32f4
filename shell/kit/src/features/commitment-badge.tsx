import type { CommitmentState } from '@portal/contract/commitment-rules'
import type { Commitment } from '@portal/contract/commitments'
import { known, knownText } from '@portal/contract/known'
import { Badge, type Tone } from '../ui/badge.tsx'
import { weekdayAndDate } from '../ui/time.tsx'

const TONES: Record<CommitmentState, Tone> = { open: 'blue', kept: 'green', missed: 'yellow' }
const TEXTS: Record<CommitmentState, string> = {
  open: 'Promised by',
  kept: 'Promise kept:',
  missed: 'Promise missed:',
}

/** Shows by when a client has promised to send a workform, and whether the promise was kept. */
export function CommitmentBadge({ commitment: { day, state } }: { commitment: Commitment }) {
  return (
    <Badge tone={known(TONES, state)}>
      {knownText(TEXTS, state)} {weekdayAndDate(day)}
    </Badge>
  )
}
