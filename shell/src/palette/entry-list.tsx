import { cx } from '@portal/kit/ui/class-names'
import type { UseComboboxReturnValue } from 'downshift'
import { ChevronRight } from 'lucide-react'
import { type MouseEvent, useId } from 'react'
import type { Entry, EntryGroup } from './entries.ts'
import { EntryIcon } from './icons.tsx'

export interface EntryListProps {
  groups: readonly EntryGroup[]
  combobox: Pick<UseComboboxReturnValue<Entry>, 'getMenuProps' | 'getItemProps' | 'highlightedIndex'>
  /** Shows what can be done with an item. */
  onActions?: ((entry: Entry) => void) | undefined
}

/** Renders the lines below the search field. The field keeps the focus and handles the keys. */
export function EntryList({ groups, combobox, onActions }: EntryListProps) {
  const id = useId()
  const starts = groups.map((_, i) => groups.slice(0, i).reduce((sum, { entries }) => sum + entries.length, 0))
  return (
    <div {...combobox.getMenuProps({ 'aria-label': 'Results' })} className="px-2 pb-2">
      {groups.map(({ title, entries }, i) => (
        <div key={title} role="group" aria-labelledby={`${id}-${i}`}>
          <p
            id={`${id}-${i}`}
            role="presentation"
            className="px-2.5 pt-3 pb-1 font-medium text-base-content/70 text-xs"
          >
            {title}
          </p>
          {entries.map((entry, at) => (
            <Line
              key={entry.key}
              entry={entry}
              index={(starts[i] ?? 0) + at}
              combobox={combobox}
              onActions={onActions}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface LineProps extends Omit<EntryListProps, 'groups'> {
  entry: Entry
  index: number
}

function Line({ entry, index, combobox, onActions }: LineProps) {
  const isHighlighted = index === combobox.highlightedIndex
  const showActions = (event: MouseEvent): void => {
    // The click must not open the item.
    event.stopPropagation()
    onActions?.(entry)
  }
  return (
    <div
      {...combobox.getItemProps({ item: entry, index })}
      tabIndex={-1}
      aria-selected={isHighlighted}
      className={cx(
        'flex min-h-10 cursor-pointer scroll-mt-8 items-center gap-3 rounded-field px-2.5 py-1.5 text-sm',
        'pointer-coarse:min-h-11',
        isHighlighted && 'bg-primary/10 shadow-[inset_2px_0_0_var(--color-primary)] forced-colors:outline-2',
      )}
    >
      <EntryIcon name={entry.icon} />
      <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-2">
        <span className="block max-w-full truncate sm:shrink-0 sm:[max-width:65%]" title={entry.label}>
          {entry.label}
        </span>
        {entry.hint ? (
          <span className="block min-w-0 truncate text-base-content/70 text-xs" title={entry.hint}>
            {entry.hint}
          </span>
        ) : null}
      </span>
      {entry.actions && onActions ? (
        // For pointers. Keyboards have Tab and the right arrow key.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span
          aria-hidden
          title="Actions"
          onClick={showActions}
          className={cx(
            '-my-1.5 -mr-2.5 grid min-h-10 w-10 shrink-0 place-items-center rounded-field text-base-content/60',
            'hover:bg-base-300 pointer-coarse:min-h-11 pointer-coarse:w-11',
          )}
        >
          <ChevronRight className="size-4" />
        </span>
      ) : null}
    </div>
  )
}
