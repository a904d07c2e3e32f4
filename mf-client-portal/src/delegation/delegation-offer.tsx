import { Button } from '@portal/kit/ui/button'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { useState } from 'react'
import type { DelegationDialogProps } from './delegation-dialog.tsx'

const DelegationDialog = lazyDialog(() => import('./delegation-dialog.tsx'), 'DelegationDialog')

/** Offers to let another person fill in a section. */
export function DelegationOffer(section: Omit<DelegationDialogProps, 'onClose'>) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button variant="link" className="-ml-1" onClick={() => setOpen(true)}>
        Ask someone else to fill this in
      </Button>
      {open ? <DelegationDialog {...section} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
