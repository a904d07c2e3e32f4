import type { PortalEvent } from '@portal/contract/events'
import type { PortalWorkform } from '@portal/contract/portal'
import { statusForClient } from '@portal/contract/section-machine'
import { SECTION_STATUSES, type SectionStatus } from '@portal/contract/statuses'
import { invalidateSoon, queryClient, useRealtime } from '@portal/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { PORTAL_KEY, sectionQuery, workformsQuery } from './queries.ts'

/** What is known of a section before the list is read again. */
export interface SectionNews {
  assignment_id: string
  status: SectionStatus
  version?: number
}

/** Shows a section's new status in the list at once. A rejection's reason is kept only while it is rejected. */
export function applyNews(
  items: readonly PortalWorkform[],
  { assignment_id, status, version }: SectionNews,
): PortalWorkform[] {
  return items.map((workform) => ({
    ...workform,
    sections: workform.sections.map((section) =>
      section.assignment_id === assignment_id
        ? {
            ...section,
            status: statusForClient(status),
            version: version ?? section.version,
            rejection_reason: status === 'rejected' ? section.rejection_reason : null,
          }
        : section,
    ),
  }))
}

/** Puts news of a section into the list on screen. */
export function showNews(news: SectionNews, client: QueryClient = queryClient): void {
  client.setQueryData(workformsQuery.queryKey, (data) => data && { items: applyNews(data.items, news) })
}

/** Brings what an event names up to date. */
export function follow({ type, ids }: Pick<PortalEvent, 'type' | 'ids'>): void {
  const { assignment_id } = ids
  const status = SECTION_STATUSES.find((s) => s === ids.status)
  if (type === 'section.changed' && assignment_id && status) showNews({ assignment_id, status })
  if (assignment_id) {
    // A folded section is read anew when it is opened: its form must not begin with what was.
    queryClient.removeQueries({ queryKey: sectionQuery(assignment_id).queryKey, type: 'inactive' })
  }
  invalidateSoon(PORTAL_KEY)
}

/** Keeps the dashboard live while the component is mounted. */
export function useLivePortal(): void {
  useRealtime(['section.changed', 'submission.changed', 'assignment.changed', 'workform.changed'], follow)
}
