import { cx } from '@portal/kit/ui/class-names'
import { type ReactNode, useState } from 'react'

interface Column {
  label: string
  isNumber?: boolean
}

export interface DataTableProps {
  caption: string
  columns: readonly Column[]
  /** A cell per column; the first is the header of the row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** Shows the data of a chart as a table when it is opened. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  const [open, setOpen] = useState(false)
  const classOf = (i: number) => cx('py-1.5 not-last:pr-3', columns[i]?.isNumber && 'text-right')
  return (
    <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm font-medium text-primary text-sm">Show as table</summary>
      {open ? (
        <table className="mt-3 w-full text-left text-sm tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead className="border-base-300 border-b text-base-content/70">
            <tr>
              {columns.map(({ label }, i) => (
                <th key={label} scope="col" className={cx(classOf(i), 'font-medium')}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [first, ...others] }) => (
              <tr key={key} className="border-base-300 border-b last:border-0">
                <th scope="row" className={cx(classOf(0), 'font-normal')}>
                  {first}
                </th>
                {others.map((cell, i) => (
                  <td key={columns[i + 1]?.label} className={cx(classOf(i + 1), 'wrap-anywhere')}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </details>
  )
}
