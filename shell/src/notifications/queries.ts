import type { Notification, Notifications, NotificationsPage } from '@portal/contract/notifications'
import type { Role } from '@portal/contract/statuses'
import { api, call, invalidateSoon, toastProblem, toastSuccess, useRefetchOn, useUser } from '@portal/sdk'
import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { readIds, rememberRead } from './read-ids.ts'

const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }): Promise<Notifications> => call(api.notifications.$get({}, { init: { signal } })),
})

/** Returns the list with the notifications that this browser knows as read. */
export function withReadIds(list: Notifications, read: ReadonlySet<string>): Notifications {
  // Missing in the answers of an older worker, while it is replaced.
  const unread_ids = list.unread_ids?.filter((id) => !read.has(id))
  return {
    ...list,
    unread: unread_ids?.length ?? list.unread,
    unread_ids,
    items: list.items.map((n) => (read.has(n.id) ? { ...n, is_read: true } : n)),
  }
}

/** Maximum number of notifications that one request marks. */
const MARK_AT_ONCE = 500

const EVENTS = [
  'notification.created',
  'notification.read',
  'section.changed',
  'submission.changed',
  'chat.message',
  'chat.changed',
] as const

/** Loads all notifications of the user, page by page. */
export const allNotificationsQuery = (tab: 'unread' | 'all') =>
  infiniteQueryOptions({
    queryKey: [...notificationsQuery.queryKey, 'all', tab],
    queryFn: ({ pageParam, signal }): Promise<NotificationsPage> =>
      call(
        api.notifications.all.$get(
          { query: { tab, ...(pageParam === null ? {} : { cursor: pageParam }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })

/** Marks notifications as read on all loaded pages. */
const readPages = <T extends { pages: NotificationsPage[] }>(
  data: T | undefined,
  ids: ReadonlySet<string>,
): T | undefined =>
  data && {
    ...data,
    pages: data.pages.map((p) => ({ ...p, items: p.items.map((n) => (ids.has(n.id) ? { ...n, is_read: true } : n)) })),
  }

/** Returns a function that opens the subject of a notification. */
function useOpenSubject(viewer: Role): (item: Notification) => void {
  const navigate = useNavigate()
  return ({ type, is_escalation, client_id: client, workform_id: workform, assignment_id: section }) => {
    if (viewer === 'client') {
      if (type === 'message') void navigate({ to: '/client-chat' })
      else void navigate({ to: '/client-dashboard', search: section ? { section } : {} })
    } else if (is_escalation) void navigate({ to: '/clients', search: client ? { client } : {} })
    else if (type === 'message') void navigate({ to: '/chat', search: client ? { client } : {} })
    else
      void navigate({ to: '/form-submissions', search: { ...(workform && { workform }), ...(client && { client }) } })
  }
}

/** Returns data and actions of the bell. The list follows live events. */
export function useNotifications(viewer: Role) {
  const openSubject = useOpenSubject(viewer)
  const { id: userId } = useUser()
  const client = useQueryClient()
  const query = useQuery(notificationsQuery)
  useRefetchOn(EVENTS, notificationsQuery.queryKey)
  const list = useMemo(() => (query.data ? withReadIds(query.data, readIds(userId)) : undefined), [query.data, userId])
  const mark = useMutation({
    mutationFn: async (ids: string[]) => {
      for (let i = 0; i < ids.length; i += MARK_AT_ONCE)
        await call(api.notifications.read.$post({ json: { ids: ids.slice(i, i + MARK_AT_ONCE) } }))
    },
    onSuccess: (_answer, ids) => {
      rememberRead(userId, ids)
      const read = new Set(ids)
      client.setQueryData(notificationsQuery.queryKey, (old) => (old ? withReadIds(old, read) : old))
      for (const tab of ['unread', 'all'] as const)
        client.setQueryData(allNotificationsQuery(tab).queryKey, (old) => readPages(old, read))
      invalidateSoon(notificationsQuery.queryKey, client)
    },
  })
  return {
    list,
    error: query.error,
    retry: () => void query.refetch(),
    marking: mark.isPending,
    markAllRead: () =>
      mark.mutate(list?.unread_ids ?? list?.items.flatMap((n) => (n.is_read ? [] : n.id)) ?? [], {
        onSuccess: () => toastSuccess('Marked as read'),
        onError: (error) => toastProblem(error, 'Error'),
      }),
    /** Opens the subject of a notification, and marks it as read without a toast. */
    open: (item: Notification) => {
      if (!item.is_read) mark.mutate([item.id])
      openSubject(item)
    },
  }
}
