import type { ReviewSection } from '@portal/contract/review'
import { can } from '@portal/contract/section-machine'
import { SectionBadge } from '@portal/kit/badge'
import { Button } from '@portal/kit/button'
import { Collapsible } from '@portal/kit/collapsible'
import { dateAndTime } from '@portal/kit/time'
import { Check, Undo2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ActionDialog } from './action-dialog.tsx'
import type { Action } from './decide.ts'
import { SectionAnswers } from './section-answers.tsx'
import { ChangedNotice, RejectionReason } from './section-notes.tsx'
import { startsExpanded } from './starts-expanded.ts'
import { applyDecision } from '../submissions/cache.ts'
import { follow } from '../submissions/live.ts'

export interface SectionReviewProps {
  section: ReviewSection
  workformId: string
  clientId: string
  /** Name (or e-mail address) of the client. */
  client: string
}

/** One section of a card: what the client sent, and what the bookkeeper makes of it. */
export function SectionReview({ section, workformId, clientId, client }: SectionReviewProps): ReactNode {
  // Until someone has folded it by hand, it follows the section: what a client submits opens by itself.
  const [toggled, setToggled] = useState<boolean>()
  const [action, setAction] = useState<Action>()
  const [seen, setSeen] = useState(section.version)
  const [decided, setDecided] = useState<number>()
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button is gone with the old status.
    if (decided !== undefined) body.current?.focus()
  }, [decided])
  const open = toggled ?? startsExpanded(section)
  const close = (): void => setAction(undefined)
  return (
    <Collapsible
      nested
      level={3}
      title={section.section_name}
      aside={<SectionBadge status={section.status} />}
      open={open}
      onToggle={setToggled}
    >
      <div ref={body} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
        {section.version === seen ? null : <ChangedNotice onSeen={() => setSeen(section.version)} />}
        {section.status === 'rejected' ? <RejectionReason reason={section.notes} /> : null}
        <SectionAnswers section={section} />
        <SectionDates section={section} />
        <div className="flex flex-wrap gap-2 empty:hidden">
          <Actions section={section} onAction={setAction} />
        </div>
      </div>
      {action ? (
        <ActionDialog
          action={action}
          seen={section}
          client={client}
          onClose={close}
          onDone={(decision, text) => {
            setToggled(open)
            setSeen(decision.version)
            applyDecision(decision, text)
            setDecided(decision.version)
            close()
          }}
          onOvertaken={() => {
            close()
            follow({ ids: { workform_id: workformId, client_id: clientId } })
          }}
        />
      ) : null}
    </Collapsible>
  )
}

function Actions({ section, onAction }: { section: ReviewSection; onAction: (action: Action) => void }): ReactNode {
  const { status } = section
  const icon = 'size-4'
  return (
    <>
      {can('approve', status) ? (
        <Button variant="primary" size="sm" icon={<Check className={icon} aria-hidden />} onClick={() => onAction('approve')}>
          Approve
        </Button>
      ) : null}
      {can('reject', status) ? (
        <Button size="sm" icon={<X className={icon} aria-hidden />} onClick={() => onAction('reject')}>
          Reject
        </Button>
      ) : null}
      {can('undo', status) ? (
        <Button size="sm" icon={<Undo2 className={icon} aria-hidden />} onClick={() => onAction('undo')}>
          Undo Approval
        </Button>
      ) : null}
    </>
  )
}

function SectionDates({ section }: { section: ReviewSection }): ReactNode {
  const { status, submitted_at, approved_at, notes } = section
  const parts = [submitted_at && `Submitted ${dateAndTime(submitted_at)}`, approved_at && `Approved ${dateAndTime(approved_at)}`]
  return (
    <>
      {status === 'approved' && notes ? (
        <p className="whitespace-pre-wrap break-words text-sm">
          <span className="text-base-content/70">Notes: </span>
          {notes}
        </p>
      ) : null}
      {submitted_at || approved_at ? <p className="text-base-content/70 text-xs">{parts.filter(Boolean).join(' · ')}</p> : null}
    </>
  )
}
