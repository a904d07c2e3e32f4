import { daysBetween, shortDate, todayIn } from '@portal/contract/dates'
import type { SubmissionCard as Card } from '@portal/contract/review'
import { Badge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { Collapsible } from '@portal/kit/ui/collapsible'
import { countOf } from '@portal/kit/ui/count'
import { EmailText } from '@portal/kit/ui/email-text'
import { useUser } from '@portal/sdk'
import { CheckCheck, User } from 'lucide-react'
import { useState } from 'react'
import { DownloadZip } from '../files/download-zip.tsx'
import { reviewItem } from '../queue/keys.ts'
import { useTargetSection } from '../queue/use-queue.ts'
import { isWaiting, sectionFiles } from '../section/content.ts'
import { SectionReview } from '../section/section-review.tsx'
import { ApproveAllDialog } from './approve-all-dialog.tsx'
import { describeCounted } from './focus.ts'
import type { SubmissionsSearch } from './search.ts'
import { usePinnedCard } from './live.ts'
import { SideBadges } from './side-badges.tsx'

export interface SubmissionCardProps {
  card: Card
  startOpen: boolean
  /** Whether the list is sorted by due date. Cards that clients have finished are last then, without a date. */
  isByDue: boolean
  /** Heading level; below the heading of a group it is 3. */
  level?: 2 | 3 | undefined
  /** The figure or chart of the dashboard that the list is about. */
  focus: Pick<SubmissionsSearch, 'only' | 'month'>
  /** Filters by this client; absent if already filtered. */
  onOnlyClient: (() => void) | undefined
}

/** Renders a client's workform with the review of its sections. */
export function SubmissionCard({ card, startOpen, isByDue, level = 2, focus, onOnlyClient }: SubmissionCardProps) {
  const [open, setOpen] = useState(startOpen)
  const { workform_description: description } = card
  const counted = describeCounted(card, focus)
  const client = card.client_name || card.client_email
  // Nothing can be decided on while the assignment or its client is archived.
  const waiting = card.is_archived ? 0 : card.sections.filter(isWaiting).length
  const target = useTargetSection(card)
  if (target && !open) setOpen(true)
  return (
    <div {...reviewItem('card', `${card.workform_id} ${card.client_id}`)}>
      <Collapsible
        level={level}
        className="max-sm:[&>div]:p-3 max-sm:[&>summary]:px-4"
        open={open}
        onToggle={setOpen}
        title={card.workform_name}
        subtitle={description || counted ? <Subtitle {...{ description, counted }} isOpen={open} /> : null}
        aside={
          <>
            {card.is_archived ? <Badge>Archived</Badge> : null}
            <Deadlines card={card} waiting={waiting} isByDue={isByDue} />
            <SideBadges card={card} />
            <span className="max-w-64 wrap-anywhere text-base-content/80 text-sm" title={card.client_email}>
              {card.client_name || <EmailText email={card.client_email} />}
            </span>
          </>
        }
      >
        {card.sections.length === 0 ? (
          <p className="text-base-content/70 text-sm">No sections found in this workform.</p>
        ) : (
          <>
            <CardTools
              card={card}
              client={client}
              waiting={waiting}
              // Other lists have nothing of an archived client.
              onOnlyClient={card.is_archived ? undefined : onOnlyClient}
            />
            <div className="grid grid-cols-1 gap-3">
              {card.sections.map((section) => (
                <SectionReview
                  key={section.assignment_id}
                  section={section}
                  isArchived={card.is_archived}
                  isTarget={section.assignment_id === target}
                  workformId={card.workform_id}
                  clientId={card.client_id}
                  client={client}
                />
              ))}
            </div>
          </>
        )}
      </Collapsible>
    </div>
  )
}

interface SubtitleProps {
  description: string | null
  counted: string | undefined
  isOpen: boolean
}

/** Shows the description of the workform, and which sections a chart counts. */
function Subtitle({ description, counted, isOpen }: SubtitleProps) {
  return (
    <>
      {description ? <span className={isOpen ? undefined : 'line-clamp-2'}>{description}</span> : null}
      {counted ? <span className="mt-0.5 block text-base-content">{counted}</span> : null}
    </>
  )
}

/** Shows how long sections wait for a review, and when the workform is or was due. */
function Deadlines({ card, waiting, isByDue }: Pick<SubmissionCardProps, 'card' | 'isByDue'> & { waiting: number }) {
  const timeZone = useUser().time_zone
  const today = todayIn(timeZone)
  const { due_date, open_due_date, waiting_since } = card
  const waited = waiting_since ? daysBetween(todayIn(timeZone, new Date(waiting_since)), today) : 0
  const overdue = open_due_date ? daysBetween(open_due_date, today) : 0
  const due = open_due_date ?? (isByDue ? null : due_date)
  return (
    <>
      {waiting > 0 ? (
        <Badge tone="yellow">
          {waiting} to review{waited > 0 ? ` · ${countOf(waited, 'day')}` : null}
        </Badge>
      ) : null}
      {overdue > 0 ? <Badge tone="red">{countOf(overdue, 'day')} overdue</Badge> : null}
      {due ? <Badge tone={overdue > 0 ? 'red' : 'gray'}>Due: {shortDate(due)}</Badge> : null}
    </>
  )
}

interface CardToolsProps extends Pick<SubmissionCardProps, 'card' | 'onOnlyClient'> {
  client: string
  waiting: number
}

/** Renders actions on all sections or files of a card, and the filter for its client. */
function CardTools({ card, client, waiting, onOnlyClient }: CardToolsProps) {
  const [asking, setAsking] = useState(false)
  usePinnedCard(asking, card.workform_id, card.client_id)
  const files = card.sections.flatMap(sectionFiles).length
  return (
    <div className="mb-3 flex flex-wrap gap-2 empty:hidden">
      {waiting > 1 ? (
        <Button size="sm" icon={<CheckCheck />} onClick={() => setAsking(true)}>
          Approve all submitted ({waiting})
        </Button>
      ) : null}
      {files > 1 ? (
        <DownloadZip
          scope={{ workform: card.workform_id, client: card.client_id }}
          label={`Download all ${files} files (ZIP)`}
        />
      ) : null}
      {onOnlyClient ? (
        <Button size="sm" variant="quiet" icon={<User />} onClick={onOnlyClient}>
          <span className="max-w-48 truncate" title={client}>
            All of {client}
          </span>
        </Button>
      ) : null}
      {asking ? <ApproveAllDialog card={card} client={client} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}
