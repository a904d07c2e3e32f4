import { formatCount } from '@portal/kit/ui/count'
import { Button } from '@portal/kit/ui/button'
import { type ReactNode, useState } from 'react'

/** How many items are shown at first. */
const FIRST = 10

interface LongListProps<T> {
  items: readonly T[]
  /** What the items are, in the plural. */
  noun: string
  /** Returns whether an item is always shown. */
  isKept?: (item: T) => boolean
  /** Renders an item as `<li>`. */
  children: (item: T) => ReactNode
}

/** Renders the first items of a list, with a button that shows the others. */
export function LongList<T>({ items, noun, isKept = () => false, children }: LongListProps<T>) {
  const [isWhole, setWhole] = useState(false)
  const first = items.filter((item, i) => i < FIRST || isKept(item))
  return (
    <>
      <ul className="divide-y divide-base-300">{(isWhole ? items : first).map(children)}</ul>
      {first.length < items.length ? (
        <div className="border-base-300 border-t px-5 py-3">
          <Button size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show fewer ${noun}` : `Show all ${formatCount(items.length)} ${noun}`}
          </Button>
        </div>
      ) : null}
    </>
  )
}
