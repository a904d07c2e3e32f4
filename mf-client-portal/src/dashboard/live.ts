import type { PortalEvent } from '@portal/contract/events'
import type { PortalWorkform } from '@portal/contract/client-portal'
import { can, isLocked, statusForClient } from '@portal/contract/section-machine'
import { SECTION_STATUSES, type SectionStatus } from '@portal/contract/statuses'
import { invalidateSoon, queryClient, useRealtime } from '@portal/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { PORTAL_KEY, sectionQuery, workformsQuery } from './queries.ts'

/** The new state of a section, before the list is refetched. */
export interface SectionUpdate {
  assignment_id: string
  status: SectionStatus
  version?: number
}

/** Returns the list with a section's new status. Drops what only belongs to the old one. */
export function applyUpdate(
  items: readonly PortalWorkform[],
  { assignment_id, status, version }: SectionUpdate,
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
            to_fix: isLocked(status) ? [] : section.to_fix,
            recall: can('recall', status) ? (section.recall ?? 'now') : null,
          }
        : section,
    ),
  }))
}

/** Shows a section's new status in the list. */
export function showUpdate(update: SectionUpdate, client: QueryClient = queryClient): void {
  client.setQueryData(workformsQuery.queryKey, (data) => data && { ...data, items: applyUpdate(data.items, update) })
}

/** Updates what an event changed. */
export function applyEvent({ type, ids }: Pick<PortalEvent, 'type' | 'ids'>): void {
  const { assignment_id } = ids
  const status = SECTION_STATUSES.find((s) => s === ids.status)
  if (type === 'section.changed' && assignment_id && status) showUpdate({ assignment_id, status })
  if (assignment_id) {
    // A closed section is refetched when it is opened: its form must not start with outdated data.
    queryClient.removeQueries({ queryKey: sectionQuery(assignment_id).queryKey, type: 'inactive' })
  }
  invalidateSoon(PORTAL_KEY)
}

/** Keeps the dashboard live while the component is mounted. */
export function useLivePortal(): void {
  useRealtime(['section.changed', 'submission.changed', 'assignment.changed', 'workform.changed'], applyEvent)
  // The list counts comments.
  useRealtime(['chat.message', 'chat.changed', 'chat.marks'], () => invalidateSoon(workformsQuery.queryKey))
}
