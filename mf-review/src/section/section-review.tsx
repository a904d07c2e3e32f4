import type { ReviewSection } from '@portal/contract/review'
import { can } from '@portal/contract/section-machine'
import { SectionBadge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { Collapsible } from '@portal/kit/ui/collapsible'
import { Notice } from '@portal/kit/ui/notice'
import { dateAndTime } from '@portal/kit/ui/time'
import { Check, Undo2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { reviewAction, reviewItem } from '../queue/keys.ts'
import { useTargetRef } from '../queue/use-queue.ts'
import { applyDecision } from '../submissions/cache.ts'
import { refreshCard, usePinnedCard } from '../submissions/live.ts'
import { ActionDialog } from './action-dialog.tsx'
import { startsExpanded } from './content.ts'
import type { Action } from './decide.ts'
import { History } from './history.tsx'
import { SectionAnswers } from './section-answers.tsx'

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

/** Says that the section has changed since it was opened. */
function ChangedNotice({ onSeen }: { onSeen: () => void }) {
  return (
    <Notice tone="info" role="status" className="flex flex-wrap items-center gap-3">
      <p className="min-w-48 flex-1">
        This section has just changed. You see its current answers; please look again before you decide.
      </p>
      <Button size="sm" onClick={onSeen}>
        OK
      </Button>
    </Notice>
  )
}

interface SectionContentProps {
  section: ReviewSection
  onAction: (action: Action) => void
}

const ACTIONS = [
  { action: 'approve', label: 'Approve', icon: <Check /> },
  { action: 'reject', label: 'Reject', icon: <X /> },
  { action: 'undo', label: 'Undo Approval', icon: <Undo2 /> },
] as const

function SectionContent({ section, onAction }: SectionContentProps) {
  const { status, notes, submitted_at, approved_at, assignment_id, version, section_name } = section
  const dates = [
    ...(submitted_at ? [`Submitted ${dateAndTime(submitted_at)}`] : []),
    ...(approved_at ? [`Approved ${dateAndTime(approved_at)}`] : []),
  ]
  return (
    <>
      {status === 'rejected' ? (
        <Notice tone="error">
          <h4 className="font-medium">Rejection Reason</h4>
          <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{notes ?? 'Not provided'}</p>
        </Notice>
      ) : null}
      <SectionAnswers section={section} />
      {status === 'approved' && notes ? (
        <p className="whitespace-pre-wrap wrap-anywhere text-sm">
          <span className="text-base-content/70">Notes: </span>
          {notes}
        </p>
      ) : null}
      {dates.length > 0 ? <p className="text-base-content/70 text-xs">{dates.join(' · ')}</p> : null}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {ACTIONS.filter(({ action }) => can(action, status)).map(({ action, label, icon }) => (
          <Button
            key={action}
            {...reviewAction(action)}
            variant={action === 'approve' ? 'primary' : 'secondary'}
            size="sm"
            icon={icon}
            onClick={() => onAction(action)}
          >
            {label}
          </Button>
        ))}
      </div>
      <History id={assignment_id} version={version} section={section_name} />
    </>
  )
}
