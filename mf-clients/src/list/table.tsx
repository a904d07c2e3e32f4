import type { ClientSort } from '@portal/contract/client-filters'
import type { ListedClient } from '@portal/contract/clients'
import { todayIn } from '@portal/contract/dates'
import { cx } from '@portal/kit/ui/class-names'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { Fragment, type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react'
import { useUser } from '@portal/sdk'
import { DEFAULT_SORT } from '../queries/clients.ts'
import { useRowKeys } from './row-keys.ts'
import { ClientRow, type ClientRowProps, STOPS } from './row.tsx'
import { type TableLayout, useTableLayout } from './use-table-layout.ts'
import { useVisibleRows } from './use-visible-rows.ts'

/** Row heights in rem. */
const ROW_HEIGHT: Record<TableLayout, number> = { wide: 4, folded: 7.5, small: 7.5 }
/** Loads the next page when fewer than this many rows are left. */
const PREFETCH_ROWS = 40

interface Column {
  title: string
  /** Sort key; undefined for columns that the server cannot sort by. */
  sort?: 'name' | 'created' | 'progress' | 'due'
  className: string
}

const COLUMNS: Record<TableLayout, readonly Column[]> = {
  wide: [
    { title: 'Name', sort: 'name', className: 'w-[21%] pl-4' },
    { title: 'Email', className: 'w-[17%]' },
    { title: 'Company', className: '' },
    { title: 'Progress', sort: 'progress', className: 'w-[12%]' },
    { title: 'Next due', sort: 'due', className: 'w-[14.5%]' },
    { title: 'Created', sort: 'created', className: 'w-28' },
    { title: 'Actions', className: 'w-24 pr-4 text-right' },
  ],
  folded: [
    { title: 'Name', sort: 'name', className: 'w-[46%] pl-4' },
    { title: 'Email', className: '' },
    { title: 'Actions', className: 'w-28 pr-5 text-right' },
  ],
  small: [
    { title: 'Name', sort: 'name', className: 'w-[56%] pl-4' },
    { title: 'Email', className: 'w-[44%] pr-4' },
  ],
}

/** Converts rem to px, following the user's font size. */
const px = (rem: number): number => rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize || '16')

/** Lets the page move the focus into the table. */
export interface TableHandle {
  /** Focuses the row that had the focus last, or the first row. */
  enter: () => void
}

export interface ClientsTableProps extends Pick<ClientRowProps, 'onAction' | 'onSelect'> {
  ref?: Ref<TableHandle> | undefined
  rows: readonly ListedClient[]
  /** Ids of the selected clients. */
  selected: ReadonlySet<string>
  /** Selects or deselects all loaded rows. */
  onSelectAll: (on: boolean) => void
  /** Total number of rows, if known. */
  total: number | undefined
  /** The client whose details are open. */
  opened: string | undefined
  sort: ClientSort
  onSort: (sort: ClientSort) => void
  /** Whether another list is loading and these rows are from the previous one. */
  stale: boolean
  hasMore: boolean
  /** Called when the end of the loaded rows is near. */
  onMore: () => void
}

/**
 * Shows the list of clients. Only the visible rows are rendered, with spacers above and below. For
 * keyboards and screen readers it is a grid: Tab enters and leaves it, arrow keys move in it.
 */
export function ClientsTable({ ref: handle, rows, total, sort, onSort, stale, hasMore, ...props }: ClientsTableProps) {
  const { opened, selected, onMore, onAction, onSelect, onSelectAll } = props
  const today = todayIn(useUser().time_zone)
  const hint = useId()
  const table = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const layout = useTableLayout(table)
  const height = px(ROW_HEIGHT[layout])
  // One row less than a screen, for orientation.
  const page = (): number => Math.max(1, Math.floor((window.innerHeight - px(4)) / height) - 1)
  const { position, pinned, enter, handlers } = useRowKeys(body, rows.length, page)
  useImperativeHandle(handle, () => ({ enter }))
  const visible = useVisibleRows(body, rows.length, height, pinned)
  const last = visible.rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= rows.length - PREFETCH_ROWS) onMore()
  }, [hasMore, last, rows.length, onMore])
  const known = hasMore ? total : rows.length
  const columns = COLUMNS[layout]
  return (
    <>
      <p id={hint} hidden>
        Arrow keys move, Enter opens the client, Space selects it.
      </p>
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- has keyboard navigation
        role="grid"
        className={cx('w-full table-fixed text-sm', stale && 'opacity-60 transition-opacity delay-150')}
        aria-label="Clients"
        aria-describedby={hint}
        aria-busy={stale || undefined}
        aria-multiselectable
        aria-rowcount={known === undefined ? -1 : known + 1}
      >
        <Head {...{ layout, rows, selected, onSelectAll, sort, onSort }} />
        <tbody ref={body} {...handlers}>
          {visible.rows.map(({ index, gap }) => {
            const client = rows[index]
            const stop = index === position.index ? Math.min(position.stop, STOPS[layout] - 1) : undefined
            return client ? (
              <Fragment key={client.id}>
                <Spacer height={gap} columns={columns.length} />
                <ClientRow
                  {...{ client, index, layout, stop, today, onAction, onSelect }}
                  opened={client.id === opened}
                  selected={selected.has(client.id)}
                />
              </Fragment>
            ) : null
          })}
          <Spacer height={visible.rest} columns={columns.length} />
        </tbody>
      </table>
    </>
  )
}

type HeadProps = Pick<ClientsTableProps, 'rows' | 'selected' | 'onSelectAll' | 'sort' | 'onSort'>

function Head({ layout, sort, onSort, ...rows }: HeadProps & { layout: TableLayout }) {
  return (
    <thead className="border-base-300 border-b text-left text-base-content/70">
      <tr aria-rowindex={1}>
        {COLUMNS[layout].map((column) => (
          <HeaderCell key={column.title} {...{ column, sort, onSort }} alone={layout !== 'wide'}>
            {column.sort === 'name' ? <SelectAll {...rows} /> : null}
          </HeaderCell>
        ))}
      </tr>
    </thead>
  )
}

function SelectAll({ rows, selected, onSelectAll }: Pick<ClientsTableProps, 'rows' | 'selected' | 'onSelectAll'>) {
  const all = rows.every(({ id }) => selected.has(id))
  return (
    <input
      type="checkbox"
      aria-label="Select all loaded clients"
      checked={all}
      ref={(input) => {
        if (input) input.indeterminate = selected.size > 0 && !all
      }}
      onChange={(event) => onSelectAll(event.target.checked)}
      className="checkbox checkbox-sm checked:checkbox-primary mr-3 rounded-sm border-base-content/50 align-middle"
    />
  )
}

interface HeaderCellProps extends Pick<ClientsTableProps, 'sort' | 'onSort'> {
  column: Column
  /** No other column is sortable, so a third click restores the default order. */
  alone: boolean
  /** Shown before the title. */
  children: ReactNode
}

/** Shows a column heading, as a button if the column is sortable. The date of creation starts with the newest. */
function HeaderCell({ column, sort, onSort, alone, children }: HeaderCellProps) {
  const by = column.sort
  const sorted = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined
  const Arrow = sorted === 'ascending' ? ArrowUp : sorted === 'descending' ? ArrowDown : ArrowUpDown
  const next = (): ClientSort => {
    if (by === 'created') return sorted === 'descending' ? 'created' : '-created'
    if (sorted === 'descending' && alone) return DEFAULT_SORT
    return sorted === 'ascending' ? `-${by ?? 'name'}` : (by ?? 'name')
  }
  return (
    <th
      scope="col"
      aria-label={column.title}
      aria-sort={sorted}
      className={cx('whitespace-nowrap px-2.5 py-3 font-medium', column.className)}
    >
      {children}
      {by ? (
        <button
          type="button"
          onClick={() => onSort(next())}
          className={cx(
            '-mx-1 inline-flex cursor-pointer items-center gap-1.5 rounded-field px-1 py-0.5',
            'hover:text-base-content',
          )}
        >
          {column.title}
          <Arrow className={cx('size-3.5', !sorted && 'opacity-40')} />
        </button>
      ) : (
        column.title
      )}
    </th>
  )
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  return height > 0 ? (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- intentionally empty */}
      <td colSpan={columns} style={{ height }} className="p-0" />
    </tr>
  ) : null
}
