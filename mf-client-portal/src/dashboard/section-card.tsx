import type { PortalSection } from '@portal/contract/portal'
import { clientView, isLocked } from '@portal/contract/section-machine'
import { SectionBadge } from '@portal/kit/badge'
import { Collapsible } from '@portal/kit/collapsible'
import { ErrorState, Skeleton } from '@portal/kit/states'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { showFrom } from '../section/focus-field.ts'
import { SectionForm } from '../section/section-form.tsx'
import { sectionQuery } from './queries.ts'

const HINTS = {
  pending_review: 'Your bookkeeper is reviewing this section.',
  approved: 'Your bookkeeper has approved this section.',
} as const

/** A section of a workform: its status, and its form while it is the client's turn. */
export function SectionCard({ section }: { section: PortalSection }): ReactNode {
  const [open, setOpen] = useState(false)
  const [submissions, setSubmissions] = useState(0)
  const answered = useRef(0)
  const frame = useRef<HTMLDivElement>(null)
  const status = clientView(section.status)
  const locked = isLocked(status)
  useEffect(() => {
    // The form, and the button in it, are gone: once for each submission, the focus goes to the section instead.
    if (!locked || answered.current === submissions) return
    answered.current = submissions
    frame.current?.querySelector('summary')?.focus()
  }, [submissions, locked])
  const hint = status === 'pending_review' || status === 'approved' ? HINTS[status] : undefined
  return (
    <div ref={frame} className="scroll-mt-16">
      <Collapsible
        nested
        level={3}
        title={section.name}
        subtitle={<SectionNote section={section} hint={hint} />}
        aside={<SectionBadge status={status} />}
        open={open}
        onToggle={setOpen}
        locked={locked}
        lockedHint={hint}
      >
        <SectionBody
          frame={frame}
          assignmentId={section.assignment_id}
          onSubmitted={() => {
            setOpen(false)
            setSubmissions((n) => n + 1)
          }}
        />
      </Collapsible>
    </div>
  )
}

function SectionNote({ section, hint }: { section: PortalSection; hint: string | undefined }): ReactNode {
  if (hint) return <span aria-hidden>{hint}</span>
  if (section.status === 'rejected' && section.rejection_reason) {
    return (
      <span className="whitespace-pre-line text-base-content">
        <span className="font-medium text-error">Rejection Reason: </span>
        {section.rejection_reason}
      </span>
    )
  }
  return `${section.field_count} ${section.field_count === 1 ? 'field' : 'fields'}${section.required_count > 0 ? `, ${section.required_count} required` : ''}`
}

interface SectionBodyProps {
  assignmentId: string
  /** The section's card. */
  frame: RefObject<HTMLElement | null>
  onSubmitted: () => void
}

function SectionBody({ assignmentId, frame, onSubmitted }: SectionBodyProps): ReactNode {
  const { data, error, isFetching, refetch } = useQuery(sectionQuery(assignmentId))
  const ready = data !== undefined
  useEffect(() => {
    // On a phone the form would open below the screen's edge.
    if (ready && window.matchMedia('(width < 48rem)').matches) showFrom(frame.current)
  }, [ready, frame])
  if (data) return <SectionForm key={data.assignment_id} detail={data} onSubmitted={onSubmitted} />
  if (error && !isFetching) {
    return <ErrorState title="This section could not be loaded" error={error} onRetry={() => void refetch()} />
  }
  return (
    <div role="status" aria-label="Loading section" className="grid grid-cols-1 gap-5">
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-12 w-40" />
    </div>
  )
}
