import type { Notification } from '@portal/contract/notifications'
import { Bell } from '@portal/kit/features/bell/bell'
import { useNavigate } from '@tanstack/react-router'
import { useOpenAsBookkeeper } from './use-open-notification.ts'
import { useNotifications } from './queries.ts'

/** The bookkeeper's bell. A notification opens its submission or conversation. */
export function BookkeeperBell() {
  const { list, error, retry, marking, markRead, opened } = useNotifications()
  const navigate = useNavigate()
  const openSubject = useOpenAsBookkeeper()
  const open = (item: Notification): void => {
    opened(item)
    openSubject(item)
  }
  return (
    <Bell
      viewer="bookkeeper"
      items={list?.items}
      unread={list?.unread ?? 0}
      total={list?.total ?? 0}
      error={error ?? undefined}
      onRetry={retry}
      marking={marking}
      onMarkRead={markRead}
      onOpen={open}
      allPath="/notifications"
      onViewAll={() => void navigate({ to: '/notifications' })}
    />
  )
}
