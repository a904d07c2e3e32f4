import type { Notification } from '@portal/contract/notifications'
import type { Role } from '@portal/contract/statuses'
import { Button } from '@portal/kit/ui/button'
import { NotificationRow } from '@portal/kit/features/bell/notification-row'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { LoadMore } from '@portal/kit/ui/pagination'
import { EmptyState, ErrorState, SkeletonRows } from '@portal/kit/ui/states'
import { Tabs } from '@portal/kit/ui/tabs'
import { useUser } from '@portal/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { allNotificationsQuery, useNotifications } from './queries.ts'
import { readIds } from './read-ids.ts'

export type NotificationsTab = 'unread' | 'all'

/** Maximum number of notifications that one request marks. */
const MARK_AT_ONCE = 500

/** Returns the loaded notifications of a tab. Those that this browser knows as read count as read. */
function useAll(tab: NotificationsTab) {
  const { id } = useUser()
  const query = useInfiniteQuery(allNotificationsQuery(tab))
  const read = readIds(id)
  const items = query.data?.pages.flatMap((p) => p.items).map((n) => (read.has(n.id) ? { ...n, is_read: true } : n))
  return { query, items: tab === 'unread' ? items?.filter((n) => !n.is_read) : items }
}

export interface AllNotificationsProps {
  viewer: Role
  tab: NotificationsTab
  onTab: (tab: NotificationsTab) => void
  /** Opens the subject of a notification. */
  onOpen: (item: Notification) => void
}

interface NotificationListProps extends Pick<AllNotificationsProps, 'viewer' | 'tab' | 'onOpen'> {
  query: ReturnType<typeof useAll>['query']
  items: readonly Notification[] | undefined
}

function NotificationList({ query, items, tab, viewer, onOpen }: NotificationListProps) {
  if (items === undefined && query.error)
    return (
      <ErrorState
        title="Failed to load notifications"
        error={query.error}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  if (items === undefined) return <SkeletonRows rows={6} label="Loading notifications" />
  if (items.length === 0 && !query.hasNextPage)
    return <EmptyState icon={<Bell />} title={tab === 'unread' ? 'No unread notifications' : 'No notifications'} />
  return (
    <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-base-100">
      {items.map((item) => (
        <li key={item.id}>
          <NotificationRow item={item} viewer={viewer} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

/** Lists all notifications of the user in two tabs. */
export function AllNotifications({ viewer, tab, onTab, onOpen }: AllNotificationsProps) {
  const { query, items } = useAll(tab)
  const { marking, markRead, opened } = useNotifications()
  const unread = (items ?? []).filter((n) => !n.is_read).slice(0, MARK_AT_ONCE)
  const open = (item: Notification): void => {
    opened(item)
    onOpen(item)
  }
  return (
    <Page>
      <PageHeader
        actions={
          unread.length > 0 ? (
            <Button busy={marking} onClick={() => markRead(unread.map((n) => n.id))}>
              Mark {unread.length} as read
            </Button>
          ) : null
        }
      />
      <Tabs
        label="Notifications"
        className="flex flex-col gap-4"
        tabs={[
          { value: 'unread', label: 'Unread' },
          { value: 'all', label: 'All' },
        ]}
        value={tab}
        onChange={onTab}
      >
        <NotificationList query={query} items={items} tab={tab} viewer={viewer} onOpen={open} />
        <LoadMore
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
          auto
        />
      </Tabs>
    </Page>
  )
}
