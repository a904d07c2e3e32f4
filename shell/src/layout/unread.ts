import { api, call, invalidateSoon, useRealtime } from '@portal/sdk'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const unreadQuery = queryOptions({
  queryKey: ['chat', 'unread'],
  queryFn: ({ signal }) => call(api.chat.unread.$get({}, { init: { signal } })),
})

const COUNT = /^\(\d+\+?\) /

/** A count as it is shown: more than 99 is said, not counted out. */
export const shownCount = (count: number): string => (count > 99 ? '99+' : String(count))

/** Puts the count before the title of the browser tab, whatever page names it. */
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
    const watch = new MutationObserver(show)
    watch.observe(title, { childList: true })
    return () => {
      watch.disconnect()
      document.title = document.title.replace(COUNT, '')
    }
  }, [count])
}

/** Tells the portal that what was written has reached this device: so the other side knows, wherever in the portal one is. */
function useDelivered(unread: number | undefined): void {
  useEffect(() => {
    // Should it get lost, the next message brings it.
    if (unread) call(api.chat.delivered.$post({})).catch(() => undefined)
  }, [unread])
}

/** How many chat messages are unread, live; also shown in the title of the tab. */
export function useUnreadMessages(): number {
  const client = useQueryClient()
  const unread = useQuery(unreadQuery).data?.messages
  useRealtime(['chat.message', 'chat.changed', 'chat.marks'], () => invalidateSoon(unreadQuery.queryKey, client))
  useTitleCount(unread ?? 0)
  useDelivered(unread)
  return unread ?? 0
}
