import { Button } from '@portal/kit/ui/button'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { toastError } from '@portal/sdk'
import { useState } from 'react'
import type { DelegationDialogProps } from './delegation-dialog.tsx'

const { Component: DelegationDialog } = lazyComponent<DelegationDialogProps>(
  async () => (await import('./delegation-dialog.tsx')).DelegationDialog,
)

/** Offers to let another person fill in a section. */
export function DelegationOffer(section: Omit<DelegationDialogProps, 'onClose'>) {
  const [open, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <div>
      <Button variant="link" className="-ml-1" onClick={() => setOpen(true)}>
        Ask someone else to fill this in
      </Button>
      {open ? (
        <DelegationDialog
          {...section}
          onClose={close}
          onError={() => {
            close()
            toastError('The dialog could not be opened', 'Please check your connection and try again.')
          }}
        />
      ) : null}
    </div>
  )
}
