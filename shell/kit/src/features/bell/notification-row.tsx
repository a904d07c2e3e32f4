import type { Notification } from '@portal/contract/notifications'
import type { Role } from '@portal/contract/statuses'
import { cx } from '../../ui/class-names.tsx'
import { dateAndTime, mediumDate, timeAgo } from '../../ui/time.tsx'

export interface NotificationRowProps {
  item: Notification
  viewer: Role
  /** Called when it is pressed; without it the row is not a button. */
  onOpen?: ((item: Notification) => void) | undefined
}

/** Renders a notification, in the bell and on the notifications page. */
export function NotificationRow({ item, viewer, onOpen }: NotificationRowProps) {
  const body = (
    <>
      <span
        className={cx(
          'mt-1.5 size-2 shrink-0 rounded-full',
          item.is_read ? 'bg-transparent' : 'bg-primary forced-colors:bg-[Highlight]',
        )}
        aria-hidden
      />
      <span className="min-w-0 flex-1">
        {viewer === 'bookkeeper' ? <span className="block wrap-anywhere font-medium text-sm">{item.title}</span> : null}
        <span className="block wrap-anywhere text-sm">{item.message}</span>
        {item.holds_reminders ? (
          <span className="block text-base-content/70 text-xs">Reminders are on hold until you read it.</span>
        ) : null}
        <time
          dateTime={item.created_at}
          title={dateAndTime(item.created_at)}
          className="mt-0.5 block text-base-content/70 text-xs"
        >
          {viewer === 'bookkeeper' ? timeAgo(item.created_at) : mediumDate(item.created_at)}
        </time>
        {item.is_read ? null : <span className="sr-only">Unread</span>}
      </span>
    </>
  )
  const look = 'flex w-full items-start gap-3 px-4 py-3 text-left'
  return onOpen ? (
    <button
      type="button"
      className={cx(look, 'cursor-pointer outline-offset-[-2px] hover:bg-base-200')}
      onClick={() => onOpen(item)}
    >
      {body}
    </button>
  ) : (
    <div className={look}>{body}</div>
  )
}
