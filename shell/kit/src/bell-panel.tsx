import { BOOKKEEPER_NOTIFICATIONS_SHOWN, CLIENT_NOTIFICATIONS_SHOWN } from '@portal/contract/limits'
import type { Notification } from '@portal/contract/notifications'
import type { Role } from '@portal/contract/statuses'
import { useState } from 'react'
import { usePainted } from './after-paint.tsx'
import type { BellProps } from './bell.tsx'
import { Button } from './button.tsx'
import { NotificationRow } from './notification-row.tsx'
import { ErrorState, SkeletonRows } from './states.tsx'
import { Tabs } from './tabs.tsx'

type BellTab = 'unread' | 'all'

/** More than these are not in sight before one scrolls. */
const IN_SIGHT = 5

const CAP: Record<Role, number> = { bookkeeper: BOOKKEEPER_NOTIFICATIONS_SHOWN, client: CLIENT_NOTIFICATIONS_SHOWN }

/** What a tab shows: the items, and how many it leaves out. Marking one takes it off the Unread tab. */
export function shownItems(items: readonly Notification[], tab: BellTab, cap: number): { shown: Notification[]; more: number } {
  const all = tab === 'unread' ? items.filter((n) => !n.is_read) : [...items]
  return { shown: all.slice(0, cap), more: Math.max(0, all.length - cap) }
}

function Items({
  viewer,
  items,
  error,
  onRetry,
  onOpen,
  shown,
  tab,
  whole,
}: Omit<BellProps, 'unread' | 'onMarkRead'> & { shown: Notification[]; tab: BellTab; whole: boolean }) {
  if (items === undefined && error !== undefined) {
    return <ErrorState title="Failed to load notifications" error={error} onRetry={onRetry} className="py-8" />
  }
  if (items === undefined) return <SkeletonRows rows={3} label="Loading notifications" />
  if (shown.length === 0) {
    const text = tab === 'unread' ? 'No unread notifications' : 'No notifications'
    return <p className="px-4 py-10 text-center text-base-content/70 text-sm">{text}</p>
  }
  return shown
    .slice(0, whole ? CAP[viewer] : IN_SIGHT)
    .map((item) => <NotificationRow key={item.id} item={item} viewer={viewer} onOpen={onOpen} />)
}

function Rest({ viewer, more, onViewAll }: { viewer: Role; more: number; onViewAll: BellProps['onViewAll'] }) {
  if (more === 0) return null
  return (
    <div className="-mx-2 border-base-300 border-t px-4 pt-2 text-center text-sm">
      {viewer === 'bookkeeper' ? (
        <Button variant="link" size="sm" onClick={onViewAll}>
          View all
        </Button>
      ) : (
        <p className="py-1 text-base-content/70">
          {more} more {more === 1 ? 'notification' : 'notifications'}
        </p>
      )}
    </div>
  )
}

/** What the bell opens. */
export function BellPanel(props: BellProps) {
  const { viewer, items = [], unread, onMarkRead, marking } = props
  const [tab, setTab] = useState<BellTab>('unread')
  const whole = usePainted()
  const { shown, more } = shownItems(items, tab, CAP[viewer])
  const unreadIds = items.filter((n) => !n.is_read).map((n) => n.id)
  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-3 py-2 pr-2 pl-4">
        <p className="font-semibold text-sm">Notifications</p>
        {unreadIds.length > 0 ? (
          <Button variant="quiet" size="sm" busy={marking} onClick={() => onMarkRead(unreadIds)}>
            Mark {unreadIds.length} as read
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
        <div className="-mx-2 max-h-80 divide-y divide-base-300 overflow-y-auto overscroll-contain border-base-300 border-t">
          <Items {...props} {...{ shown, tab, whole }} />
        </div>
        <Rest viewer={viewer} more={more} onViewAll={props.onViewAll} />
      </Tabs>
    </>
  )
}
