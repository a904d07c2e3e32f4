import type { ReactNode } from 'react'
import { cx } from './class-names.tsx'

export interface CardProps {
  title?: string | undefined
  description?: ReactNode
  /** Shown to the right of the title. */
  actions?: ReactNode
  children?: ReactNode
  /** False for content that brings its own padding, such as a table or a list. */
  padded?: boolean | undefined
  className?: string | undefined
}

/** Renders a bordered surface with an optional title. */
export function Card({ title, description, actions, children, padded = true, className }: CardProps) {
  return (
    <section className={cx('rounded-box border border-base-300 bg-base-100', className)}>
      {title ? (
        <header className="flex items-start justify-between gap-4 border-base-300 border-b px-5 py-4">
          <div className="min-w-0">
            <h2 className="wrap-anywhere font-semibold">{title}</h2>
            {description ? <div className="mt-0.5 text-base-content/70 text-sm">{description}</div> : null}
          </div>
          {actions}
        </header>
      ) : null}
      {padded ? <div className="p-5">{children}</div> : children}
    </section>
  )
}

export interface FactProps {
  term: string
  children: ReactNode
  className?: string | undefined
}

/** Renders a term and its value in a `<dl>`. */
export function Fact({ term, children, className }: FactProps) {
  return (
    <div className={cx('min-w-0', className)}>
      <dt className="text-base-content/70 text-sm">{term}</dt>
      <dd className="mt-0.5 wrap-anywhere text-sm">{children}</dd>
    </div>
  )
}
