import type { ClientDetail } from '@portal/contract/clients'
import { relativeDue, shortDate, todayIn } from '@portal/contract/dates'
import { CommitmentBadge } from '@portal/kit/features/commitment-badge'
import { describeTimePerSide } from '@portal/kit/features/time-per-side'
import { Badge, StatusBadge } from '@portal/kit/ui/badge'
import { Button, IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { countOf } from '@portal/kit/ui/count'
import { Progress, progressOf } from '@portal/kit/ui/progress'
import { mediumDate } from '@portal/kit/ui/time'
import { useKeepFocus } from '@portal/kit/ui/use-keep-focus'
import { useUser } from '@portal/sdk'
import { Link } from '@tanstack/react-router'
import { Archive, ArchiveRestore, CalendarClock, ClipboardList, Plus, Trash2 } from 'lucide-react'
import { useArchiveAssignment } from '../queries/archive.ts'
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
  const { id, declined, archived_at } = client
  const workforms = client.workforms.filter((w) => !w.is_archived)
  const archived = client.workforms.filter((w) => w.is_archived)
  const section = useKeepFocus<HTMLElement>(archived.length)
  const itemOf = (workform: AssignedWorkform) => (
    <AssignedItem
      key={workform.workform_id}
      clientId={id}
      workform={workform}
      isClientArchived={archived_at !== null}
      {...actions}
    />
  )
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="assigned-workforms" className="mt-7 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="assigned-workforms" className="flex items-center gap-2 font-semibold">
          Assigned Workforms <Badge className="rounded-full tabular-nums">{workforms.length}</Badge>
        </h3>
        <Button size="sm" icon={<Plus />} disabled={declined || archived_at !== null} onClick={onAssign}>
          Assign Workform
        </Button>
      </div>
      {workforms.length === 0 ? (
        <p className={EMPTY}>
          <ClipboardList className="size-4 shrink-0" /> No workforms assigned yet.
        </p>
      ) : (
        <ul className="mt-3 divide-y divide-base-300 rounded-field border border-base-300">{workforms.map(itemOf)}</ul>
      )}
      {archived.length > 0 ? (
        <details className="mt-3 rounded-field border border-base-300">
          <summary className="cursor-pointer px-4 py-2.5 text-base-content/80 text-sm">
            Archived ({archived.length})
          </summary>
          <ul className="divide-y divide-base-300 border-base-300 border-t">{archived.map(itemOf)}</ul>
        </details>
      ) : null}
    </section>
  )
}

interface AssignedItemProps extends Pick<AssignedWorkformsProps, 'onRemove' | 'onDueDate'> {
  clientId: string
  workform: AssignedWorkform
  /** An assignment of an archived client can only be removed. */
  isClientArchived: boolean
}

function AssignedItem({ clientId, workform, isClientArchived, onRemove, onDueDate }: AssignedItemProps) {
  const archive = useArchiveAssignment(clientId)
  const { workform_id: workformId, workform_name: name, is_archived: isArchived, due_date } = workform
  const filter = { workform: workformId, client: clientId }
  const { done, total } = progressOf(workform.sections)
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
            {name}
          </Link>
          <StatusBadge status={workform.status} />
          <Commitments commitments={workform.commitments} />
        </div>
        <p className="mt-0.5 text-base-content/70 text-sm">
          Assigned {mediumDate(workform.assigned_at)}
          {due_date ? ' · ' : null}
          {due_date ? <DueDate day={due_date} isOpen={done < total} /> : null}
        </p>
        <WorkformProgress workform={workform} />
      </div>
      {isClientArchived || isArchived ? null : (
        <IconButton
          label={`Change due date of ${name}`}
          onClick={() => onDueDate(workform)}
          className="relative"
          icon={<CalendarClock />}
        />
      )}
      {isClientArchived ? null : (
        <IconButton
          label={`${isArchived ? 'Restore' : 'Archive'} ${name}`}
          busy={archive.isPending}
          onClick={() => archive.mutate({ workformId, name, archived: !isArchived })}
          className="relative"
          icon={isArchived ? <ArchiveRestore /> : <Archive />}
        />
      )}
      <IconButton
        label={`Remove ${name}`}
        onClick={() => onRemove(workform)}
        className="relative hover:text-error"
        icon={<Trash2 />}
      />
    </li>
  )
}

/** Shows a due date, and how late the work is. */
function DueDate({ day, isOpen }: { day: string; isOpen: boolean }) {
  const today = todayIn(useUser().time_zone)
  if (!isOpen || day >= today) return <span>Due: {shortDate(day)}</span>
  return (
    <span className="font-medium text-error">
      Due: {shortDate(day)}, {relativeDue(day, today)}
    </span>
  )
}

/** Shows the latest promise about a workform, and how many earlier ones were kept. */
function Commitments({ commitments: [latest, ...earlier] }: Pick<AssignedWorkform, 'commitments'>) {
  if (!latest) return null
  const kept = earlier.filter((c) => c.state === 'kept').length
  return (
    <>
      <CommitmentBadge commitment={latest} />
      {earlier.length > 0 ? (
        <span className="text-base-content/70 text-xs">
          Before: {kept} kept, {earlier.length - kept} missed
        </span>
      ) : null}
    </>
  )
}

/** Shows how many sections are approved, and how long each has been with either side. */
function WorkformProgress({ workform }: { workform: AssignedWorkform }) {
  const { done, total, percent } = progressOf(workform.sections)
  return (
    <>
      <div className="mt-2 flex items-center gap-3 text-base-content/70 text-xs">
        <Progress label={`Progress of ${workform.workform_name}`} value={percent} className="max-w-48" />
        <span className="whitespace-nowrap tabular-nums">
          {done} of {countOf(total, 'section')} · {percent}%
        </span>
      </div>
      {/* Above the link that covers the entry. */}
      <details className="relative mt-2 w-fit max-w-full text-base-content/70 text-xs">
        <summary className="cursor-pointer">Time per section</summary>
        <ul className="mt-1 grid gap-1">
          {workform.sections.map((section) => (
            <li key={section.name} className="wrap-anywhere">
              {section.name}: {describeTimePerSide(section.days)}
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}
