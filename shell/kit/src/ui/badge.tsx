import type { AssignmentStatus, ClientStatus, SectionStatus } from '@portal/contract/statuses'
import type { ReactNode } from 'react'
import { cx } from './class-names.tsx'
import { formatCount } from './count.tsx'

export type Tone = 'blue' | 'yellow' | 'green' | 'emerald' | 'red' | 'grey'

const TONES: Record<Tone, string> = {
  blue: 'badge-info',
  yellow: 'badge-warning',
  green: 'badge-success',
  emerald: 'badge-accent',
  red: 'badge-error',
  grey: 'badge-neutral',
}

export interface BadgeProps {
  tone?: Tone | undefined
  children: ReactNode
  className?: string | undefined
}

/** A small coloured label. The colour never says more than the text does. */
export function Badge({ tone = 'grey', children, className }: BadgeProps) {
  return (
    <span
      className={cx(
        'badge badge-soft badge-sm h-auto min-h-5 whitespace-nowrap py-0.5 font-medium',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

const ASSIGNMENT: Record<AssignmentStatus, Tone> = {
  assigned: 'blue',
  in_progress: 'yellow',
  completed: 'green',
  approved: 'emerald',
  rejected: 'red',
}

/** A status as text: underscores are shown as spaces (specification, section 4). */
export function statusText(status: string): string {
  return status.replaceAll('_', ' ')
}

/** Status of an assignment; an unknown one is grey. */
export function StatusBadge({ status }: { status: string }) {
  const tone = Object.hasOwn(ASSIGNMENT, status) ? ASSIGNMENT[status as AssignmentStatus] : 'grey'
  return (
    <Badge tone={tone} className="capitalize">
      {statusText(status)}
    </Badge>
  )
}

const SECTION: Record<SectionStatus, { tone: Tone; text: string }> = {
  pending: { tone: 'grey', text: 'pending' },
  pending_review: { tone: 'yellow', text: 'Pending Review' },
  submitted: { tone: 'blue', text: 'submitted' },
  approved: { tone: 'emerald', text: 'approved' },
  rejected: { tone: 'red', text: 'rejected' },
}

/** Status of a section, on both sides. */
export function SectionBadge({ status }: { status: SectionStatus }) {
  const { tone, text } = SECTION[status]
  return (
    <Badge tone={tone} className="capitalize">
      {text}
    </Badge>
  )
}

const CLIENT: Record<ClientStatus, Tone> = { new: 'blue', onboarding: 'yellow', active: 'green', inactive: 'grey' }

/** Status of a client. */
export function ClientStatusBadge({ status }: { status: ClientStatus }) {
  return (
    <Badge tone={CLIENT[status]} className="capitalize">
      {status}
    </Badge>
  )
}

export interface CountBadgeProps {
  label: string
  /** Undefined while it is being counted. */
  count: number | undefined
  tone?: Tone | undefined
}

/** A label with a figure, such as 'Onboarding 12'. */
export function CountBadge({ label, count, tone = 'grey' }: CountBadgeProps) {
  return (
    <span className="inline-flex items-center gap-2 rounded-full border-base-300 text-sm max-lg:gap-1 max-lg:text-xs lg:border lg:bg-base-100 lg:py-1 lg:pr-1.5 lg:pl-3">
      <span className="text-base-content/70">{label}</span>
      <Badge tone={tone} className="min-w-6 rounded-full tabular-nums">
        {count === undefined ? '–' : formatCount(count)}
      </Badge>
    </span>
  )
}
