import type { Notification } from '@portal/contract/notifications'
import type { Role } from '@portal/contract/statuses'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect } from 'react'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { cx } from '../../ui/class-names.tsx'
import { Popover, type PopoverProps } from '../../ui/popover.tsx'
import { SkeletonRows } from '../../ui/states.tsx'

export interface BellProps {
  /** A bookkeeper sees 10 items and 'View all'; a client sees 5 and how many more there are. */
  viewer: Role
  /** Newest first; undefined while loading. */
  items: readonly Notification[] | undefined
  /** Number of unread notifications, listed or not. */
  unread: number
  /** Number of all notifications, listed or not. */
  total: number
  /** Why loading failed. */
  error?: unknown
  onRetry?: (() => void) | undefined
  /** Marks these as read. */
  onMarkRead: (ids: string[]) => void
  marking?: boolean | undefined
  /** Path of the page with all notifications. */
  allPath: string
  /** Opens that page. */
  onViewAll: () => void
  /** Called when an item is pressed. */
  onOpen?: ((item: Notification) => void) | undefined
}

const Panel = lazyComponent(() => import('./bell-panel.tsx').then((m) => m.BellPanel))

function trigger(unread: number): PopoverProps['trigger'] {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square btn-sm relative"
      aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
    >
      <BellIcon className="size-[1.125rem]" aria-hidden />
      {unread > 0 ? (
        <span
          aria-hidden
          className={cx(
            'absolute -top-1 -right-1 min-w-4.5 rounded-full bg-error px-1 font-semibold',
            'text-[0.6875rem] text-error-content leading-4.5 tabular-nums',
          )}
        >
          {unread > 99 ? '99+' : unread}
        </span>
      ) : null}
    </button>
  )
}

/** Renders the notification bell with its popover. */
export function Bell(props: BellProps) {
  useEffect(() => Panel.preload(), [])
  return (
    <Popover label="Notifications" className="w-96" trigger={trigger(props.unread)}>
      <Panel.Component {...props} fallback={<SkeletonRows rows={3} label="Loading notifications" />} />
    </Popover>
  )
}
