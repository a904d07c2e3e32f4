import type { PortalWorkform } from '@portal/contract/client-portal'
import { passesFilter, type SectionFilter } from '@portal/contract/section-machine'
import { SectionFilterPills } from '@portal/kit/features/section-filter'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { usePreload } from '@portal/kit/ui/lazy-component'
import { EmptyState, ErrorState, Skeleton } from '@portal/kit/ui/states'
import { useUser } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { Archive, CloudOff, FileCheck } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useDraftSync } from '../draft/use-draft.ts'
import { useOffline } from '@portal/kit/ui/use-offline'
import { FixList } from '../fixes/fix-list.tsx'
import { formCode } from '../section/form-code.ts'
import { SharedFiles } from '../share/shared-files.tsx'
import { usePendingUploads } from '../upload/uploads.ts'
import { AllDone, doneText } from './all-done.tsx'
import { MissingNotice, useMissingSection } from './missing-notice.tsx'
import { useLivePortal } from './live.ts'
import { type NavigationProps, type SectionNavigation, useSectionNavigation } from './section-navigation.ts'
import { isOpen, sortByUrgency } from './section-order.ts'
import { workformsQuery } from './queries.ts'
import { useBegin } from './use-begin.ts'
import { WithdrawnNotice } from './withdrawn-notice.tsx'
import { WorkformCard } from './workform-card.tsx'

const NONE: readonly PortalWorkform[] = []

/** Renders the client's start page: what to fill in, and the status of what was submitted. */
export function DashboardPage({ search, onSearch }: NavigationProps) {
  useLivePortal()
  useDraftSync()
  // When a section is open, together with the list.
  usePreload(formCode, search.section === undefined && !search.begin ? undefined : 0)
  const user = useUser()
  usePendingUploads(user.id)
  const workforms = useQuery(workformsQuery)
  const { shared, ...others } = search
  const filter = search.filter ?? 'all'
  const { data } = workforms
  useBegin({ search, onSearch }, data?.items)
  const navigation = useSectionNavigation({ search, onSearch }, data?.items ?? NONE)
  const isListed = data?.items.some((w) => w.sections.some((s) => s.assignment_id === navigation.opened))
  const { checking, archived, unknown } = useMissingSection(data && !isListed ? navigation.opened : undefined)
  return (
    <Page>
      <PageHeader />
      <OfflineNote />
      <WorkformsTab>
        <div className="grid grid-cols-1 gap-4 pt-5">
          <SectionFilterPills
            className="[&>button]:min-h-11 max-sm:[&>button]:px-2.5"
            value={filter}
            onChange={(next) => onSearch(next === 'all' ? {} : { filter: next })}
          />
          {data ? (
            <>
              {archived ? <MissingNotice text={archived} /> : null}
              <WithdrawnNotice
                items={data.items}
                opened={navigation.opened}
                hidden={checking || archived !== undefined}
                otherwise={unknown ? <MissingNotice text={unknown} /> : null}
                onDismiss={navigation.close}
              />
              {shared ? (
                <SharedFiles
                  items={data.items}
                  onChoose={({ assignmentId, fieldId }) => navigation.continueAt(assignmentId, fieldId)}
                  onClose={() => onSearch(others)}
                />
              ) : null}
              <FixList items={data.items} navigation={navigation} />
              <Workforms items={data.items} isArchived={data.is_archived} filter={filter} navigation={navigation} />
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

/** Renders the only tab without a tab library: there is no keyboard movement to handle. */
function WorkformsTab({ children }: { children: ReactNode }) {
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

function OfflineNote() {
  const offline = useOffline()
  return (
    <div role="status" className="empty:hidden">
      {offline ? (
        <p className="flex items-start gap-2 text-base-content/80 text-sm">
          <CloudOff className="mt-0.5 size-4 shrink-0" />
          You can go on typing: your answers are kept on this device and saved when you are back online. Submitting
          needs a connection.
        </p>
      ) : null}
    </div>
  )
}

/**
 * Returns the most urgent workforms first. A card keeps its place while its sections change, so that it does not move
 * under a finger. When a workform comes, goes or has another due date, the order is that after a reload.
 */
function useStableOrder(items: readonly PortalWorkform[]): PortalWorkform[] {
  const [kept, setKept] = useState<{ key: string; order: readonly string[] }>({ key: '', order: [] })
  const key = items
    .map((w) => `${w.workform_id} ${w.due_date}`)
    .toSorted()
    .join()
  const order = kept.key === key ? kept.order : sortByUrgency(items).map((w) => w.workform_id)
  if (kept.key !== key) setKept({ key, order })
  return order.flatMap((id) => items.find((w) => w.workform_id === id) ?? [])
}

interface WorkformsProps {
  items: readonly PortalWorkform[]
  /** Whether the bookkeeper has archived the client. */
  isArchived: boolean
  filter: SectionFilter
  navigation: SectionNavigation
}

function Workforms({ items, isArchived, filter, navigation }: WorkformsProps) {
  const ordered = useStableOrder(items)
  const shown = ordered.filter((w) => {
    const passes = passesFilter(
      filter,
      w.sections.map((s) => s.status),
    )
    // A section that is open or was just submitted stays visible when its status changes.
    return passes || w.sections.some((s) => s.assignment_id === navigation.opened)
  })
  // The list of what to fix has the main button then.
  const hasFixes = items.some((w) => w.sections.some((s) => s.to_fix.length > 0))
  const done = doneText(items)
  // The section that a link led to, or that was just submitted, says it itself.
  const isSaid = items.some((w) => w.sections.some((s) => s.assignment_id === navigation.opened && !isOpen(s)))
  if (isArchived)
    return (
      <EmptyState
        icon={<Archive />}
        title="There is nothing to do"
        description="Your bookkeeper has archived your file. What you sent is kept, and you can still write a message."
      />
    )
  if (shown.length === 0) {
    const title = items.length === 0 ? 'No workforms assigned yet.' : 'No workforms match the selected status filter.'
    return <EmptyState icon={<FileCheck />} title={title} />
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {done && !isSaid ? <AllDone text={done} /> : null}
      {shown.map((workform, index) => (
        <WorkformCard
          key={workform.workform_id}
          {...{ workform, items, done }}
          navigation={navigation}
          first={index === 0 && !hasFixes}
        />
      ))}
    </div>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading workforms" className="grid grid-cols-1 gap-4">
      {/* The first card has the button to continue. */}
      <Skeleton className="h-62 w-full rounded-box max-sm:h-77" />
      <Skeleton className="h-31 w-full rounded-box max-sm:h-46" />
    </div>
  )
}
