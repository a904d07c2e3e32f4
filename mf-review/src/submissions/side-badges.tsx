import { daysBetween, todayIn } from '@portal/contract/dates'
import type { SubmissionCard } from '@portal/contract/review'
import { CommitmentBadge } from '@portal/kit/features/commitment-badge'
import { Badge } from '@portal/kit/ui/badge'
import { countOf } from '@portal/kit/ui/count'
import { useUser } from '@portal/sdk'

/** Shows how long the client has had the oldest open section, and by when they have promised to send it. */
export function SideBadges({ card: { with_client_since, commitment } }: { card: SubmissionCard }) {
  const timeZone = useUser().time_zone
  const since = with_client_since && todayIn(timeZone, new Date(with_client_since))
  const days = since ? daysBetween(since, todayIn(timeZone)) : 0
  return (
    <>
      {days > 0 ? <Badge>With client · {countOf(days, 'day')}</Badge> : null}
      {commitment ? <CommitmentBadge commitment={commitment} /> : null}
    </>
  )
}
