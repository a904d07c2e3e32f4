import type { WorkformSummary } from '@portal/contract/workforms'
import { Badge } from '@portal/kit/ui/badge'
import { IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { countOf } from '@portal/kit/ui/count'
import { mediumDate } from '@portal/kit/ui/time'
import { Archive, ArchiveRestore, Copy, Pencil, Send, Trash2 } from 'lucide-react'
import type { MouseEvent } from 'react'

/** An action on a row that opens a dialog. */
export type RowAction = 'preview' | 'assign-one' | 'edit' | 'delete'

export interface WorkformsTableProps {
  rows: readonly WorkformSummary[]
  /** Id of the workform that is being duplicated. */
  duplicating: unknown
  /** Id of the workform that is being archived or restored. */
  archiving: string | undefined
  /** Whether the rows are archived: they can only be restored, duplicated or deleted. */
  isArchive: boolean
  /** Whether the rows belong to the previous list while another one loads. */
  stale: boolean
  onAction: (action: RowAction, row: WorkformSummary) => void
  onDuplicate: (row: WorkformSummary) => void
  /** Archives a row, or restores an archived one. */
  onArchive: (row: WorkformSummary) => void
}

const describeSize = ({ field_count, section_count }: WorkformSummary): string =>
  `${countOf(field_count, 'field')} in ${countOf(section_count, 'section')}`

/** Shows the list of workforms. Where there is little room, as on phones, date and actions are below the name. */
export function WorkformsTable({ rows, duplicating, archiving, stale, ...actions }: WorkformsTableProps) {
  return (
    <div className="@container">
      <table
        className={cx('w-full table-fixed text-left text-sm transition-opacity', stale && 'opacity-60')}
        aria-busy={stale || undefined}
      >
        <thead className="border-base-300 border-b text-base-content/70">
          <tr>
            <th scope="col" className="px-4 py-3 font-medium @xl:px-5">
              Form Name
            </th>
            <th scope="col" className="w-36 px-4 py-3 font-medium @max-xl:hidden">
              Created
            </th>
            <th scope="col" className="w-52 px-5 py-3 text-right font-medium @max-xl:hidden">
              Actions
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-base-300">
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              duplicating={duplicating === row.id}
              archiving={archiving === row.id}
              {...actions}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps extends Pick<WorkformsTableProps, 'isArchive' | 'onAction' | 'onDuplicate' | 'onArchive'> {
  row: WorkformSummary
  duplicating: boolean
  archiving: boolean
}

/** Returns whether a click is meant for a control of the row, or selects text. */
const isElsewhere = ({ target }: MouseEvent): boolean =>
  (target instanceof Element && target.closest('button') !== null) || getSelection()?.isCollapsed === false

function Row({ row, onAction, ...actions }: RowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the name is a button that does the same
    <tr
      className="cursor-pointer align-top hover:bg-base-200/40 @max-xl:grid"
      onClick={(event) => {
        if (!isElsewhere(event)) onAction('preview', row)
      }}
    >
      <td className="px-4 py-3 @xl:px-5">
        <button
          type="button"
          className="max-w-full cursor-pointer wrap-anywhere text-left font-medium underline-offset-4 hover:underline"
          onClick={() => onAction('preview', row)}
        >
          {row.name}
        </button>
        {row.description ? (
          <p className="mt-0.5 line-clamp-2 wrap-anywhere text-base-content/70">{row.description}</p>
        ) : null}
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-base-content/70 text-xs">
          <Badge tone={row.is_template ? 'blue' : 'gray'}>{row.is_template ? 'Template' : 'Client form'}</Badge>
          <span className="tabular-nums">{describeSize(row)}</span>
          {row.due_days === null ? null : (
            <span className="tabular-nums">Due after {countOf(row.due_days, 'day')}</span>
          )}
          <span className="@xl:hidden">{mediumDate(row.created_at)}</span>
        </p>
      </td>
      <td className="whitespace-nowrap px-4 py-3 text-base-content/80 tabular-nums @max-xl:hidden">
        {mediumDate(row.created_at)}
      </td>
      <td aria-label={`Actions for ${row.name}`} className="px-2 py-2 @max-xl:pt-0 @xl:px-3">
        <Actions row={row} onAction={onAction} {...actions} />
      </td>
    </tr>
  )
}

function Actions({ row, duplicating, archiving, isArchive, onAction, onDuplicate, onArchive }: RowProps) {
  const { name } = row
  return (
    <div className="flex justify-end">
      {isArchive ? null : (
        <>
          <IconButton label={`Assign ${name}`} onClick={() => onAction('assign-one', row)} icon={<Send />} />
          <IconButton label={`Edit ${name}`} onClick={() => onAction('edit', row)} icon={<Pencil />} />
        </>
      )}
      <IconButton label={`Duplicate ${name}`} busy={duplicating} onClick={() => onDuplicate(row)} icon={<Copy />} />
      <IconButton
        label={`${isArchive ? 'Restore' : 'Archive'} ${name}`}
        busy={archiving}
        onClick={() => onArchive(row)}
        icon={isArchive ? <ArchiveRestore /> : <Archive />}
      />
      <IconButton label={`Delete ${name}`} onClick={() => onAction('delete', row)} icon={<Trash2 />} />
    </div>
  )
}
