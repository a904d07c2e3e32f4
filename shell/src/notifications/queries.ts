import type { Notification, Notifications, NotificationsPage } from '@portal/contract/notifications'
import { api, call, invalidateSoon, toastProblem, toastSuccess, useRealtime, useUser } from '@portal/sdk'
import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readIds, rememberRead } from './read-ids.ts'

const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }): Promise<Notifications> => call(api.notifications.$get({}, { init: { signal } })),
})

/** Returns the list with the notifications that this browser knows as read. */
export function withReadIds(list: Notifications, read: ReadonlySet<string>): Notifications {
  const known = list.items.filter((n) => !n.is_read && read.has(n.id)).length
  return {
    ...list,
    unread: Math.max(0, list.unread - known),
    items: list.items.map((n) => (read.has(n.id) ? { ...n, is_read: true } : n)),
  }
}

const EVENTS = [
  'notification.created',
  'notification.read',
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

/** Returns data and actions of the bell. The list follows live events. */
export function useNotifications() {
  const { id: userId } = useUser()
  const client = useQueryClient()
  const query = useQuery(notificationsQuery)
  useRealtime(EVENTS, () => invalidateSoon(notificationsQuery.queryKey, client))
  const list = useMemo(() => (query.data ? withReadIds(query.data, readIds(userId)) : undefined), [query.data, userId])
  const mark = useMutation({
    mutationFn: (ids: string[]) => call(api.notifications.read.$post({ json: { ids } })),
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
    markRead: (ids: string[]) =>
      mark.mutate(ids, {
        onSuccess: () => toastSuccess('Marked as read'),
        onError: (error) => toastProblem(error, 'Error'),
      }),
    /** Marks an opened notification as read, without a toast. */
    opened: (item: Notification) => {
      if (!item.is_read) mark.mutate([item.id])
    },
  }
}
