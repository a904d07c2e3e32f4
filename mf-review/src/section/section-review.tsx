import type { ReviewSection } from '@portal/contract/review'
import { can } from '@portal/contract/section-machine'
import { SectionBadge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { Collapsible } from '@portal/kit/ui/collapsible'
import { dateAndTime } from '@portal/kit/ui/time'
import { Check, Undo2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { History } from '../history/history.tsx'
import { reviewAction, reviewItem } from '../queue/keys.ts'
import { useTargetRef } from '../queue/target.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { Action } from './decide.ts'
import { SectionAnswers } from './section-answers.tsx'
import { ChangedNotice, RejectionReason } from './section-notes.tsx'
import { startsExpanded } from './starts-expanded.ts'
import { applyDecision } from '../submissions/cache.ts'
import { refreshCard, usePinnedCard } from '../submissions/live.ts'

export interface SectionReviewProps {
  section: ReviewSection
  workformId: string
  clientId: string
  /** Name or email address of the client. */
  client: string
  /** Whether it is the navigation target: it opens and takes the focus. */
  isTarget?: boolean
}

/** Renders one section of a card: the client's answers and the bookkeeper's actions. */
export function SectionReview({ section, workformId, clientId, client, isTarget = false }: SectionReviewProps) {
  // Until it is toggled by hand, it follows the section: what a client submits opens automatically.
  const [toggled, setToggled] = useState<boolean>()
  const [action, setAction] = useState<Action>()
  const [seen, setSeen] = useState(section.version)
  const [decided, setDecided] = useState<number>()
  const body = useFocusAfter(decided)
  const container = useTargetRef(isTarget)
  if (isTarget && !toggled) setToggled(true)
  usePinnedCard(action !== undefined, workformId, clientId)
  return (
    <div ref={container} {...reviewItem('section', section.assignment_id)}>
      <Collapsible
        nested
        level={3}
        title={section.section_name}
        aside={<SectionBadge status={section.status} />}
        open={toggled ?? startsExpanded(section)}
        onToggle={setToggled}
      >
        <div ref={body} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
          {section.version === seen ? null : <ChangedNotice onSeen={() => setSeen(section.version)} />}
          <SectionContent
            section={section}
            onAction={(chosen) => {
              // A section stays open during and after a decision.
              setToggled(true)
              setAction(chosen)
            }}
          />
        </div>
      </Collapsible>
      {/* Outside the collapsible: the dialog must stay open if someone else's decision closes the section. */}
      {action ? (
        <ActionDialog
          action={action}
          seen={section}
          client={client}
          onClose={() => setAction(undefined)}
          onDone={(decision, text) => {
            setToggled(true)
            setSeen(decision.version)
            applyDecision(decision, text)
            setDecided(decision.version)
            setAction(undefined)
          }}
          onOutdated={() => refreshCard({ ids: { workform_id: workformId, client_id: clientId } })}
        />
      ) : null}
    </div>
  )
}

/** Returns a ref for an element that takes the focus after a decision, since the pressed button disappears. */
function useFocusAfter(decided: number | undefined) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (decided !== undefined) element.current?.focus()
  }, [decided])
  return element
}

interface SectionContentProps {
  section: ReviewSection
  onAction: (action: Action) => void
}

function SectionContent({ section, onAction }: SectionContentProps) {
  return (
    <>
      {section.status === 'rejected' ? <RejectionReason reason={section.notes} /> : null}
      <SectionAnswers section={section} />
      <SectionDates section={section} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        <Actions section={section} onAction={onAction} />
      </div>
      <History id={section.assignment_id} version={section.version} section={section.section_name} />
    </>
  )
}

function Actions({ section, onAction }: SectionContentProps) {
  const { status } = section
  const icon = 'size-4'
  return (
    <>
      {can('approve', status) ? (
        <Button
          {...reviewAction('approve')}
          variant="primary"
          size="sm"
          icon={<Check className={icon} />}
          onClick={() => onAction('approve')}
        >
          Approve
        </Button>
      ) : null}
      {can('reject', status) ? (
        <Button {...reviewAction('reject')} size="sm" icon={<X className={icon} />} onClick={() => onAction('reject')}>
          Reject
        </Button>
      ) : null}
      {can('undo', status) ? (
        <Button {...reviewAction('undo')} size="sm" icon={<Undo2 className={icon} />} onClick={() => onAction('undo')}>
          Undo Approval
        </Button>
      ) : null}
    </>
  )
}

function SectionDates({ section }: { section: ReviewSection }) {
  const { status, submitted_at, approved_at, notes } = section
  const parts = [
    submitted_at && `Submitted ${dateAndTime(submitted_at)}`,
    approved_at && `Approved ${dateAndTime(approved_at)}`,
  ]
  return (
    <>
      {status === 'approved' && notes ? (
        <p className="whitespace-pre-wrap wrap-anywhere text-sm">
          <span className="text-base-content/70">Notes: </span>
          {notes}
        </p>
      ) : null}
      {submitted_at || approved_at ? (
        <p className="text-base-content/70 text-xs">{parts.filter(Boolean).join(' · ')}</p>
      ) : null}
    </>
  )
}
