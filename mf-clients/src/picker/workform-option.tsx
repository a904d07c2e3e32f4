import type { WorkformSummary } from '@portal/contract/workforms'
import { Badge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { countOf } from '@portal/kit/ui/count'
import { RemoteSlot } from '@portal/sdk'
import { Eye } from 'lucide-react'
import { useState } from 'react'

/** The choice between an existing and a new workform. */
export const WORKFORM_CHOICES = [
  { value: 'existing', label: 'Select existing workform' },
  { value: 'new', label: 'Create new workform' },
] as const

/** Formats a number of fields: '1 field', '12 fields'. */
export const fieldCount = (n: number): string => countOf(n, 'field')

/** Shows a workform in a list of choices: name, description and field count. */
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
        <Badge>{fieldCount(workform.field_count)}</Badge>
      </span>
    </span>
  )
}

/** Opens a preview of a workform as clients see it. */
export function PreviewButton({ workformId }: { workformId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="quiet" icon={<Eye />} onClick={() => setOpen(true)}>
        Preview
      </Button>
      {open ? (
        <RemoteSlot name="mf-workforms/preview" props={{ workformId, onClose: () => setOpen(false) }} fallback={null} />
      ) : null}
    </>
  )
}
