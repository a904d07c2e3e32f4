import { Card } from '@portal/kit/ui/card'
import { cx } from '@portal/kit/ui/class-names'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface ListCardProps<T> {
  title: string
  /** Undefined while they load. */
  items: readonly T[] | undefined
  keyOf: (item: T) => string
  empty: { icon: ReactNode; title: string; description: string }
  /** Number, accessible name and height of the rows that are shown while the items load. */
  loading?: { rows: number; label: string; height: string }
  /** The link to all items, if there are more. */
  more?: { only: 'waiting' | 'overdue'; label: string } | undefined
  className?: string | undefined
  children: (item: T) => ReactNode
}

/** Renders a card with a list, a text when the list is empty, and a link to further items. */
export function ListCard<T>({ title, items, keyOf, empty, loading, more, className, children }: ListCardProps<T>) {
  return (
    <Card title={title} padded={false} className={cx('overflow-hidden [&_a]:-outline-offset-2', className)}>
      {items === undefined ? (
        <SkeletonRows {...loading} />
      ) : items.length === 0 ? (
        <EmptyState {...empty} className="py-9" />
      ) : (
        <ul className="divide-y divide-base-300">
          {items.map((item) => (
            <li key={keyOf(item)}>{children(item)}</li>
          ))}
        </ul>
      )}
      {more ? (
        <Link
          to="/form-submissions"
          search={{ only: more.only }}
          className="block border-base-300 border-t px-5 py-3 font-medium text-primary text-sm hover:underline"
        >
          {more.label}
        </Link>
      ) : null}
    </Card>
  )
}
