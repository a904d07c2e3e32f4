import type { Notification } from '@portal/contract/notifications'
import type { Role } from '@portal/contract/statuses'
import { Button } from '@portal/kit/ui/button'
import { formatCount } from '@portal/kit/ui/count'
import { NotificationRow } from '@portal/kit/features/bell/notification-row'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { PagedList } from '@portal/kit/ui/query-view'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { Tabs } from '@portal/kit/ui/tabs'
import { useUser } from '@portal/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { allNotificationsQuery, useNotifications } from './queries.ts'
import { readIds } from './read-ids.ts'

export type NotificationsTab = 'unread' | 'all'

/** Returns the items of a page in a tab. Notifications that this browser knows as read count as read. */
function itemsIn(tab: NotificationsTab, items: readonly Notification[], read: ReadonlySet<string>): Notification[] {
  const marked = items.map((n) => (read.has(n.id) ? { ...n, is_read: true } : n))
  return tab === 'unread' ? marked.filter((n) => !n.is_read) : marked
}

export interface AllNotificationsProps {
  viewer: Role
  tab: NotificationsTab
  onTab: (tab: NotificationsTab) => void
}

/** Lists all notifications of the user in two tabs. */
export function AllNotifications({ viewer, tab, onTab }: AllNotificationsProps) {
  const read = readIds(useUser().id)
  const query = useInfiniteQuery({
    ...allNotificationsQuery(tab),
    select: ({ pages }) => ({ pages: pages.map(({ items }) => ({ items: itemsIn(tab, items, read) })) }),
  })
  const { list, marking, markAllRead, open } = useNotifications(viewer)
  const unread = list?.unread ?? 0
  return (
    <Page>
      <PageHeader
        actions={
          // Always there, so that the list does not move when the number arrives.
          <Button busy={marking} disabled={unread === 0} onClick={markAllRead}>
            Mark {unread > 0 ? formatCount(unread) : 'all'} as read
          </Button>
        }
      />
      <Tabs
        label="Notifications"
        className="flex flex-col gap-4"
        tabs={[
          { value: 'unread', label: 'Unread', ...(unread > 0 ? { count: unread } : {}) },
          { value: 'all', label: 'All' },
        ]}
        value={tab}
        onChange={onTab}
      >
        <PagedList
          query={query}
          failure="Failed to load notifications"
          loading={
            <SkeletonRows
              rows={6}
              label="Loading notifications"
              height="h-21 max-sm:h-26"
              className="rounded-box border border-base-300 bg-base-100"
            />
          }
          empty={
            <EmptyState icon={<Bell />} title={tab === 'unread' ? 'No unread notifications' : 'No notifications'} />
          }
          auto
        >
          {(shown) => (
            <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-base-100">
              {shown.map((item) => (
                <li key={item.id}>
                  <NotificationRow item={item} viewer={viewer} onOpen={open} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </Tabs>
    </Page>
  )
}
