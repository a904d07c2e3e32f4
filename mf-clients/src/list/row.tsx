import type { Client, ListedClient } from '@portal/contract/clients'
import { ClientStatusBadge } from '@portal/kit/ui/badge'
import { IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { EmailText } from '@portal/kit/ui/email-text'
import { mediumDate } from '@portal/kit/ui/time'
import { ArchiveRestore, Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { CompactOverview, DueContent, ProgressContent } from './overview-cells.tsx'
import { TagChips } from './tag-chips.tsx'
import type { TableLayout } from './use-table-layout.ts'

/** `restore` takes the place of `edit` for archived clients. */
export type RowAction = 'open' | 'edit' | 'restore' | 'delete'

export interface ClientRowProps {
  client: ListedClient
  /** Position in the list, from 0. */
  index: number
  layout: TableLayout
  /** Index of the `data-stop` element that Tab reaches; undefined if the tab stop is in another row. */
  stop: number | undefined
  /** Whether the details of the client are open. */
  opened: boolean
  /** Whether the client is selected for an action on several clients. */
  selected: boolean
  /** Today in the bookkeeper's time zone. */
  today: string
  /** Called when the client is selected or deselected; `range` if all rows up to it are. Must be stable. */
  onSelect: (index: number, on: boolean, range: boolean) => void
  /** Must be stable, or every row renders again. */
  onAction: (action: RowAction, client: Client) => void
}

/** Number of elements per row that the arrow keys reach. */
export const STOPS: Record<TableLayout, number> = { wide: 9, folded: 5, small: 3 }
/** The first of them is the checkbox. Tab enters a row at the name. */
export const NAME_STOP = 1

/** Marks the nth element of a row that the arrow keys reach. */
const stopAt = (n: number, stop: number | undefined) => ({ 'data-stop': '', tabIndex: stop === n ? 0 : -1 })

const CELL = 'px-2.5 py-1 focus-visible:-outline-offset-2 focus-visible:outline-2 focus-visible:outline-primary'
const QUIET = 'text-base-content/70 text-xs'

const isName = (target: EventTarget): boolean => target instanceof HTMLElement && 'name' in target.dataset

type CellsProps = Omit<ClientRowProps, 'opened'>

function Select({ client, index, selected, onSelect, stop }: CellsProps) {
  return (
    <label className="-m-1.5 cursor-pointer p-1.5" data-actions>
      <input
        type="checkbox"
        {...stopAt(0, stop)}
        aria-label={`Select ${client.name}`}
        checked={selected}
        // React reports no shift key for the change of a checkbox.
        onChange={(event) => {
          const { nativeEvent } = event
          onSelect(index, event.target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }}
        className="checkbox checkbox-sm checked:checkbox-primary rounded-sm border-base-content/50"
      />
    </label>
  )
}

function Name({ client, layout, onAction, stop }: CellsProps) {
  return (
    <button
      type="button"
      {...stopAt(NAME_STOP, stop)}
      data-name
      title={client.name}
      onClick={() => onAction('open', client)}
      className={cx(
        'min-w-0 max-w-full cursor-pointer wrap-anywhere text-left font-medium hover:underline',
        layout === 'wide' ? 'line-clamp-1' : 'line-clamp-2',
      )}
    >
      {client.name}
    </button>
  )
}

function WideCells(props: CellsProps) {
  const { client, stop, today } = props
  return (
    <>
      <td className="py-1 pr-3 pl-4">
        <div className="flex items-center gap-3">
          <Select {...props} />
          <div className="min-w-0">
            <Name {...props} />
            <div className="mt-0.5 flex items-center gap-1.5 overflow-hidden">
              <ClientStatusBadge status={client.status} />
              <TagChips tags={client.tags} limit={2} />
            </div>
          </div>
        </div>
      </td>
      <td {...stopAt(2, stop)} className={CELL}>
        <EmailText email={client.email} className="line-clamp-3 text-xs" />
      </td>
      <td {...stopAt(3, stop)} className={CELL}>
        <span className="line-clamp-2 wrap-anywhere" title={client.company ?? undefined}>
          {client.company ?? <span className="text-base-content/70">–</span>}
        </span>
      </td>
      <td {...stopAt(4, stop)} className={CELL}>
        <ProgressContent client={client} />
      </td>
      <td {...stopAt(5, stop)} className={CELL}>
        <DueContent client={client} today={today} />
      </td>
      <td {...stopAt(6, stop)} className={cx(CELL, 'whitespace-nowrap')}>
        {mediumDate(client.created_at)}
      </td>
    </>
  )
}

function FoldedCells(props: CellsProps) {
  const { client, stop, today } = props
  return (
    <>
      <td className="py-2 pr-3 pl-4">
        <div className="flex items-start gap-3">
          <Select {...props} />
          <div className="min-w-0">
            <Name {...props} />
            {client.company ? (
              <div className={cx('truncate', QUIET)} title={client.company}>
                {client.company}
              </div>
            ) : null}
            <div className={QUIET}>{mediumDate(client.created_at)}</div>
            <CompactOverview client={client} today={today} />
          </div>
        </div>
      </td>
      <td {...stopAt(2, stop)} className={cx(CELL, 'pr-4 text-xs')}>
        <EmailText email={client.email} className="line-clamp-3" />
        <div className="mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-1">
          <ClientStatusBadge status={client.status} />
          <TagChips tags={client.tags} limit={1} />
        </div>
      </td>
    </>
  )
}

function ActionsCell({ client, layout, onAction, stop }: CellsProps) {
  const first = STOPS[layout] - 2
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell, not a control; its buttons have names
    <td className="py-1 pr-4 pl-1">
      <div className="flex justify-end gap-1" data-actions>
        <IconButton
          {...stopAt(first, stop)}
          label={`${client.archived_at ? 'Restore' : 'Edit'} ${client.name}`}
          icon={client.archived_at ? <ArchiveRestore /> : <Pencil />}
          onClick={() => onAction(client.archived_at ? 'restore' : 'edit', client)}
        />
        <IconButton
          {...stopAt(first + 1, stop)}
          label={`Delete ${client.name}`}
          icon={<Trash2 />}
          className="hover:text-error"
          onClick={() => onAction('delete', client)}
        />
      </div>
    </td>
  )
}

/** Shows a client. A click anywhere opens the details; keyboards and screen readers use the name. */
export const ClientRow = memo(function ClientRow({ opened, ...props }: ClientRowProps) {
  const { client, index, layout, selected, onAction, onSelect } = props
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-index={index}
      onClick={(event) => {
        const isOwnControl = event.target instanceof Element && event.target.closest('button, a, input, [data-actions]')
        if (!isOwnControl) onAction('open', client)
      }}
      onKeyDown={(event) => {
        const isCell = event.target instanceof HTMLTableCellElement
        if (isCell && event.key === 'Enter') onAction('open', client)
        if (event.key !== ' ' || !(isCell || isName(event.target))) return
        // Space would scroll the page, or press the name.
        event.preventDefault()
        onSelect(index, !selected, event.shiftKey)
      }}
      onKeyUp={(event) => {
        // Firefox presses a button when Space is released.
        if (event.key === ' ' && isName(event.target)) event.preventDefault()
      }}
      className={cx(
        'cursor-pointer scroll-mb-14 border-base-300 border-b last:border-b-0',
        opened || selected ? 'bg-primary/10' : 'focus-within:bg-primary/5 hover:bg-base-200/60',
        layout === 'wide' ? 'h-16' : 'h-30',
      )}
    >
      {layout === 'wide' ? <WideCells {...props} /> : <FoldedCells {...props} />}
      {layout === 'small' ? null : <ActionsCell {...props} />}
    </tr>
  )
})
