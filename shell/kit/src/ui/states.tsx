import { errorMessage } from '@portal/sdk'
import { CircleAlert, CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.tsx'

export interface EmptyStateProps {
  title: string
  description?: ReactNode
  icon?: ReactNode
  /** What the user can do, such as a button. */
  action?: ReactNode
  className?: string | undefined
}

/** Says that there is nothing to show, and why. */
export function EmptyState({ title, description, icon, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center px-6 py-14 text-center', className)}>
      {icon ? (
        <div
          className={cx(
            'mb-4 grid size-11 place-items-center rounded-box bg-base-content/5 text-base-content/60',
            '[&>svg]:size-5',
          )}
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
  /** What failed, such as 'Failed to load clients'. */
  title: string
  /** The error; its detail is shown below the title. */
  error?: unknown
  onRetry?: (() => void) | undefined
  retrying?: boolean | undefined
  className?: string | undefined
}

/** Says that something could not be loaded. Announced to screen readers; has a Retry button. */
export function ErrorState({ title, error, onRetry, retrying, className }: ErrorStateProps) {
  return (
    <div role="alert" className={cx('flex flex-col items-center px-6 py-14 text-center', className)}>
      <div className="mb-4 grid size-11 place-items-center rounded-box bg-error/10 text-error" aria-hidden>
        <CircleAlert className="size-5" />
      </div>
      <p className="font-medium">{title}</p>
      <p className="mt-1 max-w-sm text-base-content/70 text-sm">{errorMessage(error)}</p>
      {onRetry ? (
        <Button className="mt-5" size="sm" busy={retrying} onClick={onRetry}>
          Retry
        </Button>
      ) : null}
    </div>
  )
}

export interface QueryErrorProps extends Pick<ErrorStateProps, 'title' | 'className'> {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** Says that a query has failed, with a button that repeats it. */
export function QueryError({ query: { error, isFetching, refetch }, ...state }: QueryErrorProps) {
  return <ErrorState {...state} error={error} retrying={isFetching} onRetry={() => void refetch()} />
}

/** Says that something was not opened on this device before the connection was lost. */
export function NotOffline({ className }: { className?: string | undefined }) {
  return (
    <div role="status">
      <EmptyState
        icon={<CloudOff />}
        title="Not available offline"
        description="It loads as soon as you are back online."
        className={className}
      />
    </div>
  )
}

/** Renders a placeholder for loading content. Set its size with `className`. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden className={cx('skeleton rounded-field', className)} />
}

/** Renders labeled placeholders of content that is not a list. `items` are the classes of each. */
export function SkeletonGroup({
  label,
  items,
  className,
}: {
  label: string
  items: readonly string[]
  className?: string | undefined
}) {
  return (
    <div role="status" aria-label={label} className={className}>
      {items.map((item, i) => (
        <Skeleton key={i} className={item} />
      ))}
    </div>
  )
}

export interface SkeletonRowsProps {
  rows?: number | undefined
  /** Accessible name. */
  label?: string | undefined
  /** Class with the height of the rows that follow, so that nothing moves when they arrive. */
  height?: string | undefined
  /** Class with the height of the head of the table that follows. */
  head?: string | undefined
  className?: string | undefined
}

/** Renders placeholder rows of a loading list. */
export function SkeletonRows({ rows = 5, label = 'Loading', height = 'h-12.25', head, className }: SkeletonRowsProps) {
  return (
    <div role="status" aria-label={label} className={cx('divide-y divide-base-300', className)}>
      {head ? <div className={head} /> : null}
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className={cx('flex items-center gap-4 px-4', height)} data-skeleton-row>
          <Skeleton className="h-4 w-1/3 max-w-56" />
          <Skeleton className="h-4 w-1/4 max-w-40" />
          <Skeleton className="ml-auto h-4 w-16" />
        </div>
      ))}
    </div>
  )
}

/** Renders a labeled spinner for short waits in a small space. */
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
