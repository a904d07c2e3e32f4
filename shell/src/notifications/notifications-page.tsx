import { getRouteApi } from '@tanstack/react-router'
import { AllNotifications } from './all-notifications.tsx'

const route = getRouteApi('/bookkeeper/notifications')

/** Shows all notifications of the bookkeeper. */
export function NotificationsPage() {
  const { tab = 'unread' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AllNotifications
      viewer="bookkeeper"
      tab={tab}
      onTab={(next) => void navigate({ search: next === 'unread' ? {} : { tab: next }, replace: true })}
    />
  )
}
