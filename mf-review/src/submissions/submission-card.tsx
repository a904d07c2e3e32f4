import { shortDate } from '@portal/contract/dates'
import type { SubmissionCard as Card } from '@portal/contract/review'
import { Badge } from '@portal/kit/ui/badge'
import { Collapsible } from '@portal/kit/ui/collapsible'
import { useState } from 'react'
import { reviewItem } from '../queue/keys.ts'
import { useTargetSection, isWaiting } from '../queue/target.ts'
import { SectionReview } from '../section/section-review.tsx'
import { CardTools } from './card-tools.tsx'

export interface SubmissionCardProps {
  card: Card
  startOpen: boolean
  /** Filters by this client; absent if already filtered. */
  onOnlyClient: (() => void) | undefined
}

/** Renders a client's workform with the review of its sections. */
export function SubmissionCard({ card, startOpen, onOnlyClient }: SubmissionCardProps) {
  const [open, setOpen] = useState(startOpen)
  const client = card.client_name || card.client_email
  const waiting = card.sections.filter(isWaiting).length
  const target = useTargetSection(card)
  if (target && !open) setOpen(true)
  return (
    <div {...reviewItem('card', `${card.workform_id} ${card.client_id}`)}>
      <Collapsible
        level={2}
        className="max-sm:[&>div]:p-3 max-sm:[&>summary]:px-4"
        open={open}
        onToggle={setOpen}
        title={card.workform_name}
        subtitle={
          card.workform_description ? (
            <span className={open ? undefined : 'line-clamp-2'}>{card.workform_description}</span>
          ) : null
        }
        aside={
          <>
            {waiting > 0 ? <Badge tone="yellow">{waiting} to review</Badge> : null}
            {card.due_date ? <Badge>Due: {shortDate(card.due_date)}</Badge> : null}
            <span className="max-w-64 wrap-anywhere text-base-content/80 text-sm" title={card.client_email}>
              {client}
            </span>
          </>
        }
      >
        {card.sections.length === 0 ? (
          <p className="text-base-content/70 text-sm">No sections found in this workform.</p>
        ) : (
          <>
            <CardTools card={card} client={client} onOnlyClient={onOnlyClient} />
            <div className="grid grid-cols-1 gap-3">
              {card.sections.map((section) => (
                <SectionReview
                  key={section.assignment_id}
                  section={section}
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
