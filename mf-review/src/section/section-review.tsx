import type { ReviewSection } from '@portal/contract/review'
import { isLinked } from '@portal/kit/features/comments/comments-hash'
import { describeTimePerSide } from '@portal/kit/features/time-per-side'
import { SectionBadge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { Collapsible } from '@portal/kit/ui/collapsible'
import { Notice } from '@portal/kit/ui/notice'
import { useEffect, useRef, useState } from 'react'
import { reviewItem } from '../queue/keys.ts'
import { useTargetRef } from '../queue/use-queue.ts'
import { applyDecision } from '../submissions/cache.ts'
import { refreshCard, usePinnedCard } from '../submissions/live.ts'
import { hasClientChanged, isReviewable, startsExpanded } from './content.ts'
import { RecallRequest } from './recall-request.tsx'
import { SectionContent } from './section-content.tsx'
import { type DecisionToConfirm, SectionDialogs, type SectionDialogsProps } from './section-dialogs.tsx'
import { useOpened } from './use-opened.ts'

export interface SectionReviewProps {
  section: ReviewSection
  workformId: string
  clientId: string
  /** Name or email address of the client. */
  client: string
  /** Whether the assignment or its client is archived, so that nothing can be decided. */
  isArchived?: boolean
  /** Whether it is the navigation target: it opens and takes the focus. */
  isTarget?: boolean
}

/** Renders one section of a card: the client's answers and the bookkeeper's actions. */
export function SectionReview(props: SectionReviewProps) {
  const { section, workformId, clientId, client, isArchived = false, isTarget = false } = props
  // Until it is toggled by hand, it follows the section: what a client submits opens automatically.
  const [toggled, setToggled] = useState<boolean | undefined>(() => isCommentLinked(section) || undefined)
  const [confirming, setConfirming] = useState<DecisionToConfirm>()
  const [seen, setSeen] = useState(section)
  const [decided, setDecided] = useState<number>()
  const hasChanged = hasClientChanged(seen, section)
  if (!hasChanged && seen !== section) setSeen(section)
  const body = useFocusAfter(decided)
  const container = useTargetRef(isTarget)
  if (isTarget && !toggled) setToggled(true)
  const isOpen = toggled ?? startsExpanded(section)
  usePinnedCard(confirming !== undefined, workformId, clientId)
  useOpened(body, section, isOpen && !isArchived && isReviewable(section))
  const refresh = (): void => refreshCard({ ids: { workform_id: workformId, client_id: clientId } })
  const ask = (decision: DecisionToConfirm): void => {
    // A section stays open during and after a decision.
    setToggled(true)
    setConfirming(decision)
  }
  const show: SectionDialogsProps['onDecided'] = (decision, text, marks) => {
    setSeen(section)
    applyDecision(decision, text, marks)
    setDecided(decision.version)
    setConfirming(undefined)
  }
  const common = { section, client, onOutdated: refresh }
  return (
    <div ref={container} {...reviewItem('section', section.assignment_id)}>
      <Collapsible
        nested
        level={3}
        title={section.section_name}
        subtitle={describeTimePerSide(section.days)}
        aside={<SectionBadge status={section.status} />}
        open={isOpen}
        onToggle={setToggled}
      >
        <div ref={body} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
          {hasChanged ? <ChangedNotice onSeen={() => setSeen(section)} /> : null}
          {isArchived ? null : (
            <RecallRequest {...common} onAnswered={(decision) => show(decision, '', section.marks)} />
          )}
          <SectionContent {...common} isArchived={isArchived} onAsk={ask} />
        </div>
      </Collapsible>
      {/* Outside the collapsible: a dialog must stay open if someone else's decision closes the section. */}
      <SectionDialogs {...common} confirming={confirming} onClose={() => setConfirming(undefined)} onDecided={show} />
    </div>
  )
}

/** Returns whether the address of the page opens the comments on one of the answers. */
const isCommentLinked = ({ assignment_id, fields }: ReviewSection): boolean =>
  fields.some(({ id }) => isLinked(assignment_id, id))

/** Returns a ref for an element that takes the focus after a decision, since the pressed button disappears. */
function useFocusAfter(decided: number | undefined) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (decided !== undefined) element.current?.focus()
  }, [decided])
  return element
}

/** Says that the client has changed the section since it was seen. */
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
