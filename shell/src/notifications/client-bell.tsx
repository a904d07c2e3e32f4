import type { Notification } from '@portal/contract/notifications'
import { Bell } from '@portal/kit/bell'
import { useNavigate } from '@tanstack/react-router'
import { useNotifications } from './queries.ts'

/** The client's bell: an item leads to its section, or to the conversation. */
export function ClientBell() {
  const { list, error, retry, marking, markRead, opened } = useNotifications()
  const navigate = useNavigate()
  const open = (item: Notification): void => {
    opened(item)
    if (item.type === 'message') void navigate({ to: '/client-chat' })
    else void navigate({ href: `/client-dashboard${item.assignment_id ? `?section=${item.assignment_id}` : ''}` })
  }
  return (
    <Bell
      viewer="client"
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
