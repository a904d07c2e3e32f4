import type { Client } from '@portal/contract/clients'
import { cx } from '@portal/kit/ui/class-names'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { Fragment, type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react'
import { type ClientSort, DEFAULT_SORT } from '../queries/clients.ts'
import { useRowKeys } from './row-keys.ts'
import { ClientRow, type ClientRowProps, STOPS } from './row.tsx'
import { type TableLayout, useTableLayout } from './use-table-layout.ts'
import { useVisibleRows } from './use-visible-rows.ts'

/** Row heights in rem. */
const ROW_HEIGHT: Record<TableLayout, number> = { wide: 4, folded: 6.25, small: 6.25 }
/** Loads the next page when fewer than this many rows are left. */
const PREFETCH_ROWS = 40

interface Column {
  title: string
  /** Sort key; undefined for columns that the server cannot sort by. */
  sort?: 'name' | 'created'
  className: string
}

const COLUMNS: Record<TableLayout, readonly Column[]> = {
  wide: [
    { title: 'Name', sort: 'name', className: 'w-[30%] pl-5' },
    { title: 'Email', className: 'w-[27%]' },
    { title: 'Company', className: '' },
    { title: 'Created', sort: 'created', className: 'w-32' },
    { title: 'Actions', className: 'w-28 pr-5 text-right' },
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

export interface ClientsTableProps extends Pick<ClientRowProps, 'onAction'> {
  ref?: Ref<TableHandle> | undefined
  rows: readonly Client[]
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
  const { opened, onMore, onAction } = props
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
        Arrow keys move, Enter opens the client.
      </p>
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- has keyboard navigation
        role="grid"
        className={cx('w-full table-fixed text-sm', stale && 'opacity-60 transition-opacity delay-150')}
        aria-label="Clients"
        aria-describedby={hint}
        aria-busy={stale || undefined}
        aria-rowcount={known === undefined ? -1 : known + 1}
      >
        <thead className="border-base-300 border-b text-left text-base-content/70">
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <HeaderCell key={column.title} {...{ column, sort, onSort }} alone={layout !== 'wide'} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} {...handlers}>
          {visible.rows.map(({ index, gap }) => {
            const client = rows[index]
            const stop = index === position.index ? Math.min(position.stop, STOPS[layout] - 1) : undefined
            return client ? (
              <Fragment key={client.id}>
                <Spacer height={gap} columns={columns.length} />
                <ClientRow {...{ client, index, layout, stop, onAction }} opened={client.id === opened} />
              </Fragment>
            ) : null
          })}
          <Spacer height={visible.rest} columns={columns.length} />
        </tbody>
      </table>
    </>
  )
}

interface HeaderCellProps extends Pick<ClientsTableProps, 'sort' | 'onSort'> {
  column: Column
  /** No other column is sortable, so a third click restores the default order. */
  alone: boolean
}

/** Shows a column heading, as a button if the column is sortable. Dates start with the newest. */
function HeaderCell({ column, sort, onSort, alone }: HeaderCellProps) {
  const by = column.sort
  const sorted = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined
  const Arrow = sorted === 'ascending' ? ArrowUp : sorted === 'descending' ? ArrowDown : ArrowUpDown
  const next = (): ClientSort => {
    if (by === 'created') return sorted === 'descending' ? 'created' : '-created'
    if (sorted === 'descending' && alone) return DEFAULT_SORT
    return sorted === 'ascending' ? '-name' : 'name'
  }
  return (
    <th scope="col" aria-sort={sorted} className={cx('px-3 py-3 font-medium', column.className)}>
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
