import type { Role } from '@portal/contract/statuses'
import { Bell } from '@portal/kit/features/bell/bell'
import { useNavigate } from '@tanstack/react-router'
import { useNotifications } from './queries.ts'

/** Renders the bell. A notification opens its submission, section or conversation. */
export function NotificationBell({ viewer }: { viewer: Role }) {
  const { list, error, retry, marking, markAllRead, open } = useNotifications(viewer)
  const navigate = useNavigate()
  const allPath = viewer === 'client' ? '/client-notifications' : '/notifications'
  return (
    <Bell
      viewer={viewer}
      items={list?.items}
      unread={list?.unread ?? 0}
      total={list?.total ?? 0}
      error={error ?? undefined}
      onRetry={retry}
      marking={marking}
      onMarkAllRead={markAllRead}
      onOpen={open}
      allPath={allPath}
      onViewAll={() => void navigate({ to: allPath })}
    />
  )
}
