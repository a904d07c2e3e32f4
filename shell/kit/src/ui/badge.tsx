import { known } from '@portal/contract/known'
import type { AssignmentStatus, ClientStatus, SectionStatus } from '@portal/contract/statuses'
import type { ReactNode } from 'react'
import { cx } from './class-names.tsx'
import { formatCount } from './count.tsx'

export type Tone = 'blue' | 'yellow' | 'green' | 'emerald' | 'red' | 'gray'

const TONES: Record<Tone, string> = {
  blue: 'badge-info',
  yellow: 'badge-warning',
  green: 'badge-success',
  emerald: 'badge-accent',
  red: 'badge-error',
  gray: 'badge-neutral',
}

export interface BadgeProps {
  tone?: Tone | undefined
  children: ReactNode
  className?: string | undefined
}

/** Renders a small colored label. The color never says more than the text. */
export function Badge({ tone = 'gray', children, className }: BadgeProps) {
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

/** Returns a status as text: underscores become spaces. */
export function statusText(status: string): string {
  return status.replaceAll('_', ' ')
}

/** Renders the status of an assignment. A status that is new is gray, as in the other badges. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge tone={known(ASSIGNMENT, status)} className="capitalize">
      {statusText(status)}
    </Badge>
  )
}

const SECTION: Record<SectionStatus, { tone: Tone; text: string }> = {
  pending: { tone: 'gray', text: 'pending' },
  pending_review: { tone: 'yellow', text: 'Pending Review' },
  submitted: { tone: 'blue', text: 'submitted' },
  approved: { tone: 'emerald', text: 'approved' },
  rejected: { tone: 'red', text: 'rejected' },
}

/** Renders the status of a section, for bookkeepers and clients. */
export function SectionBadge({ status }: { status: SectionStatus }) {
  const { tone, text } = known(SECTION, status) ?? { tone: 'gray', text: statusText(status) }
  return (
    <Badge tone={tone} className="capitalize">
      {text}
    </Badge>
  )
}

const CLIENT: Record<ClientStatus, Tone> = { new: 'blue', onboarding: 'yellow', active: 'green', inactive: 'gray' }

export function ClientStatusBadge({ status }: { status: ClientStatus }) {
  return (
    <Badge tone={known(CLIENT, status)} className="capitalize">
      {statusText(status)}
    </Badge>
  )
}

export interface CountBadgeProps {
  label: string
  /** Undefined while the count is loading. */
  count: number | undefined
  tone?: Tone | undefined
  pressed: boolean
  onPress: () => void
}

/** Renders a button that filters by what it counts, such as 'Onboarding 12'. */
export function CountBadge({ label, count, tone = 'gray', pressed, onPress }: CountBadgeProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(
        'inline-flex min-h-6 cursor-pointer items-center gap-2 rounded-full text-sm max-lg:gap-1',
        'max-lg:text-xs lg:border lg:py-1 lg:pr-1.5 lg:pl-3',
        pressed
          ? 'border-base-content bg-base-200 font-medium max-lg:underline max-lg:underline-offset-4'
          : 'border-base-300 hover:bg-base-200 lg:bg-base-100',
      )}
    >
      <span className={pressed ? undefined : 'text-base-content/70'}>{label}</span>
      <Badge tone={tone} className="min-w-6 rounded-full tabular-nums">
        {count === undefined ? '–' : formatCount(count)}
      </Badge>
    </button>
  )
}
