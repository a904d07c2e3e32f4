import { Badge } from '@portal/kit/ui/badge'
import { cx } from '@portal/kit/ui/class-names'
import { ChevronDown, CircleCheck, CircleDashed } from 'lucide-react'
import { useId, useState } from 'react'
import { type Creation, milestonesOf } from './state.ts'

/** Shows the progress of the flow at its side; on phones collapsed to one line. */
export function ProgressPanel({ state }: { state: Creation }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const milestones = milestonesOf(state)
  return (
    <aside
      aria-labelledby={`${id}-title`}
      className="self-start rounded-box bg-base-200/60 px-4 py-2 sm:p-4 lg:sticky lg:top-0"
    >
      <div className="flex items-center justify-between gap-3">
        <h3 id={`${id}-title`} className="font-semibold text-sm">
          Progress
        </h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-milestones`}
          onClick={() => setOpen(!open)}
          className={cx(
            '-mr-2 flex min-h-8 cursor-pointer items-center gap-1.5 rounded-field px-2 text-base-content/70',
            'text-sm tabular-nums sm:hidden',
          )}
        >
          {milestones.filter(({ delivered }) => delivered).length} of {milestones.length}
          <ChevronDown className={cx('size-4 transition-transform', open && 'rotate-180')} />
        </button>
      </div>
      <ul
        id={`${id}-milestones`}
        className={cx(
          'mt-3 gap-2.5 max-sm:pb-2 sm:grid sm:grid-cols-2 lg:grid-cols-1',
          open ? 'grid' : 'max-sm:hidden',
        )}
      >
        {milestones.map(({ label, delivered }) => (
          <li key={label} className="flex items-center justify-between gap-3 text-sm">
            <span className="flex items-center gap-2">
              {delivered ? (
                <CircleCheck className="size-4 shrink-0 text-success" />
              ) : (
                <CircleDashed className="size-4 shrink-0 text-base-content/50" />
              )}
              {label}
            </span>
            <Badge tone={delivered ? 'green' : 'yellow'}>{delivered ? 'Delivered' : 'Action required'}</Badge>
          </li>
        ))}
      </ul>
    </aside>
  )
}
