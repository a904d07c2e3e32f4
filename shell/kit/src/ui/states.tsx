import { isApiError } from '@portal/sdk'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.tsx'

export interface EmptyStateProps {
  title: string
  description?: ReactNode
  icon?: ReactNode
  /** What to do about it. */
  action?: ReactNode
  className?: string | undefined
}

/** Nothing to show, and why. */
export function EmptyState({ title, description, icon, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center px-6 py-14 text-center', className)}>
      {icon ? (
        <div
          className="mb-4 grid size-11 place-items-center rounded-box bg-base-200 text-base-content/60 [&>svg]:size-5"
          aria-hidden
        >
          {icon}
        </div>
      ) : null}
      <p className="font-medium">{title}</p>
      {description ? <div className="mt-1 max-w-sm text-base-content/70 text-sm">{description}</div> : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  )
}

export interface ErrorStateProps {
  /** The specification's text, such as 'Failed to load clients'. */
  title: string
  /** What went wrong; its sentence is shown below the title. */
  error?: unknown
  onRetry?: (() => void) | undefined
  retrying?: boolean | undefined
  className?: string | undefined
}

/** Something could not be loaded; announced, with a Retry button. */
export function ErrorState({ title, error, onRetry, retrying, className }: ErrorStateProps) {
  return (
    <div role="alert" className={cx('flex flex-col items-center px-6 py-14 text-center', className)}>
      <div className="mb-4 grid size-11 place-items-center rounded-box bg-error/10 text-error" aria-hidden>
        <CircleAlert className="size-5" />
      </div>
      <p className="font-medium">{title}</p>
      <p className="mt-1 max-w-sm text-base-content/70 text-sm">
        {isApiError(error) ? error.detail : 'Please try again later.'}
      </p>
      {onRetry ? (
        <Button className="mt-5" size="sm" busy={retrying} onClick={onRetry}>
          Retry
        </Button>
      ) : null}
    </div>
  )
}

/** A grey block in the place of what is loading. Give it its size by class. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden className={cx('skeleton rounded-field', className)} />
}

export interface SkeletonRowsProps {
  rows?: number | undefined
  /** What is loading, for screen readers. */
  label?: string | undefined
  className?: string | undefined
}

/** Rows of a list that is loading. */
export function SkeletonRows({ rows = 5, label = 'Loading', className }: SkeletonRowsProps) {
  return (
    <div role="status" aria-label={label} className={cx('divide-y divide-base-300', className)}>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="flex items-center gap-4 px-4 py-4">
          <Skeleton className="h-4 w-1/3 max-w-56" />
          <Skeleton className="h-4 w-1/4 max-w-40" />
          <Skeleton className="ml-auto h-4 w-16" />
        </div>
      ))}
    </div>
  )
}

/** A spinner with a name, for short waits in a small place. */
export function Spinner({
  label = 'Loading',
  className,
}: {
  label?: string | undefined
  className?: string | undefined
}) {
  return (
    <span role="status" className={cx('inline-flex', className)}>
      <span className="loading loading-spinner loading-sm text-base-content/60" aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** A page that is loading: the shape of a header and a card. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading page">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="mt-3 h-4 w-72 max-w-full" />
      <Skeleton className="mt-8 h-64 w-full rounded-box" />
    </div>
  )
}
