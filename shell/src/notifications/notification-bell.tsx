import type { Notification } from '@portal/contract/notifications'
import type { Role } from '@portal/contract/statuses'
import { Bell } from '@portal/kit/features/bell/bell'
import { useNavigate } from '@tanstack/react-router'
import { useOpenAsBookkeeper, useOpenAsClient } from './use-open-notification.ts'
import { useNotifications } from './queries.ts'

interface NotificationBellProps {
  viewer: Role
  /** The page of all notifications. */
  allPath: '/notifications' | '/client-notifications'
  /** Opens the subject of a notification. */
  onOpen: (item: Notification) => void
}

function NotificationBell({ viewer, allPath, onOpen }: NotificationBellProps) {
  const { list, error, retry, marking, markRead, opened } = useNotifications()
  const navigate = useNavigate()
  return (
    <Bell
      viewer={viewer}
      items={list?.items}
      unread={list?.unread ?? 0}
      total={list?.total ?? 0}
      error={error ?? undefined}
      onRetry={retry}
      marking={marking}
      onMarkRead={markRead}
      onOpen={(item) => {
        opened(item)
        onOpen(item)
      }}
      allPath={allPath}
      onViewAll={() => void navigate({ to: allPath })}
    />
  )
}

/** Renders the bookkeeper's bell. A notification opens its submission or conversation. */
export function BookkeeperBell() {
  return <NotificationBell viewer="bookkeeper" allPath="/notifications" onOpen={useOpenAsBookkeeper()} />
}

/** Renders the client's bell. A notification opens its section or conversation. */
export function ClientBell() {
  return <NotificationBell viewer="client" allPath="/client-notifications" onOpen={useOpenAsClient()} />
}
