import type { WorkformSummary } from '@portal/contract/workforms'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { LoadMore } from '@portal/kit/ui/pagination'
import { EmptyState, ErrorState, SkeletonRows } from '@portal/kit/ui/states'
import { useFailureToast } from '@portal/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useMemo } from 'react'
import { rowsOf, workformsQuery } from '../queries/workforms.ts'
import type { WorkformsPageProps } from './page.tsx'
import { type RowActions, WorkformsTable } from './table.tsx'
import { useDuplicate } from './use-duplicate.ts'

export interface WorkformListProps extends WorkformsPageProps {
  onEdit: (workform: WorkformSummary) => void
  onDelete: (workform: WorkformSummary) => void
  onNew: () => void
}

/** Shows the list below the tabs, or its loading, error or empty state. */
export function WorkformList({ search, onSearch, onEdit, onDelete, onNew }: WorkformListProps) {
  const list = useInfiniteQuery(workformsQuery(search))
  const { data, error, isPending, hasNextPage } = list
  useFailureToast(error, 'Failed to load forms')
  const { duplicate, duplicating } = useDuplicate()
  const actions = useMemo(
    (): RowActions => ({ edit: onEdit, duplicate, remove: onDelete }),
    [onEdit, duplicate, onDelete],
  )
  const rows = rowsOf(data)
  const filtered = Boolean(search.q || search.tab)
  return (
    <Card padded={false} className="overflow-hidden">
      {isPending ? (
        <SkeletonRows rows={8} label="Loading workforms" />
      ) : !data ? (
        <ErrorState
          title="The list of workforms is not available"
          error={error}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : rows.length === 0 && !hasNextPage ? (
        <EmptyState
          icon={<FileText />}
          title="No forms found. Create your first form template!"
          action={
            filtered ? (
              <Button size="sm" onClick={() => onSearch({ q: undefined, tab: undefined })}>
                Clear filters
              </Button>
            ) : (
              <Button size="sm" onClick={onNew}>
                Create one now
              </Button>
            )
          }
        />
      ) : (
        <>
          <WorkformsTable rows={rows} actions={actions} duplicating={duplicating} stale={list.isPlaceholderData} />
          <LoadMore
            // After a failure only the button retries; the list would retry endlessly.
            auto={!list.isFetchNextPageError}
            hasMore={hasNextPage}
            loading={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        </>
      )}
    </Card>
  )
}
