import { shortDate } from '@portal/contract/dates'
import { Badge, StatusBadge } from '@portal/kit/ui/badge'
import { Button, IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { Progress } from '@portal/kit/ui/progress'
import { mediumDate } from '@portal/kit/ui/time'
import { CalendarClock, ClipboardList, Plus, Trash2 } from 'lucide-react'
import { type AssignedWorkform, progressOf } from './progress.ts'
import { SubmissionsLink } from './submissions-link.tsx'

export interface AssignedWorkformsProps {
  client: { id: string; declined: boolean }
  workforms: AssignedWorkform[]
  onAssign: () => void
  onRemove: (workform: AssignedWorkform) => void
  onDueDate: (workform: AssignedWorkform) => void
}

const EMPTY = cx(
  'mt-3 flex items-center gap-3 rounded-field border border-base-300 border-dashed px-4 py-5',
  'text-base-content/70 text-sm',
)

/** Shows the section 'Assigned Workforms'. Each entry links to its submission. */
export function AssignedWorkforms({ client, workforms, onAssign, onRemove, onDueDate }: AssignedWorkformsProps) {
  return (
    <section aria-labelledby="assigned-workforms" className="mt-7">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="assigned-workforms" className="flex items-center gap-2 font-semibold">
          Assigned Workforms <Badge className="rounded-full tabular-nums">{workforms.length}</Badge>
        </h3>
        <Button size="sm" icon={<Plus />} disabled={client.declined} onClick={onAssign}>
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
            <AssignedItem
              key={workform.workform_id}
              clientId={client.id}
              workform={workform}
              onRemove={() => onRemove(workform)}
              onDueDate={() => onDueDate(workform)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface AssignedItemProps {
  clientId: string
  workform: AssignedWorkform
  onRemove: () => void
  onDueDate: () => void
}

function AssignedItem({ clientId, workform, onRemove, onDueDate }: AssignedItemProps) {
  const { done, total, percent } = progressOf(workform)
  return (
    <li className="relative flex items-start gap-2 py-3 pr-2 pl-4 hover:bg-base-200/60">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {/* The link covers the whole entry. */}
          <SubmissionsLink
            workformId={workform.workform_id}
            clientId={clientId}
            className="min-w-0 wrap-anywhere font-medium text-sm after:absolute after:inset-0 hover:underline"
          >
            {workform.workform_name}
          </SubmissionsLink>
          <StatusBadge status={workform.status} />
        </div>
        <p className="mt-0.5 text-base-content/70 text-sm">
          Assigned {mediumDate(workform.assigned_at)}
          {workform.due_date ? ` · Due: ${shortDate(workform.due_date)}` : null}
        </p>
        <div className="mt-2 flex items-center gap-3 text-base-content/70 text-xs">
          <Progress label={`Progress of ${workform.workform_name}`} value={percent} className="max-w-48" />
          <span className="whitespace-nowrap tabular-nums">
            {done} of {total} {total === 1 ? 'section' : 'sections'} · {percent}%
          </span>
        </div>
      </div>
      <IconButton
        label={`Change due date of ${workform.workform_name}`}
        onClick={onDueDate}
        className="relative"
        icon={<CalendarClock />}
      />
      <IconButton
        label={`Remove ${workform.workform_name}`}
        onClick={onRemove}
        className="relative hover:text-error"
        icon={<Trash2 />}
      />
    </li>
  )
}
