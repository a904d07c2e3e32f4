import { ChevronRight, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.tsx'

export interface CollapsibleProps {
  title: ReactNode
  /** Below the title. */
  subtitle?: ReactNode
  /** Shown on the right: badges, a due date. */
  aside?: ReactNode
  open: boolean
  onToggle: (open: boolean) => void
  /** Prevents opening; the subtitle says why. */
  locked?: boolean | undefined
  /** Uses a lighter style, for a card inside another card. */
  nested?: boolean | undefined
  /** Heading level of the title (2 to 4). */
  level?: 2 | 3 | 4 | undefined
  children?: ReactNode
  className?: string | undefined
}

/** Renders a card with collapsible content. A native `<details>`, so that find-in-page and keyboards work. */
export function Collapsible({
  title,
  subtitle,
  aside,
  open,
  onToggle,
  locked,
  nested,
  level = 3,
  children,
  className,
}: CollapsibleProps) {
  const shown = open && !locked
  // In the middle of the title's first line.
  const icon = cx('size-4', nested ? 'mt-0.5' : 'mt-1')
  return (
    <details
      open={shown}
      className={cx('rounded-box border border-base-300 bg-base-100', nested && 'rounded-field', className)}
      onToggle={(event) => {
        // React bubbles toggle events of nested collapsibles.
        if (event.target === event.currentTarget && event.currentTarget.open !== shown)
          onToggle(event.currentTarget.open)
      }}
    >
      <summary
        aria-disabled={locked || undefined}
        onClick={(event) => {
          if (locked) event.preventDefault()
        }}
        className={cx(
          'flex items-start gap-3 rounded-[inherit]',
          nested ? 'px-4 py-3' : 'px-5 py-4',
          locked ? 'cursor-not-allowed' : 'cursor-pointer hover:bg-base-200/60',
        )}
      >
        {locked ? (
          <Lock className={cx('shrink-0 text-base-content/50', icon)} aria-hidden />
        ) : (
          <ChevronRight
            className={cx('shrink-0 text-base-content/60 transition-transform', icon, shown && 'rotate-90')}
            aria-hidden
          />
        )}
        <Heading {...{ title, subtitle, aside, nested, level }} />
      </summary>
      {shown ? <div className={cx('border-base-300 border-t', nested ? 'p-4' : 'p-5')}>{children}</div> : null}
    </details>
  )
}

/** Renders title and aside, side by side if both fit, otherwise stacked. */
function Heading({
  title,
  subtitle,
  aside,
  nested,
  level,
}: Pick<CollapsibleProps, 'title' | 'subtitle' | 'aside' | 'nested' | 'level'>) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
      <span className="min-w-0 grow basis-56">
        <span
          role="heading"
          aria-level={level}
          className={cx('block wrap-anywhere', nested ? 'font-medium text-sm' : 'font-semibold')}
        >
          {title}
        </span>
        {subtitle ? <span className="mt-0.5 block wrap-anywhere text-base-content/70 text-sm">{subtitle}</span> : null}
      </span>
      {aside ? <span className="flex min-w-0 flex-wrap items-center gap-2">{aside}</span> : null}
    </span>
  )
}
