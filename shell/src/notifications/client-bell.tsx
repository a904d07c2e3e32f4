import type { Notification } from '@portal/contract/notifications'
import { Bell } from '@portal/kit/features/bell/bell'
import { useNavigate } from '@tanstack/react-router'
import { useOpenAsClient } from './use-open-notification.ts'
import { useNotifications } from './queries.ts'

/** The client's bell. A notification opens its section or conversation. */
export function ClientBell() {
  const { list, error, retry, marking, markRead, opened } = useNotifications()
  const navigate = useNavigate()
  const openSubject = useOpenAsClient()
  const open = (item: Notification): void => {
    opened(item)
    openSubject(item)
  }
  return (
    <Bell
      viewer="client"
      items={list?.items}
      unread={list?.unread ?? 0}
      total={list?.total ?? 0}
      error={error ?? undefined}
      onRetry={retry}
      marking={marking}
      onMarkRead={markRead}
      onOpen={open}
      allPath="/client-notifications"
      onViewAll={() => void navigate({ to: '/client-notifications' })}
    />
  )
}
