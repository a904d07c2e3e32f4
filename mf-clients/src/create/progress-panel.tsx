import { Badge } from '@portal/kit/badge'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { type Creation, progressOf } from './state.ts'

/** The side panel: what is delivered and what still needs action. */
export function ProgressPanel({ state }: { state: Creation }) {
  return (
    <aside aria-labelledby="creation-progress" className="self-start rounded-box bg-base-200/60 p-4 lg:sticky lg:top-0">
      <h3 id="creation-progress" className="font-semibold text-sm">
        Progress
      </h3>
      <ul className="mt-3 grid gap-2.5 sm:grid-cols-2 lg:grid-cols-1">
        {progressOf(state).map(({ label, delivered }) => (
          <li key={label} className="flex items-center justify-between gap-3 text-sm">
            <span className="flex items-center gap-2">
              {delivered ? (
                <CircleCheck className="size-4 shrink-0 text-success" aria-hidden />
              ) : (
                <CircleDashed className="size-4 shrink-0 text-base-content/50" aria-hidden />
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
