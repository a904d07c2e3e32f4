import type { WorkformSummary } from '@portal/contract/workforms'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { LoadMore } from '@portal/kit/ui/pagination'
import { EmptyState, QueryError, SkeletonRows } from '@portal/kit/ui/states'
import { useKeepFocus } from '@portal/kit/ui/use-keep-focus'
import { toastSuccess, useFailureToast } from '@portal/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useArchiveWorkform, useCreateWorkform } from '../queries/changes.ts'
import { rowsOf, workformsQuery } from '../queries/workforms.ts'
import type { WorkformsPageProps } from './page.tsx'
import { WorkformsTable, type WorkformsTableProps } from './table.tsx'

export interface WorkformListProps extends WorkformsPageProps {
  onAction: WorkformsTableProps['onAction']
  onNew: () => void
}

/** Shows the list below the tabs, or its loading, error or empty state. */
export function WorkformList({ search, onSearch, onAction, onNew }: WorkformListProps) {
  const list = useInfiniteQuery(workformsQuery(search))
  useFailureToast(list.error, 'Failed to load forms')
  const copy = useCreateWorkform()
  const duplicate = ({ id }: WorkformSummary): void => {
    if (copy.isPending) return
    copy.mutate(id, {
      onSuccess: ({ is_template }) =>
        toastSuccess(is_template ? 'Form template created successfully' : 'Workform created successfully'),
    })
  }
  const archive = useArchiveWorkform()
  const isArchive = search.tab === 'archived'
  const rows = rowsOf(list.data)
  const element = useKeepFocus<HTMLDivElement>(rows.length)
  return (
    <div ref={element} tabIndex={-1} className="outline-none">
      <Card padded={false} className="overflow-hidden">
        {list.isPending ? (
          <SkeletonRows rows={8} label="Loading workforms" head="h-11.25" height="h-24 max-sm:h-36" />
        ) : !list.data ? (
          <QueryError title="The list of workforms is not available" query={list} />
        ) : rows.length === 0 && !list.hasNextPage ? (
          <NoWorkforms search={search} onSearch={onSearch} onNew={onNew} />
        ) : (
          <>
            <WorkformsTable
              rows={rows}
              duplicating={copy.isPending ? copy.variables : undefined}
              stale={list.isPlaceholderData}
              archiving={archive.isPending ? archive.variables.id : undefined}
              isArchive={isArchive}
              onAction={onAction}
              onArchive={({ id, name }) => archive.mutate({ id, name, archived: !isArchive })}
              onDuplicate={duplicate}
            />
            <LoadMore
              // After a failure only the button retries; the list would retry endlessly.
              auto={!list.isFetchNextPageError}
              hasMore={list.hasNextPage}
              loading={list.isFetchingNextPage}
              onMore={() => void list.fetchNextPage()}
            />
          </>
        )}
      </Card>
    </div>
  )
}

function NoWorkforms({ search, onSearch, onNew }: Pick<WorkformListProps, 'search' | 'onSearch' | 'onNew'>) {
  const isArchive = search.tab === 'archived'
  return (
    <EmptyState
      icon={<FileText />}
      title={isArchive ? 'No archived forms' : 'No forms found. Create your first form template!'}
      action={
        search.q || search.tab ? (
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
  )
}
