import { countOf } from '@portal/kit/ui/count'
import { Button } from '@portal/kit/ui/button'
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
