import type { Client } from '@portal/contract/clients'
import { cx } from '@portal/kit/class-names'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useEffect } from 'react'
import type { ClientSort } from '../queries/clients.ts'
import { ClientRow, type RowActions } from './row.tsx'
import { useSmallScreen } from './small-screen.ts'
import { useWindowRows } from './window-rows.ts'

/** Heights of a row in rem: those of the classes in row.tsx. */
const ROW_HEIGHT = { wide: 4, folded: 6 } as const
/** So many rows before the end the next page is asked for. */
const AHEAD = 40

interface Column {
  title: string
  /** Its name in the order of the list; the server sorts by what it has an index for. */
  sort?: 'name' | 'created'
  className: string
}

const COLUMNS: readonly Column[] = [
  { title: 'Name', sort: 'name', className: 'w-[31%] pl-5' },
  { title: 'Email', className: 'w-[27%]' },
  { title: 'Company', className: 'w-[20%]' },
  { title: 'Created', sort: 'created', className: 'w-[12%]' },
  { title: 'Actions', className: 'w-[10%] pr-5 text-right' },
]
/** On a small screen company and date fold under the name, and the actions are in the details. */
const FOLDED_COLUMNS: readonly Column[] = [
  { title: 'Name', sort: 'name', className: 'w-[56%] pl-4' },
  { title: 'Email', className: 'w-[44%] pr-4' },
]

export interface ClientsTableProps extends RowActions {
  rows: readonly Client[]
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

/** The list of clients. Only the rows in sight exist; the rest is empty space above and below them. */
export function ClientsTable({ rows, total, sort, onSort, stale, hasMore, onMore, ...actions }: ClientsTableProps) {
  const folded = useSmallScreen()
  const { body, indexes, before, after } = useWindowRows(rows.length, folded ? ROW_HEIGHT.folded : ROW_HEIGHT.wide)
  const last = indexes.at(-1) ?? 0
  useEffect(() => {
    if (hasMore && last >= rows.length - AHEAD) onMore()
  }, [hasMore, last, rows.length, onMore])
  const known = hasMore ? total : rows.length
  return (
    <table
      className={cx('w-full table-fixed text-sm transition-opacity', stale && 'opacity-60')}
      aria-label="Clients"
      aria-busy={stale || undefined}
      aria-rowcount={known === undefined ? -1 : known + 1}
    >
      <thead className="border-base-300 border-b text-left text-base-content/70">
        <tr aria-rowindex={1}>
          {(folded ? FOLDED_COLUMNS : COLUMNS).map((column) => (
            <Head key={column.title} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Space height={before} />
        {indexes.map((index) => {
          const client = rows[index]
          return client ? <ClientRow key={client.id} client={client} index={index} folded={folded} {...actions} /> : null
        })}
        <Space height={after} />
      </tbody>
    </table>
  )
}

/** The heading of a column: a button where the list can be sorted by it. Dates start with the newest. */
function Head({ column, sort, onSort }: { column: Column; sort: ClientSort; onSort: (sort: ClientSort) => void }) {
  const by = column.sort
  const sorted = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined
  const Icon = sorted === 'ascending' ? ArrowUp : sorted === 'descending' ? ArrowDown : ArrowUpDown
  const next = (): ClientSort => {
    if (by === 'created') return sorted === 'descending' ? 'created' : '-created'
    return sorted === 'ascending' ? '-name' : 'name'
  }
  return (
    <th scope="col" aria-sort={sorted} className={cx('px-3 py-3 font-medium', column.className)}>
      {by ? (
        <button
          type="button"
          onClick={() => onSort(next())}
          className="-mx-1 inline-flex cursor-pointer items-center gap-1.5 rounded-field px-1 py-0.5 hover:text-base-content"
        >
          {column.title}
          <Icon className={cx('size-3.5', !sorted && 'opacity-40')} aria-hidden />
        </button>
      ) : (
        column.title
      )}
    </th>
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
