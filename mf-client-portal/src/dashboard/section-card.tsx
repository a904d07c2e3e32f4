import type { PortalSection } from '@portal/contract/client-portal'
import { statusForClient, isLocked } from '@portal/contract/section-machine'
import { isSectionLinked } from '@portal/kit/features/comments/comments-hash'
import { SectionBadge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { Collapsible } from '@portal/kit/ui/collapsible'
import { countOf } from '@portal/kit/ui/count'
import { ErrorState, NotOffline, Skeleton } from '@portal/kit/ui/states'
import { useLazyCode } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { DelegationOffer } from '../delegation/delegation-offer.tsx'
import { unsavedText } from '../draft/save-indicator.tsx'
import { useSaveStatus } from '../draft/use-draft.ts'
import { RecallOffer } from '../recall/recall-offer.tsx'
import { SentAnswers } from '../sent-answers/sent-answers.tsx'
import { scrollToSection } from '../section/focus-field.ts'
import { formCode } from '../section/form-code.ts'
import type { SectionFormProps } from '../section/section-form.tsx'
import type { SectionNavigation } from './section-navigation.ts'
import type { Neighbors } from './section-order.ts'
import { sectionQuery } from './queries.ts'
import { SentPanel } from './sent-panel.tsx'

const HINTS = {
  pending_review: 'Your bookkeeper is reviewing this section.',
  approved: 'Your bookkeeper has approved this section.',
} as const

export interface SectionCardProps {
  section: PortalSection
  navigation: SectionNavigation
  /** The open sections before and after this one. */
  neighbors: Neighbors
  /** The section to continue with after submitting. */
  next: PortalSection | undefined
  /** Why nothing is left to fill in. */
  done: string | undefined
}

/** Renders a section of a workform: its status, and its form while the client can work on it. */
export function SectionCard({ section, navigation, neighbors, next, done }: SectionCardProps) {
  const card = useRef<HTMLDivElement>(null)
  const id = section.assignment_id
  const status = statusForClient(section.status)
  const locked = isLocked(status)
  const hint = status === 'pending_review' || status === 'approved' ? HINTS[status] : undefined
  const open = navigation.showsForm(id)
  const isNew = navigation.sent === id
  const answers = useSentAnswers(section, open && !locked, isNew)
  return (
    <div ref={card}>
      <Collapsible
        nested
        level={3}
        title={section.name}
        subtitle={<SectionNote section={section} hint={hint} open={open} />}
        aside={<SectionBadge status={status} />}
        open={open}
        onToggle={(wanted) => (wanted ? navigation.open(id) : navigation.close(id))}
        locked={locked}
      >
        <SectionBody
          card={card}
          assignmentId={id}
          target={navigation.target}
          onSubmitted={() => navigation.submitted(id)}
        >
          <NeighborLinks {...neighbors} onOpen={navigation.open} />
        </SectionBody>
      </Collapsible>
      {locked && navigation.opened === id && (isNew || !isSectionLinked(id)) ? (
        <SentPanel {...{ section, isNew, next, done }} onOpen={navigation.open} onLeave={() => navigation.close(id)} />
      ) : null}
      {section.recall ? <RecallOffer section={section} onRecalled={() => navigation.open(id)} /> : null}
      {answers ? <SentAnswers section={section} {...answers} /> : null}
    </div>
  )
}

/**
 * Returns whether what the client sent is shown; undefined if it cannot be. A link to a comment shows it, once the
 * section is known to be locked. It stays when the section is returned, until the client opens the form, so that what
 * is being typed does not go away.
 */
function useSentAnswers({ assignment_id, status }: PortalSection, isFilling: boolean, wasJustSent: boolean) {
  const [isLinked] = useState(() => isSectionLinked(assignment_id))
  const [toggled, setToggled] = useState<boolean>()
  const [isKept, setKept] = useState(false)
  const canBeShown = isLocked(status) || (isKept && !isFilling)
  if (isKept !== canBeShown) setKept(canBeShown)
  if (isFilling && toggled) setToggled(false)
  const isOpen = toggled ?? (isLinked && !wasJustSent)
  return isLocked(status) || (canBeShown && isOpen) ? { isOpen, onToggle: () => setToggled(!isOpen) } : undefined
}

/** Links to the previous and next section, so that the client need not scroll back. */
function NeighborLinks({ before, after, onOpen }: Neighbors & { onOpen: (id: string) => void }) {
  if (!before && !after) return null
  const button = 'h-auto min-h-11 max-w-full flex-nowrap gap-1.5 py-1.5 font-normal text-left'
  return (
    <nav aria-label="Other sections" className="-mx-2 flex flex-wrap justify-between gap-x-4">
      {before ? (
        <Button variant="quiet" size="sm" className={button} onClick={() => onOpen(before.assignment_id)}>
          <ChevronLeft className="size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            <span className="sr-only">Previous: </span>
            {before.name}
          </span>
        </Button>
      ) : null}
      {after ? (
        <Button variant="quiet" size="sm" className={`${button} ml-auto`} onClick={() => onOpen(after.assignment_id)}>
          <span className="min-w-0 wrap-anywhere">
            <span className="sr-only">Next: </span>
            {after.name}
          </span>
          <ChevronRight className="size-4 shrink-0" />
        </Button>
      ) : null}
    </nav>
  )
}

function SectionNote({ section, hint, open }: { section: PortalSection; hint: string | undefined; open: boolean }) {
  const saveStatus = useSaveStatus(section.assignment_id)
  if (hint) return hint
  if (!open && saveStatus === 'conflict') return 'Also changed somewhere else. Open it to choose what to keep.'
  const unsaved = unsavedText(saveStatus)
  if (!open && unsaved) return unsaved
  const toFix = section.to_fix.length
  if (toFix > 0) {
    return (
      <>
        <span className="font-medium text-error">{countOf(toFix, 'thing')} to fix.</span> Your other answers are kept.
      </>
    )
  }
  if (section.status === 'rejected' && section.rejection_reason) {
    return (
      <>
        <span className="block whitespace-pre-line text-base-content">
          <span className="font-medium text-error">Rejection Reason: </span>
          {section.rejection_reason}
        </span>
        <span className="mt-1 block">Your answers were removed. Please fill in this section again.</span>
      </>
    )
  }
  const { field_count: fields, required_count: required } = section
  return `${fields} ${fields === 1 ? 'field' : 'fields'}${required > 0 ? `, ${required} required` : ''}`
}

interface SectionBodyProps extends Pick<SectionFormProps, 'target'> {
  assignmentId: string
  /** The section's card. */
  card: RefObject<HTMLElement | null>
  onSubmitted: () => void
  /** Rendered below the form. */
  children: ReactNode
}

function SectionBody({ assignmentId, card, target, onSubmitted, children }: SectionBodyProps) {
  const section = useQuery(sectionQuery(assignmentId))
  const code = useLazyCode(formCode)
  const [hasRetried, setRetried] = useState(false)
  const { data } = section
  if (data && code.loaded) {
    const { SectionForm } = code.loaded
    return (
      <div className="grid grid-cols-1 gap-4">
        <SectionForm
          key={data.assignment_id}
          detail={data}
          card={card}
          target={target}
          takesFocus={hasRetried}
          onSubmitted={onSubmitted}
        >
          {children}
        </SectionForm>
        {/* Not in the form, because its dialog has one of its own. */}
        <DelegationOffer assignmentId={assignmentId} sectionName={data.name} />
      </div>
    )
  }
  const hasFailed = section.error !== null && !section.isFetching
  const retry = (): void => {
    setRetried(true)
    if (hasFailed) void section.refetch()
    code.retry()
  }
  return (
    <Unloaded card={card}>
      {hasFailed || code.state === 'failed' ? (
        <ErrorState title="This section could not be loaded" error={section.error} onRetry={retry} />
      ) : section.fetchStatus === 'paused' || code.state === 'waiting' ? (
        <NotOffline />
      ) : (
        <div role="status" aria-label="Loading section" className="grid grid-cols-1 gap-5">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-12 w-40" />
        </div>
      )}
    </Unloaded>
  )
}

/** Scrolls to a section whose form is not there yet, so that the person sees what it waits for. */
function Unloaded({ card, children }: Pick<SectionBodyProps, 'card' | 'children'>) {
  useEffect(() => scrollToSection(card.current), [card])
  return children
}
