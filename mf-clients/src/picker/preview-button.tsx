import { Button } from '@portal/kit/ui/button'
import { RemoteSlot } from '@portal/sdk'
import { Eye } from 'lucide-react'
import { useState } from 'react'

/** Shows a workform as the client will get it, before it is chosen for good. */
export function PreviewButton({ workformId }: { workformId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="quiet" icon={<Eye className="size-4" aria-hidden />} onClick={() => setOpen(true)}>
        Preview
      </Button>
      {open ? (
        <RemoteSlot name="mf-workforms/preview" props={{ workformId, onClose: () => setOpen(false) }} fallback={null} />
      ) : null}
    </>
  )
}
