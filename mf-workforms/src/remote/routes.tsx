import { ConfirmDialog } from '@portal/kit/dialog'
import { nothingElse } from '@portal/kit/search-params'
import { currentSession, type Mount } from '@portal/sdk'
import { createRoute, useBlocker } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { WorkformsPage, type WorkformsPageProps } from '../list/page.tsx'
import { readWorkformsSearch, type WorkformsSearch } from '../list/search.ts'
import { workformsQuery } from '../queries/workforms.ts'

/** The routes of this remote under `/workforms`. */
export function createRoutes(mount: Mount<'/workforms'>) {
  const list = createRoute({
    getParentRoute: () => mount,
    path: '/',
    validateSearch: (raw: Record<string, unknown>): WorkformsSearch => ({ ...nothingElse(raw), ...readWorkformsSearch(raw) }),
    loaderDeps: ({ search: { q, tab } }) => ({ q, tab }),
    // Not awaited: the page shows its frame at once, and skeletons until the rows are there.
    loader: ({ context, deps }): void => {
      void context.queryClient.prefetchInfiniteQuery(workformsQuery(deps))
    },
    component: function Workforms() {
      const search = list.useSearch()
      const navigate = list.useNavigate()
      const onSearch = useCallback<WorkformsPageProps['onSearch']>(
        (change, { replace = false } = {}) => {
          void navigate({ to: '.', search: (old: object) => readWorkformsSearch({ ...old, ...change }), replace, resetScroll: false })
        },
        [navigate],
      )
      const [dirty, setDirty] = useState(false)
      return (
        <>
          <WorkformsPage search={search} onSearch={onSearch} onDirty={setDirty} />
          <LeaveQuestion dirty={dirty} />
        </>
      )
    },
  })
  return [list] as const
}

/** Asks before the way back leads out of a workform that is not saved. Who signs out is not held up. */
function LeaveQuestion({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({ shouldBlockFn: () => dirty && currentSession() !== null, enableBeforeUnload: false, withResolver: true })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      open
      onClose={blocker.reset}
      onConfirm={blocker.proceed}
      title="Leave this workform?"
      message="It has changes that are not saved. They are kept in this browser and come back when you open it again."
      confirmLabel="Leave"
      cancelLabel="Keep editing"
    />
  )
}
