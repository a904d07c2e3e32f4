import { BOOKKEEPER_NOTIFICATIONS_SHOWN, CLIENT_NOTIFICATIONS_SHOWN } from '@portal/contract/limits'
import type { Notification } from '@portal/contract/notifications'
import type { Role } from '@portal/contract/statuses'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { cx } from '../../ui/class-names.tsx'
import type { BellProps } from './bell.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/count.tsx'
import { NotificationRow } from './notification-row.tsx'
import { ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'

type BellTab = 'unread' | 'all'

const CAP: Record<Role, number> = { bookkeeper: BOOKKEEPER_NOTIFICATIONS_SHOWN, client: CLIENT_NOTIFICATIONS_SHOWN }

/** Returns the items of a tab. Marking an item as read removes it from the Unread tab. */
export function shownItems(items: readonly Notification[], tab: BellTab, cap: number): Notification[] {
  return (tab === 'unread' ? items.filter((n) => !n.is_read) : [...items]).slice(0, cap)
}

function Items({
  viewer,
  items,
  error,
  onRetry,
  onOpen,
  shown,
  tab,
}: Pick<BellProps, 'viewer' | 'items' | 'error' | 'onRetry' | 'onOpen'> & {
  shown: Notification[]
  tab: BellTab
}) {
  if (items === undefined && error !== undefined) {
    return <ErrorState title="Failed to load notifications" error={error} onRetry={onRetry} className="py-8" />
  }
  if (items === undefined) return <SkeletonRows rows={3} label="Loading notifications" height="h-21" />
  if (shown.length === 0) {
    const text = tab === 'unread' ? 'No unread notifications' : 'No notifications'
    return <p className="px-4 py-10 text-center text-base-content/70 text-sm">{text}</p>
  }
  return shown.map((item) => <NotificationRow key={item.id} item={item} viewer={viewer} onOpen={onOpen} />)
}

/** Links to the page of all notifications, using the app's own navigation. */
function AllLink({ allPath, onViewAll, children }: Pick<BellProps, 'allPath' | 'onViewAll'> & { children: ReactNode }) {
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onViewAll()
  }
  return (
    <a href={allPath} onClick={follow} className="link link-hover">
      {children}
    </a>
  )
}

function Rest({ viewer, more, ...link }: Pick<BellProps, 'viewer' | 'allPath' | 'onViewAll'> & { more: number }) {
  if (more <= 0) return null
  return (
    <div className="-mx-2 border-base-300 border-t px-4 pt-3 pb-1 text-center text-primary text-sm">
      <AllLink {...link}>{viewer === 'bookkeeper' ? 'View all' : `${more} more notification(s)`}</AllLink>
    </div>
  )
}

/** Renders the content of the bell's popover. Its heading links to the page of all notifications. */
export function BellPanel(props: BellProps) {
  const { viewer, items = [], unread, total, onMarkAllRead, marking } = props
  const [tab, setTab] = useState<BellTab>('unread')
  const shown = shownItems(items, tab, CAP[viewer])
  // A bookkeeper sees the link as soon as more than 10 exist, on both tabs.
  const more = viewer === 'bookkeeper' ? total - CAP[viewer] : (tab === 'unread' ? unread : total) - shown.length
  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-3 py-2 pr-2 pl-4">
        <p className="font-semibold text-sm">
          <AllLink {...props}>Notifications</AllLink>
        </p>
        {unread > 0 ? (
          <Button variant="quiet" size="sm" busy={marking} onClick={onMarkAllRead}>
            Mark {formatCount(unread)} as read
          </Button>
        ) : null}
      </div>
      <Tabs
        label="Notifications"
        look="box"
        className="flex flex-col gap-2 px-2 pb-2"
        tabs={[
          { value: 'unread', label: 'Unread', ...(unread > 0 ? { count: unread } : {}) },
          { value: 'all', label: 'All' },
        ]}
        value={tab}
        onChange={setTab}
      >
        <div
          className={cx(
            '-mx-2 max-h-80 divide-y divide-base-300 overflow-y-auto overscroll-contain',
            'border-base-300 border-t',
          )}
        >
          <Items {...props} shown={shown} tab={tab} />
        </div>
        <Rest {...props} more={more} />
      </Tabs>
    </>
  )
}
