import type { Notification } from '@portal/contract/notifications'
import type { Role } from '@portal/contract/statuses'
import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../ui/class-names.tsx'
import { Popover } from '../../ui/popover.tsx'
import { BellPanel } from './bell-panel.tsx'

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
  /** Marks all unread notifications as read. */
  onMarkAllRead: () => void
  marking?: boolean | undefined
  /** Path of the page with all notifications. */
  allPath: string
  /** Opens that page. */
  onViewAll: () => void
  /** Called when an item is pressed. */
  onOpen?: ((item: Notification) => void) | undefined
}

/** Renders the notification bell with its popover. */
export function Bell(props: BellProps) {
  const [open, setOpen] = useState(false)
  const { unread, onOpen, onViewAll } = props
  const trigger = (
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
  return (
    <Popover open={open} onOpenChange={setOpen} label="Notifications" className="w-96" trigger={trigger}>
      <BellPanel
        {...props}
        onOpen={
          onOpen &&
          ((item) => {
            setOpen(false)
            onOpen(item)
          })
        }
        onViewAll={() => {
          setOpen(false)
          onViewAll()
        }}
      />
    </Popover>
  )
}
