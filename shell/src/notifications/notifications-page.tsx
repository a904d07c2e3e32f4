import type { Notification } from '@portal/contract/notifications'
import { Button } from '@portal/kit/button'
import { NotificationRow } from '@portal/kit/notification-row'
import { Page, PageHeader } from '@portal/kit/page'
import { LoadMore } from '@portal/kit/pagination'
import { EmptyState, ErrorState, SkeletonRows } from '@portal/kit/states'
import { Tabs } from '@portal/kit/tabs'
import { useUser } from '@portal/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useOpenForBookkeeper } from './opening.ts'
import { allNotificationsQuery, useNotifications } from './queries.ts'
import { readIds } from './read-ids.ts'

const route = getRouteApi('/bookkeeper/notifications')

/** Most that one request may mark. */
const MARK_AT_ONCE = 500

/** What a tab shows of what is loaded; this browser's own read ids count here, too. */
function useAll(tab: 'unread' | 'all') {
  const { id } = useUser()
  const query = useInfiniteQuery(allNotificationsQuery(tab))
  const read = readIds(id)
  const items = query.data?.pages.flatMap((p) => p.items).map((n) => (read.has(n.id) ? { ...n, is_read: true } : n))
  return { query, items: tab === 'unread' ? items?.filter((n) => !n.is_read) : items }
}

/** All of a bookkeeper's notifications: where 'View all' of the bell leads. */
export function NotificationsPage() {
  const { tab = 'unread' } = route.useSearch()
  const navigate = route.useNavigate()
  const { query, items } = useAll(tab)
  const { marking, markRead, opened } = useNotifications()
  const lead = useOpenForBookkeeper()
  const unread = (items ?? []).filter((n) => !n.is_read).slice(0, MARK_AT_ONCE)
  const open = (item: Notification): void => {
    opened(item)
    lead(item)
  }
  return (
    <Page width="narrow">
      <PageHeader
        title="Notifications"
        subtitle="What your clients have submitted and written"
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
        onChange={(next) => void navigate({ search: next === 'unread' ? {} : { tab: next }, replace: true })}
      >
        {items === undefined && query.error ? (
          <ErrorState
            title="Failed to load notifications"
            error={query.error}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : items === undefined ? (
          <SkeletonRows rows={6} label="Loading notifications" />
        ) : items.length === 0 && !query.hasNextPage ? (
          <EmptyState icon={<Bell />} title={tab === 'unread' ? 'No unread notifications' : 'No notifications'} />
        ) : (
          <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-base-100">
            {items.map((item) => (
              <li key={item.id}>
                <NotificationRow item={item} viewer="bookkeeper" onOpen={open} />
              </li>
            ))}
          </ul>
        )}
        <LoadMore hasMore={query.hasNextPage} loading={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} auto />
      </Tabs>
    </Page>
  )
}
