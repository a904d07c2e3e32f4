import type { Notification } from '@portal/contract/notifications'
import { useNavigate } from '@tanstack/react-router'

/** Returns a function that opens the submission or conversation of a bookkeeper's notification. */
export function useOpenAsBookkeeper(): (item: Notification) => void {
  const navigate = useNavigate()
  return ({ type, client_id: client, workform_id: workform }) => {
    if (type === 'message') void navigate({ to: '/chat', search: client ? { client } : {} })
    else {
      const filter = new URLSearchParams({ ...(workform ? { workform } : {}), ...(client ? { client } : {}) })
      void navigate({ href: `/form-submissions${filter.size > 0 ? `?${filter}` : ''}` })
    }
  }
}

/** Returns a function that opens the section or conversation of a client's notification. */
export function useOpenAsClient(): (item: Notification) => void {
  const navigate = useNavigate()
  return ({ type, assignment_id: section }) => {
    if (type === 'message') void navigate({ to: '/client-chat' })
    else void navigate({ href: `/client-dashboard${section ? `?section=${section}` : ''}` })
  }
}
