import type { Notification } from '@portal/contract/notifications'
import { useNavigate } from '@tanstack/react-router'

/** Leads a bookkeeper to what a notification is about: the submission, or the conversation. */
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

/** Leads a client to what a notification is about: the section, or the conversation. */
export function useOpenAsClient(): (item: Notification) => void {
  const navigate = useNavigate()
  return ({ type, assignment_id: section }) => {
    if (type === 'message') void navigate({ to: '/client-chat' })
    else void navigate({ href: `/client-dashboard${section ? `?section=${section}` : ''}` })
  }
}
