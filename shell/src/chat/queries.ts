import type { ChatMessage, ChatThread } from '@portal/contract/chat'
import { api, call } from '@portal/sdk'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'

/** A page of threads, the latest first. */
interface ThreadsPage {
  items: ChatThread[]
  next: string | null
}
/** A page of messages by created_at ascending; `next` leads to older ones. */
export interface MessagesPage {
  items: ChatMessage[]
  next: string | null
}

const after = (cursor: string | null): { cursor?: string } => (cursor === null ? {} : { cursor })

export const threadsQuery = infiniteQueryOptions({
  queryKey: ['chat', 'threads'],
  queryFn: ({ pageParam, signal }): Promise<ThreadsPage> => call(api.chat.threads.$get({ query: after(pageParam) }, { init: { signal } })),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next,
})

const fetchMessages = (id: string, cursor: string | null, signal?: AbortSignal): Promise<MessagesPage> =>
  call(api.chat.threads[':id'].messages.$get({ param: { id }, query: after(cursor) }, signal ? { init: { signal } } : {}))

/** The messages of a thread, page by page into the past. */
export const messagesQuery = (threadId: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'messages', threadId],
    queryFn: ({ pageParam, signal }) => fetchMessages(threadId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })

/** All loaded messages by created_at ascending. */
export function flatten(data: InfiniteData<MessagesPage> | undefined): ChatMessage[] | undefined {
  return data && data.pages.toReversed().flatMap((page) => page.items)
}

/**
 * Puts new messages behind those that are loaded. Gives undefined where the newest page does not reach back to what is
 * loaded, and everything must be read anew.
 */
export function appendNewest(data: InfiniteData<MessagesPage>, newest: MessagesPage): InfiniteData<MessagesPage> | undefined {
  const known = new Set(data.pages.flatMap((page) => page.items.map((m) => m.id)))
  const fresh = newest.items.filter((m) => !known.has(m.id))
  const [first, ...older] = data.pages
  if (!first) return undefined
  const touches = fresh.length < newest.items.length || (known.size === 0 && newest.next === null)
  return touches ? { ...data, pages: [{ ...first, items: [...first.items, ...fresh] }, ...older] } : undefined
}

/** Reads what is new in a thread: one page, however far back the reader has scrolled. */
export async function refreshThread(client: QueryClient, threadId: string): Promise<void> {
  const { queryKey } = messagesQuery(threadId)
  const data = client.getQueryData(queryKey)
  if (!data) return
  const merged = appendNewest(data, await fetchMessages(threadId, null))
  if (merged)
    client.setQueryData(queryKey, (now) => (now ? (appendNewest(now, merged.pages[0] ?? { items: [], next: null }) ?? merged) : merged))
  else await client.invalidateQueries({ queryKey })
}
