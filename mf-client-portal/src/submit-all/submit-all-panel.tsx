import type { PortalSectionDetail, PortalWorkform } from '@portal/contract/client-portal'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { useState } from 'react'
import { useCompleteSections } from './complete-sections.ts'

const SubmitAllDialog = lazyDialog(() => import('./submit-all-dialog.tsx'), 'SubmitAllDialog')

/** Offers to submit all open sections of a workform together once each is complete. */
export function SubmitAllPanel({ workform, shown }: { workform: PortalWorkform; shown: boolean }) {
  const complete = useCompleteSections(workform, shown)
  const [submitting, setSubmitting] = useState<readonly PortalSectionDetail[]>()
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
        <SubmitAllDialog workform={workform.name} sections={submitting} onClose={() => setSubmitting(undefined)} />
      ) : null}
    </>
  )
}
