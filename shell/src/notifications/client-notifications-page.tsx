import { getRouteApi } from '@tanstack/react-router'
import { AllNotifications } from './all-notifications.tsx'

const route = getRouteApi('/client/client-notifications')

export function ClientNotificationsPage() {
  const { tab = 'unread' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AllNotifications
      viewer="client"
      tab={tab}
      onTab={(next) => void navigate({ search: next === 'unread' ? {} : { tab: next }, replace: true })}
    />
  )
}
