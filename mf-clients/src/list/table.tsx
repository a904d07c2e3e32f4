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

/** Heights of a row in rem: those of the classes in row.tsx. */
const ROW_HEIGHT: Record<TableLayout, number> = { wide: 4, folded: 6.25, small: 6.25 }
/** So many rows before the end the next page is asked for. */
const AHEAD = 40
/** A list that is there by then does not dim the one before it, in ms. */
const PATIENCE_MS = 150

interface Column {
  title: string
  /** Its name in the order of the list; the server sorts by what it has an index for. */
  sort?: 'name' | 'created'
  className: string
}

/** Company and date fold under the name where there is little room; on a small screen the actions are in the details. */
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

/** What the page can have the table do. */
export interface TableHandle {
  /** Moves the focus to the row where the keyboard stood last, the first one at first. */
  enter: () => void
}

export interface ClientsTableProps extends RowActions {
  ref?: Ref<TableHandle> | undefined
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

/** Whether something has been so for a while. */
function useLasting(so: boolean): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!so) return undefined
    const timer = setTimeout(() => setLasting(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [so])
  return lasting
}

/**
 * The list of clients. Only the rows in sight exist; the rest is empty space above and below them. To keyboards and screen readers it is
 * one grid: Tab leads in and out, arrows move in it.
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
  // A screen less a row, so that one keeps one's place.
  const page = (): number => Math.max(1, Math.floor((window.innerHeight - px(4)) / px(ROW_HEIGHT[layout])) - 1)
  const { spot, kept, enter, handlers } = useRowKeys(body, rows.length, page)
  useImperativeHandle(handle, () => ({ enter }))
  const { rows: inSight, after } = useWindowRows(body, rows.length, ROW_HEIGHT[layout], kept)
  const last = inSight.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= rows.length - AHEAD) onMore()
  }, [hasMore, last, rows.length, onMore])
  const known = hasMore ? total : rows.length
  const dim = useLasting(stale)
  const columns = COLUMNS[layout]
  return (
    <div ref={ref}>
      <p id={hint} hidden>
        Arrow keys move, Enter opens the client.
      </p>
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table that is worked in is what a grid is
        role="grid"
        className={cx('w-full table-fixed text-sm', dim && 'opacity-60')}
        aria-label="Clients"
        aria-describedby={hint}
        aria-busy={stale || undefined}
        aria-rowcount={known === undefined ? -1 : known + 1}
      >
        <thead className="border-base-300 border-b text-left text-base-content/70">
          <Heads layout={layout} sort={sort} onSort={onSort} />
        </thead>
        <tbody ref={body} {...handlers}>
          {inSight.map(({ index, gap }) => {
            const client = rows[index]
            const stop = index === spot.index ? Math.min(spot.stop, STOPS[layout] - 1) : undefined
            return client ? (
              <Fragment key={client.id}>
                <Space height={gap} columns={columns.length} />
                <ClientRow client={client} index={index} layout={layout} stop={stop} {...actions} />
              </Fragment>
            ) : null
          })}
          <Space height={after} columns={columns.length} />
        </tbody>
      </table>
    </div>
  )
}

interface HeadsProps extends Pick<ClientsTableProps, 'sort' | 'onSort'> {
  layout: TableLayout
}

/** The headings. What was pressed shows here first; the list follows behind the paint. */
const Heads = memo(function Heads({ layout, sort, onSort }: HeadsProps) {
  const [pressed, setPressed] = useState<ClientSort>()
  const press = (next: ClientSort): void => {
    setPressed(next)
    afterPaint(() => {
      onSort(next)
      setPressed((now) => (now === next ? undefined : now))
    })
  }
  return (
    <tr aria-rowindex={1}>
      {COLUMNS[layout].map((column) => (
        <Head key={column.title} column={column} sort={pressed ?? sort} onSort={press} alone={layout !== 'wide'} />
      ))}
    </tr>
  )
})

// lucide's arrow-up, arrow-down and arrow-up-down, each as one path: another order is another path, not another element.
const ARROWS = {
  ascending: 'm5 12 7-7 7 7M12 19V5',
  descending: 'M12 5v14M19 12l-7 7-7-7',
  none: 'm21 16-4 4-4-4M17 20V4M3 8l4-4 4 4M7 4v16',
}

interface HeadProps extends Pick<ClientsTableProps, 'sort' | 'onSort'> {
  column: Column
  /** No other column can be sorted by: this one also leads back to the usual order. */
  alone: boolean
}

/** The heading of a column: a button where the list can be sorted by it. Dates start with the newest. */
function Head({ column, sort, onSort, alone }: HeadProps) {
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
          className="-mx-1 inline-flex cursor-pointer items-center gap-1.5 rounded-field px-1 py-0.5 hover:text-base-content"
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

function Space({ height, columns }: { height: number; columns: number }) {
  return height > 0 ? (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- empty on purpose */}
      <td colSpan={columns} style={{ height }} className="p-0" />
    </tr>
  ) : null
}
