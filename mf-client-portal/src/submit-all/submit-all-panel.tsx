import type { PortalSectionDetail, PortalWorkform } from '@portal/contract/client-portal'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { toastError } from '@portal/sdk'
import { useState } from 'react'
import { useCompleteSections } from './complete-sections.ts'
import type { SubmitAllDialogProps } from './submit-all-dialog.tsx'

const { Component: SubmitAllDialog } = lazyComponent<SubmitAllDialogProps>(
  async () => (await import('./submit-all-dialog.tsx')).SubmitAllDialog,
)

/** Offers to submit all open sections of a workform together once each is complete. */
export function SubmitAllPanel({ workform, shown }: { workform: PortalWorkform; shown: boolean }) {
  const complete = useCompleteSections(workform, shown)
  const [submitting, setSubmitting] = useState<readonly PortalSectionDetail[]>()
  const close = (): void => setSubmitting(undefined)
  return (
    <>
      <div role="status" className="empty:hidden">
        {complete ? (
          <div
            className={cx(
              'mt-4 flex flex-wrap items-center justify-between gap-3 rounded-field border',
              'border-success/40 bg-success/8 p-4',
            )}
          >
            <p className="min-w-0 flex-[1_1_12rem] text-sm">All sections are complete. You can submit them together.</p>
            <Button variant="primary" size="lg" className="max-sm:w-full" onClick={() => setSubmitting(complete)}>
              Submit everything
            </Button>
          </div>
        ) : null}
      </div>
      {submitting ? (
        <SubmitAllDialog
          workform={workform.name}
          sections={submitting}
          onClose={close}
          onError={() => {
            close()
            toastError('The sections could not be shown', 'Please check your connection and try again.')
          }}
        />
      ) : null}
    </>
  )
}
