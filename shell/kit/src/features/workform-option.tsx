import type { WorkformSummary } from '@portal/contract/workforms'
import { Badge } from '../ui/badge.tsx'
import { countOf } from '../ui/count.tsx'

/** Renders a workform in a list of choices: name, description and field count. */
export function WorkformOption({ workform }: { workform: WorkformSummary }) {
  return (
    <span className="flex min-w-0 flex-1 items-start justify-between gap-3">
      <span className="min-w-0">
        <span className="line-clamp-2 block wrap-anywhere font-medium">{workform.name}</span>
        {workform.description ? (
          <span className="mt-0.5 line-clamp-2 block wrap-anywhere text-base-content/70">{workform.description}</span>
        ) : null}
      </span>
      <span className="mt-px flex shrink-0 flex-wrap justify-end gap-1.5">
        {workform.starter ? <Badge tone="blue">Starter</Badge> : null}
        <Badge>{countOf(workform.field_count, 'field')}</Badge>
      </span>
    </span>
  )
}
