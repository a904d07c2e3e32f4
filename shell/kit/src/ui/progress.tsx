import { isLocked } from '@portal/contract/section-machine'
import type { SectionStatus } from '@portal/contract/statuses'
import { Check } from 'lucide-react'
import { cx } from './class-names.tsx'

export interface ProgressProps {
  /** Accessible name. */
  label: string
  value: number
  max?: number | undefined
  className?: string | undefined
}

/** Renders a progress bar. */
export function Progress({ label, value, max = 100, className }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={max}
      className={cx('progress progress-primary h-1.5 w-full', className)}
    />
  )
}

/** Returns the share of sections that are submitted or approved; `percent` is rounded. */
export function progressOf(sections: readonly { status: SectionStatus }[]) {
  const done = sections.filter((s) => isLocked(s.status)).length
  const total = sections.length
  return { done, total, percent: total === 0 ? 0 : Math.round((done / total) * 100) }
}

export interface StepsProps {
  /** Accessible name. */
  label: string
  steps: readonly string[]
  /** Index of the current step, from 0. */
  current: number
  className?: string | undefined
}

/** Renders the current position in a short sequence. In a narrow container only the current step's name is visible. */
export function Steps({ label, steps, current, className }: StepsProps) {
  return (
    <ol aria-label={label} className={cx('@container flex items-center gap-2', className)}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={cx('flex items-center gap-2', index < steps.length - 1 && 'flex-1')}
        >
          <span
            aria-hidden
            className={cx(
              'grid size-6 shrink-0 place-items-center rounded-full font-semibold text-xs tabular-nums',
              index < current && 'bg-primary/15 text-primary',
              index === current && 'bg-primary text-primary-content',
              index > current && 'bg-base-200 text-base-content/70',
            )}
          >
            {index < current ? <Check className="size-3.5" /> : index + 1}
          </span>
          <span
            className={cx(
              'whitespace-nowrap text-sm',
              index === current ? 'font-medium' : 'sr-only @md:not-sr-only @md:text-base-content/70',
            )}
          >
            {step}
            {index < current ? <span className="sr-only"> (done)</span> : null}
          </span>
          {index < steps.length - 1 ? <span aria-hidden className="h-px min-w-3 flex-1 bg-base-300" /> : null}
        </li>
      ))}
    </ol>
  )
}
