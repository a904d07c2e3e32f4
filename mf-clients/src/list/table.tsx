import type { Client } from '@portal/contract/clients'
import { afterPaint } from '@portal/kit/ui/after-paint'
import { cx } from '@portal/kit/ui/class-names'
import { Fragment, memo, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { type ClientSort, DEFAULT_SORT } from '../queries/clients.ts'
import { type TableLayout, useTableLayout } from './layout.ts'
import { Icon } from './icon.tsx'
import { ClientRow, type RowActions, STOPS } from './row.tsx'
import { useRowKeys } from './row-keys.ts'
import { px, useWindowRows } from './window-rows.ts'

/** Row heights in rem, as in row.css. */
const ROW_HEIGHT: Record<TableLayout, number> = { wide: 4, folded: 6.25, small: 6.25 }
/** Loads the next page when fewer than this many rows are left. */
const PREFETCH_ROWS = 40
/** Delay in ms before a stale list is dimmed. */
const DIM_DELAY_MS = 150

interface Column {
  title: string
  /** Sort key; undefined for columns that the server cannot sort by. */
  sort?: 'name' | 'created'
  className: string
}

/** Columns by layout. */
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

/** Lets the page move the focus into the table. */
export interface TableHandle {
  /** Focuses the row that had the focus last, or the first row. */
  enter: () => void
}

export interface ClientsTableProps extends RowActions {
  ref?: Ref<TableHandle> | undefined
  rows: readonly Client[]
  /** Total number of rows, if known. */
  total: number | undefined
  sort: ClientSort
  onSort: (sort: ClientSort) => void
  /** Whether another list is loading and these rows are from the previous one. */
  stale: boolean
  hasMore: boolean
  /** Called when the end of the loaded rows is near. */
  onMore: () => void
}

/** Returns true once `active` has been true for DIM_DELAY_MS. */
function useDelayed(active: boolean): boolean {
  const [isDelayed, setIsDelayed] = useState(false)
  useEffect(() => {
    if (!active) return undefined
    const timer = setTimeout(() => setIsDelayed(true), DIM_DELAY_MS)
    return () => {
      clearTimeout(timer)
      setIsDelayed(false)
    }
  }, [active])
  return isDelayed
}

/**
 * Shows the list of clients. Only the visible rows are rendered, with spacers above and below. For
 * keyboards and screen readers it is a grid: Tab enters and leaves it, arrow keys move in it.
 */
export function ClientsTable({
  ref: handle,
  rows,
  total,
  sort,
  onSort,
  stale,
  hasMore,
  onMore,
  ...actions
}: ClientsTableProps) {
  const { ref, layout } = useTableLayout()
  const hint = useId()
  const body = useRef<HTMLTableSectionElement>(null)
  // One row less than a screen, for orientation.
  const page = (): number => Math.max(1, Math.floor((window.innerHeight - px(4)) / px(ROW_HEIGHT[layout])) - 1)
  const { position, pinned, enter, handlers } = useRowKeys(body, rows.length, page)
  useImperativeHandle(handle, () => ({ enter }))
  const { rows: visible, after } = useWindowRows(body, rows.length, ROW_HEIGHT[layout], pinned)
  const last = visible.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= rows.length - PREFETCH_ROWS) onMore()
  }, [hasMore, last, rows.length, onMore])
  const known = hasMore ? total : rows.length
  const dim = useDelayed(stale)
  const columns = COLUMNS[layout]
  return (
    <div ref={ref}>
      <p id={hint} hidden>
        Arrow keys move, Enter opens the client.
      </p>
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- has keyboard navigation
        role="grid"
        className={cx('w-full table-fixed text-sm', dim && 'opacity-60')}
        aria-label="Clients"
        aria-describedby={hint}
        aria-busy={stale || undefined}
        aria-rowcount={known === undefined ? -1 : known + 1}
      >
        <thead className="border-base-300 border-b text-left text-base-content/70">
          <HeaderRow layout={layout} sort={sort} onSort={onSort} />
        </thead>
        <tbody ref={body} {...handlers}>
          {visible.map(({ index, gap }) => {
            const client = rows[index]
            const stop = index === position.index ? Math.min(position.stop, STOPS[layout] - 1) : undefined
            return client ? (
              <Fragment key={client.id}>
                <Spacer height={gap} columns={columns.length} />
                <ClientRow client={client} index={index} layout={layout} stop={stop} {...actions} />
              </Fragment>
            ) : null
          })}
          <Spacer height={after} columns={columns.length} />
        </tbody>
      </table>
    </div>
  )
}

interface HeaderRowProps extends Pick<ClientsTableProps, 'sort' | 'onSort'> {
  layout: TableLayout
}

/** Shows the headings. A click changes the heading at once; the list follows after the paint. */
const HeaderRow = memo(function HeaderRow({ layout, sort, onSort }: HeaderRowProps) {
  const [clicked, setClicked] = useState<ClientSort>()
  const sortBy = (next: ClientSort): void => {
    setClicked(next)
    afterPaint(() => {
      onSort(next)
      setClicked((now) => (now === next ? undefined : now))
    })
  }
  return (
    <tr aria-rowindex={1}>
      {COLUMNS[layout].map((column) => (
        <HeaderCell
          key={column.title}
          column={column}
          sort={clicked ?? sort}
          onSort={sortBy}
          alone={layout !== 'wide'}
        />
      ))}
    </tr>
  )
})

// The lucide icons arrow-up, arrow-down and arrow-up-down as single paths, so that only the path changes.
const ARROWS = {
  ascending: 'm5 12 7-7 7 7M12 19V5',
  descending: 'M12 5v14M19 12l-7 7-7-7',
  none: 'm21 16-4 4-4-4M17 20V4M3 8l4-4 4 4M7 4v16',
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
          <Icon path={ARROWS[sorted ?? 'none']} className="size-3.5" opacity={sorted ? 1 : 0.4} />
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
