import type { Notification } from '@portal/contract/notifications'
import { Bell } from '@portal/kit/bell'
import { useNavigate } from '@tanstack/react-router'
import { useNotifications } from './queries.ts'

/** The bookkeeper's bell: an item leads to the submission, or to the conversation. */
export function BookkeeperBell() {
  const { list, error, retry, marking, markRead, opened } = useNotifications()
  const navigate = useNavigate()
  const open = (item: Notification): void => {
    opened(item)
    const { client_id: client, workform_id: workform } = item
    if (item.type === 'message') void navigate({ to: '/chat', search: client ? { client } : {} })
    else {
      const filter = new URLSearchParams({ ...(workform ? { workform } : {}), ...(client ? { client } : {}) })
      void navigate({ href: `/form-submissions${filter.size > 0 ? `?${filter}` : ''}` })
    }
  }
  return (
    <Bell
      viewer="bookkeeper"
      items={list?.items}
      unread={list?.unread ?? 0}
      error={error ?? undefined}
      onRetry={retry}
      marking={marking}
      onMarkRead={markRead}
      onOpen={open}
    />
  )
}
