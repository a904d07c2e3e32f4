import type { Client } from '@portal/contract/clients'
import { cx } from '@portal/kit/class-names'
import { type SortingState, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { type ClientSort, DEFAULT_SORT } from '../queries/clients.ts'
import { COLUMN_CLASS, COLUMNS, FOLDED_COLUMNS, features, type RowActions, RowProvider } from './columns.tsx'
import { useSmallScreen } from './small-screen.ts'
import { useWindowRows } from './window-rows.ts'

/** Height of a row before it has been measured, in px. */
const ROW_HEIGHT = 57
/** So many rows before the end the next page is asked for. */
const AHEAD = 30

const sortingOf = (sort: ClientSort): SortingState => [{ id: sort.replace('-', ''), desc: sort.startsWith('-') }]
const sortOf = (sorting: SortingState): ClientSort => {
  const [first] = sorting
  return first ? ((first.desc ? `-${first.id}` : first.id) as ClientSort) : DEFAULT_SORT
}
const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

export interface ClientsTableProps extends RowActions {
  rows: Client[]
  /** How many rows there are in all, where that is known. */
  total: number | undefined
  sort: ClientSort
  onSort: (sort: ClientSort) => void
  /** Another list is being loaded; these rows are those of before. */
  stale: boolean
  hasMore: boolean
  /** Called when the end of what is loaded comes near. */
  onMore: () => void
}

/** The heading of a column: a button where the server can sort by it. */
function SortHead({ title, sorted, onSort }: { title: ReactNode; sorted: false | 'asc' | 'desc'; onSort: () => void }) {
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ArrowUpDown
  return (
    <button
      type="button"
      onClick={onSort}
      className="-mx-1 inline-flex cursor-pointer items-center gap-1.5 rounded-field px-1 py-0.5 hover:text-base-content"
    >
      {title}
      <Icon className={cx('size-3.5', !sorted && 'opacity-40')} aria-hidden />
    </button>
  )
}

const useClientsTable = (data: Client[], folded: boolean, sort: ClientSort, onSort: (sort: ClientSort) => void) => {
  const sorting = useMemo(() => sortingOf(sort), [sort])
  return useTable({
    features,
    columns: folded ? FOLDED_COLUMNS : COLUMNS,
    data,
    getRowId: (client) => client.id,
    state: { sorting },
    manualSorting: true,
    enableSortingRemoval: false,
    onSortingChange: (next) => onSort(sortOf(typeof next === 'function' ? next(sorting) : next)),
  })
}
type Table = ReturnType<typeof useClientsTable>

/** The list of clients. Only the rows in sight exist; the rest is empty space above and below them. */
export function ClientsTable({ rows: data, total, sort, onSort, stale, hasMore, onMore, onOpen, onEdit, onDelete }: ClientsTableProps) {
  const folded = useSmallScreen()
  const table = useClientsTable(data, folded, sort, onSort)
  const { rows } = table.getRowModel()
  const { body, items, before, after, measure } = useWindowRows(rows.length, ROW_HEIGHT, (index) => rows[index]?.id ?? index)
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= rows.length - AHEAD) onMore()
  }, [hasMore, last, rows.length, onMore])
  const context = useMemo(() => ({ onOpen, onEdit, onDelete, folded }), [onOpen, onEdit, onDelete, folded])
  const known = hasMore ? total : rows.length
  return (
    <RowProvider value={context}>
      <table
        className={cx('w-full table-fixed text-sm transition-opacity', stale && 'opacity-60')}
        aria-label="Clients"
        aria-busy={stale || undefined}
        aria-rowcount={known === undefined ? -1 : known + 1}
      >
        <Head table={table} />
        <tbody ref={body}>
          <Space height={before} />
          {items.map(({ index }) => {
            const row = rows[index]
            return row ? <ClientRow key={row.id} table={table} row={row} index={index} measure={measure} onOpen={onOpen} /> : null
          })}
          <Space height={after} />
        </tbody>
      </table>
    </RowProvider>
  )
}

function Head({ table }: { table: Table }) {
  const [group] = table.getHeaderGroups()
  return (
    <thead className="border-base-300 border-b text-left text-base-content/70">
      <tr aria-rowindex={1}>
        {group?.headers.map((header) => {
          const sorted = header.column.getIsSorted()
          return (
            <th
              key={header.id}
              scope="col"
              aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
              className={cx('px-3 py-3 font-medium first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5', COLUMN_CLASS[header.column.id])}
            >
              {header.column.getCanSort() ? (
                <SortHead title={<table.FlexRender header={header} />} sorted={sorted} onSort={() => header.column.toggleSorting()} />
              ) : (
                <table.FlexRender header={header} />
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface ClientRowProps extends Pick<RowActions, 'onOpen'> {
  table: Table
  row: ReturnType<Table['getRowModel']>['rows'][number]
  index: number
  measure: (row: HTMLElement | null) => void
}

/** A press anywhere opens the details; the name in it is the button for keyboards and screen readers. */
function ClientRow({ table, row, index, measure, onOpen }: ClientRowProps) {
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      onClick={(event) => {
        const own = event.target instanceof Element && event.target.closest('button, a, [data-actions]')
        if (!own) onOpen(row.original)
      }}
      className="cursor-pointer border-base-300 border-b last:border-b-0 hover:bg-base-200/60"
    >
      {row.getAllCells().map((cell) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell, not a control; its content is its text
        <td
          key={cell.id}
          className={cx('px-3 py-2.5 align-middle first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5', COLUMN_CLASS[cell.column.id])}
        >
          <table.FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  )
}

function Space({ height }: { height: number }) {
  return height > 0 ? (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- empty on purpose */}
      <td colSpan={COLUMNS.length} style={{ height }} className="p-0" />
    </tr>
  ) : null
}
