import { api, call, invalidateSoon, useRealtime } from '@portal/sdk'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const unreadQuery = queryOptions({
  queryKey: ['chat', 'unread'],
  queryFn: ({ signal }) => call(api.chat.unread.$get({}, { init: { signal } })),
})

const COUNT = /^\(\d+\+?\) /

/** Returns the text of a count: "99+" above 99. */
export const shownCount = (count: number): string => (count > 99 ? '99+' : String(count))

/** Shows the count in front of the title of the browser tab, whichever page sets it. */
function useTitleCount(count: number): void {
  useEffect(() => {
    const title = document.querySelector('title')
    if (!title) return
    const show = (): void => {
      const plain = document.title.replace(COUNT, '')
      const wanted = count > 0 ? `(${shownCount(count)}) ${plain}` : plain
      if (document.title !== wanted) document.title = wanted
    }
    show()
    const observer = new MutationObserver(show)
    observer.observe(title, { childList: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(COUNT, '')
    }
  }, [count])
}

/** Reports that messages have been delivered to this device, on whichever page the user is. */
function useDelivered(unread: number | undefined): void {
  useEffect(() => {
    // If the request fails, the next message triggers another.
    if (unread) call(api.chat.delivered.$post({})).catch(() => undefined)
  }, [unread])
}

/** Returns the number of unread chat messages, live. Also shows it in the title of the browser tab. */
export function useUnreadMessages(): number {
  const client = useQueryClient()
  const unread = useQuery(unreadQuery).data?.messages
  useRealtime(['chat.message', 'chat.changed', 'chat.marks'], () => invalidateSoon(unreadQuery.queryKey, client))
  useTitleCount(unread ?? 0)
  useDelivered(unread)
  return unread ?? 0
}
