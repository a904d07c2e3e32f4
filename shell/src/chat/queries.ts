import type { ChatAbout, ChatMessagesPage, ChatThread } from '@portal/contract/chat'
import { api, call } from '@portal/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** A page of threads, the latest first. */
interface ThreadsPage {
  items: ChatThread[]
  next: string | null
}

/** Everything about chat in the query cache is under this. */
export const THREADS = ['chat', 'threads'] as const

const after = (cursor: string | null): { cursor?: string } => (cursor === null ? {} : { cursor })

/** The conversations that a search finds, page by page; all of them without one. */
export const threadsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...THREADS, 'list', q],
    queryFn: ({ pageParam, signal }): Promise<ThreadsPage> =>
      call(api.chat.threads.$get({ query: { ...after(pageParam), ...(q ? { q } : {}) } }, { init: { signal } })),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: (before) => before,
  })

/** Picks out one conversation: by its id, by its client, or, without either, a client's only one. */
export type ThreadKey = { thread: string } | { client: string } | Record<string, never>

/** One conversation with its marks; null where there is none. */
export const threadQuery = (key: ThreadKey) =>
  queryOptions({
    queryKey: [...THREADS, 'one', key],
    queryFn: async ({ signal }): Promise<ChatThread | null> => {
      const page: ThreadsPage = await call(api.chat.threads.$get({ query: key }, { init: { signal } }))
      return page.items[0] ?? null
    },
  })

/** The sections that a message in the thread can be about. */
export async function fetchSections(threadId: string): Promise<ChatAbout[]> {
  return (await call(api.chat.threads[':id'].sections.$get({ param: { id: threadId } }))).items
}

/** Where a page of messages begins: before a cursor, from a place on, or at the newest. */
export type Begin = { cursor?: string; from?: number }

/** A page of messages. */
export const fetchMessages = (id: string, { cursor, from }: Begin, signal?: AbortSignal): Promise<ChatMessagesPage> =>
  call(
    api.chat.threads[':id'].messages.$get(
      { param: { id }, query: { ...(cursor ? { cursor } : {}), ...(from ? { from: String(from) } : {}) } },
      signal ? { init: { signal } } : {},
    ),
  )

/**
 * The messages of a thread: from the newest into the past, or around a place, into both directions. They are kept up to date by events, and
 * not kept where nobody listens.
 */
export const messagesQuery = (threadId: string, from?: number) => {
  const begin: Begin = from === undefined ? {} : { from }
  return infiniteQueryOptions({
    queryKey: ['chat', 'messages', threadId, from ?? 'newest'],
    queryFn: ({ pageParam, signal }) => fetchMessages(threadId, pageParam, signal),
    initialPageParam: begin,
    getNextPageParam: (last): Begin | undefined => (last.next === null ? undefined : { cursor: last.next }),
    getPreviousPageParam: (first): Begin | undefined => (first.newer === null ? undefined : { from: first.newer }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
