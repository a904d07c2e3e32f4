import type { PortalWorkform } from '@portal/contract/portal'
import { passesFilter, type SectionFilter } from '@portal/contract/section-machine'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { type Pill, Pills } from '@portal/kit/ui/pills'
import { EmptyState, ErrorState, Skeleton } from '@portal/kit/ui/states'
import { useUser } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { CloudOff, FileCheck } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useDraftSync, useOffline } from '../draft/use-draft.ts'
import place from '../remote/remote.json'
import { usePendingUploads } from '../upload/uploads.ts'
import { AllDone } from './all-done.tsx'
import { useLivePortal } from './live.ts'
import type { Opening } from './opening.ts'
import { byUrgency } from './plan.ts'
import { workformsQuery } from './queries.ts'
import type { DashboardSearch } from './search.ts'
import { WithdrawnNotice } from './withdrawn-notice.tsx'
import { WorkformCard } from './workform-card.tsx'

const FILTERS: readonly Pill<SectionFilter>[] = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
]

export interface DashboardPageProps {
  search: DashboardSearch
  /** Called with the search that the page should show from now on; `step` is one that the Back button undoes. */
  onSearch: (search: DashboardSearch, step?: boolean) => void
}

function useOpening({ search, onSearch }: DashboardPageProps): Opening {
  const { section: opened, ...rest } = search
  const [sent, setSent] = useState<string>()
  return {
    opened,
    sent,
    open: (section) => {
      setSent(undefined)
      if (section !== opened) onSearch({ ...rest, section }, true)
    },
    close: (section) => {
      if (section === opened) onSearch(rest)
    },
    submitted: setSent,
  }
}

const heading = place.headings['/client-dashboard']

/** The client's start page: what there is to fill in, and what has become of it. */
export function DashboardPage({ search, onSearch }: DashboardPageProps): ReactNode {
  useLivePortal()
  useDraftSync()
  const user = useUser()
  usePendingUploads(user.id)
  const workforms = useQuery(workformsQuery)
  const filter = search.filter ?? 'all'
  const opening = useOpening({ search, onSearch })
  return (
    <Page width="narrow">
      <PageHeader {...heading} title={heading.title.replace('{name}', () => user.name)} />
      <OfflineNote />
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
            <>
              <WithdrawnNotice items={workforms.data.items} opened={opening.opened} />
              <Workforms items={workforms.data.items} filter={filter} opening={opening} />
            </>
          ) : workforms.error && !workforms.isFetching ? (
            <ErrorState
              title="Failed to load workforms"
              error={workforms.error}
              onRetry={() => void workforms.refetch()}
            />
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

function OfflineNote(): ReactNode {
  const offline = useOffline()
  return (
    <div role="status" className="empty:hidden">
      {offline ? (
        <p className="flex items-start gap-2 text-base-content/80 text-sm">
          <CloudOff className="mt-0.5 size-4 shrink-0" aria-hidden />
          You are offline. You can go on typing: your answers are kept on this device and saved when you are back.
          Submitting needs a connection.
        </p>
      ) : null}
    </div>
  )
}

/** The most urgent first, as it was when they first appeared: no card moves away under a finger. */
function useSettled(items: readonly PortalWorkform[]): PortalWorkform[] {
  const [order, setOrder] = useState<readonly string[]>([])
  const fresh = byUrgency(items.filter((w) => !order.includes(w.workform_id)))
  if (fresh.length > 0) setOrder([...fresh.map((w) => w.workform_id), ...order])
  return order.flatMap((id) => items.find((w) => w.workform_id === id) ?? [])
}

interface WorkformsProps {
  items: readonly PortalWorkform[]
  filter: SectionFilter
  opening: Opening
}

function Workforms({ items, filter, opening }: WorkformsProps): ReactNode {
  const settled = useSettled(items)
  const shown = settled.filter((w) => {
    const passes = passesFilter(
      filter,
      w.sections.map((s) => s.status),
    )
    // What one is at work on, or has just sent, does not disappear when its status changes.
    return passes || w.sections.some((s) => s.assignment_id === opening.opened)
  })
  if (shown.length === 0) {
    const title = items.length === 0 ? 'No workforms assigned yet.' : 'No workforms match the selected status filter.'
    return <EmptyState icon={<FileCheck />} title={title} />
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <AllDone items={items} />
      {shown.map((workform, index) => (
        <WorkformCard key={workform.workform_id} workform={workform} opening={opening} first={index === 0} />
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
