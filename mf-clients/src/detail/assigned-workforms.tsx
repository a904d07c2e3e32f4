import type { ClientDetail } from '@portal/contract/clients'
import { shortDate } from '@portal/contract/dates'
import { Badge, StatusBadge } from '@portal/kit/ui/badge'
import { Button, IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { countOf } from '@portal/kit/ui/count'
import { Progress, progressOf } from '@portal/kit/ui/progress'
import { mediumDate } from '@portal/kit/ui/time'
import { Link } from '@tanstack/react-router'
import { CalendarClock, ClipboardList, Plus, Trash2 } from 'lucide-react'
import type { AssignedWorkform } from './describe-loss.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Filters of Form Submissions. */
    filterByWorkform?: string
    filterByClient?: string
  }
}

export interface AssignedWorkformsProps {
  client: ClientDetail
  onAssign: () => void
  onRemove: (workform: AssignedWorkform) => void
  onDueDate: (workform: AssignedWorkform) => void
}

const EMPTY = cx(
  'mt-3 flex items-center gap-3 rounded-field border border-base-300 border-dashed px-4 py-5',
  'text-base-content/70 text-sm',
)

/** Shows the section 'Assigned Workforms'. Each entry links to its submission. */
export function AssignedWorkforms({ client, onAssign, ...actions }: AssignedWorkformsProps) {
  const { id, workforms, declined } = client
  return (
    <section aria-labelledby="assigned-workforms" className="mt-7">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="assigned-workforms" className="flex items-center gap-2 font-semibold">
          Assigned Workforms <Badge className="rounded-full tabular-nums">{workforms.length}</Badge>
        </h3>
        <Button size="sm" icon={<Plus />} disabled={declined} onClick={onAssign}>
          Assign Workform
        </Button>
      </div>
      {workforms.length === 0 ? (
        <p className={EMPTY}>
          <ClipboardList className="size-4 shrink-0" /> No workforms assigned yet.
        </p>
      ) : (
        <ul className="mt-3 divide-y divide-base-300 rounded-field border border-base-300">
          {workforms.map((workform) => (
            <AssignedItem key={workform.workform_id} clientId={id} workform={workform} {...actions} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface AssignedItemProps extends Pick<AssignedWorkformsProps, 'onRemove' | 'onDueDate'> {
  clientId: string
  workform: AssignedWorkform
}

function AssignedItem({ clientId, workform, onRemove, onDueDate }: AssignedItemProps) {
  const filter = { workform: workform.workform_id, client: clientId }
  const { done, total, percent } = progressOf(workform.sections)
  return (
    <li className="relative flex items-start gap-2 py-3 pr-2 pl-4 hover:bg-base-200/60">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {/* The link covers the whole entry. */}
          <Link
            to="/form-submissions"
            search={filter}
            state={{ filterByWorkform: filter.workform, filterByClient: filter.client }}
            className="min-w-0 wrap-anywhere font-medium text-sm after:absolute after:inset-0 hover:underline"
          >
            {workform.workform_name}
          </Link>
          <StatusBadge status={workform.status} />
        </div>
        <p className="mt-0.5 text-base-content/70 text-sm">
          Assigned {mediumDate(workform.assigned_at)}
          {workform.due_date ? ` · Due: ${shortDate(workform.due_date)}` : null}
        </p>
        <div className="mt-2 flex items-center gap-3 text-base-content/70 text-xs">
          <Progress label={`Progress of ${workform.workform_name}`} value={percent} className="max-w-48" />
          <span className="whitespace-nowrap tabular-nums">
            {done} of {countOf(total, 'section')} · {percent}%
          </span>
        </div>
      </div>
      <IconButton
        label={`Change due date of ${workform.workform_name}`}
        onClick={() => onDueDate(workform)}
        className="relative"
        icon={<CalendarClock />}
      />
      <IconButton
        label={`Remove ${workform.workform_name}`}
        onClick={() => onRemove(workform)}
        className="relative hover:text-error"
        icon={<Trash2 />}
      />
    </li>
  )
}
