import { Button } from '@portal/kit/ui/button'
import { RemoteSlot } from '@portal/sdk'
import { Eye } from 'lucide-react'
import { useState } from 'react'

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
