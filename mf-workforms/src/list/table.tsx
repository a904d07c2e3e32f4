import type { WorkformSummary } from '@portal/contract/workforms'
import { Badge } from '@portal/kit/ui/badge'
import { IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { mediumDate } from '@portal/kit/ui/time'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { countOf } from '../queries/impact.ts'

/** Actions of a row. Must be stable, or every row renders again. */
export interface RowActions {
  edit: (row: WorkformSummary) => void
  duplicate: (row: WorkformSummary) => void
  remove: (row: WorkformSummary) => void
}

export interface WorkformsTableProps {
  rows: readonly WorkformSummary[]
  actions: RowActions
  /** Id of the workform that is being duplicated. */
  duplicating: string | undefined
  /** Whether the rows belong to the previous list while another one loads. */
  stale: boolean
}

const describeSize = ({ field_count, section_count }: WorkformSummary): string =>
  `${countOf(field_count, 'field')} in ${countOf(section_count, 'section')}`

/** Shows the list of workforms. On phones the date is below the name. */
export function WorkformsTable({ rows, actions, duplicating, stale }: WorkformsTableProps) {
  return (
    <table
      className={cx('w-full table-fixed text-left text-sm transition-opacity', stale && 'opacity-60')}
      aria-busy={stale || undefined}
    >
      <thead className="border-base-300 border-b text-base-content/70">
        <tr>
          <th scope="col" className="px-4 py-3 font-medium sm:px-5">
            Form Name
          </th>
          <th scope="col" className="w-36 px-4 py-3 font-medium max-sm:hidden">
            Created
          </th>
          <th scope="col" className="w-30 px-4 py-3 text-right font-medium sm:w-36 sm:px-5">
            Actions
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-base-300">
        {rows.map((row) => (
          <Row key={row.id} row={row} actions={actions} duplicating={duplicating === row.id} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  row: WorkformSummary
  actions: RowActions
  duplicating: boolean
}

const Row = memo(function Row({ row, actions, duplicating }: RowProps) {
  return (
    <tr className="align-top hover:bg-base-200/40">
      <td className="px-4 py-3 sm:px-5">
        <button
          type="button"
          className="max-w-full cursor-pointer wrap-anywhere text-left font-medium underline-offset-4 hover:underline"
          onClick={() => actions.edit(row)}
        >
          {row.name}
        </button>
        {row.description ? (
          <p className="mt-0.5 line-clamp-2 wrap-anywhere text-base-content/70">{row.description}</p>
        ) : null}
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-base-content/70 text-xs">
          <Badge tone={row.is_template ? 'blue' : 'gray'}>{row.is_template ? 'Template' : 'Client form'}</Badge>
          <span className="tabular-nums">{describeSize(row)}</span>
          <span className="sm:hidden">{mediumDate(row.created_at)}</span>
        </p>
      </td>
      <td className="whitespace-nowrap px-4 py-3 text-base-content/80 tabular-nums max-sm:hidden">
        {mediumDate(row.created_at)}
      </td>
      <td aria-label={`Actions for ${row.name}`} className="px-2 py-2 sm:px-3">
        <div className="flex justify-end">
          <IconButton label={`Edit ${row.name}`} onClick={() => actions.edit(row)} icon={<Pencil />} />
          <IconButton
            label={`Duplicate ${row.name}`}
            busy={duplicating}
            onClick={() => actions.duplicate(row)}
            icon={<Copy />}
          />
          <IconButton label={`Delete ${row.name}`} onClick={() => actions.remove(row)} icon={<Trash2 />} />
        </div>
      </td>
    </tr>
  )
})
