import type { PortalWorkform } from '@portal/contract/portal'
import { passesFilter, type SectionFilter } from '@portal/contract/section-machine'
import { Page, PageHeader } from '@portal/kit/page'
import { type Pill, Pills } from '@portal/kit/pills'
import { EmptyState, ErrorState, Skeleton } from '@portal/kit/states'
import { useUser } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { FileCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useDraftSync } from '../draft/use-draft.ts'
import { useLivePortal } from './live.ts'
import { workformsQuery } from './queries.ts'
import type { DashboardSearch } from './search.ts'
import { WorkformCard } from './workform-card.tsx'

const FILTERS: readonly Pill<SectionFilter>[] = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
]

export interface DashboardPageProps {
  search: DashboardSearch
  /** Called with the search that the page should show from now on. */
  onSearch: (search: DashboardSearch) => void
}

/** The client's start page: what there is to fill in, and what has become of it. */
export function DashboardPage({ search, onSearch }: DashboardPageProps): ReactNode {
  useLivePortal()
  useDraftSync()
  const user = useUser()
  const workforms = useQuery(workformsQuery)
  const filter = search.filter ?? 'all'
  return (
    <Page width="narrow">
      <PageHeader title={`Hi ${user.name}`} subtitle="Here are your documents to fill" />
      <WorkformsTab>
        <div className="grid grid-cols-1 gap-4 pt-5">
          <Pills
            label="Filter by status"
            className="[&>button]:min-h-11 max-sm:[&>button]:px-2.5"
            options={FILTERS}
            value={filter}
            onChange={(next) => onSearch(next === 'all' ? {} : { filter: next })}
          />
          {workforms.data ? (
            <Workforms items={workforms.data.items} filter={filter} />
          ) : workforms.error && !workforms.isFetching ? (
            <ErrorState title="Failed to load workforms" error={workforms.error} onRetry={() => void workforms.refetch()} />
          ) : (
            <Loading />
          )}
        </div>
      </WorkformsTab>
    </Page>
  )
}

/** The only tab needs none of a tab library's keyboard movement, which would be a third of this page's script. */
function WorkformsTab({ children }: { children: ReactNode }): ReactNode {
  const id = useId()
  return (
    <div>
      <div role="tablist" aria-label="Your documents" className="flex border-base-300 border-b">
        <button
          type="button"
          role="tab"
          id={`${id}-tab`}
          aria-selected
          aria-controls={`${id}-panel`}
          className="-mb-px min-h-10 border-primary border-b-2 font-medium text-sm"
        >
          Workforms
        </button>
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab`}>
        {children}
      </div>
    </div>
  )
}

function Workforms({ items, filter }: { items: readonly PortalWorkform[]; filter: SectionFilter }): ReactNode {
  const shown = items.filter((w) =>
    passesFilter(
      'client',
      filter,
      w.sections.map((s) => s.status),
    ),
  )
  if (shown.length === 0) {
    const title = items.length === 0 ? 'No workforms assigned yet.' : 'No workforms match the selected status filter.'
    return <EmptyState icon={<FileCheck />} title={title} />
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {shown.map((workform) => (
        <WorkformCard key={workform.workform_id} workform={workform} />
      ))}
    </div>
  )
}

function Loading(): ReactNode {
  return (
    <div role="status" aria-label="Loading workforms" className="grid grid-cols-1 gap-4">
      <Skeleton className="h-28 w-full rounded-box" />
      <Skeleton className="h-28 w-full rounded-box" />
    </div>
  )
}
