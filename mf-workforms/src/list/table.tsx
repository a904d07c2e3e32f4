import type { WorkformSummary } from '@portal/contract/workforms'
import { Badge } from '@portal/kit/ui/badge'
import { IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { countOf } from '@portal/kit/ui/count'
import { mediumDate } from '@portal/kit/ui/time'
import { Copy, Pencil, Trash2 } from 'lucide-react'

export interface WorkformsTableProps {
  rows: readonly WorkformSummary[]
  /** Id of the workform that is being duplicated. */
  duplicating: unknown
  /** Whether the rows belong to the previous list while another one loads. */
  stale: boolean
  onEdit: (row: WorkformSummary) => void
  onDuplicate: (row: WorkformSummary) => void
  onDelete: (row: WorkformSummary) => void
}

const describeSize = ({ field_count, section_count }: WorkformSummary): string =>
  `${countOf(field_count, 'field')} in ${countOf(section_count, 'section')}`

/** Shows the list of workforms. On phones the date is below the name. */
export function WorkformsTable({ rows, duplicating, stale, ...actions }: WorkformsTableProps) {
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
          <Row key={row.id} row={row} duplicating={duplicating === row.id} {...actions} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps extends Pick<WorkformsTableProps, 'onEdit' | 'onDuplicate' | 'onDelete'> {
  row: WorkformSummary
  duplicating: boolean
}

function Row({ row, duplicating, onEdit, onDuplicate, onDelete }: RowProps) {
  return (
    <tr className="align-top hover:bg-base-200/40">
      <td className="px-4 py-3 sm:px-5">
        <button
          type="button"
          className="max-w-full cursor-pointer wrap-anywhere text-left font-medium underline-offset-4 hover:underline"
          onClick={() => onEdit(row)}
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
          <IconButton label={`Edit ${row.name}`} onClick={() => onEdit(row)} icon={<Pencil />} />
          <IconButton
            label={`Duplicate ${row.name}`}
            busy={duplicating}
            onClick={() => onDuplicate(row)}
            icon={<Copy />}
          />
          <IconButton label={`Delete ${row.name}`} onClick={() => onDelete(row)} icon={<Trash2 />} />
        </div>
      </td>
    </tr>
  )
}
