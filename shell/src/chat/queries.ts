import type { ChatAbout, ChatMessagesPage, ChatThread } from '@portal/contract/chat'
import { api, call, useRefetchOn } from '@portal/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** Refetches conversations when they change. */
export const useLiveThreads = (): void =>
  useRefetchOn(['chat.message', 'chat.changed', 'chat.marks', 'client.changed'], THREADS)

/** A page of conversations, latest first. */
interface ThreadsPage {
  items: ChatThread[]
  next: string | null
}

/** Query key of everything about conversations. */
export const THREADS = ['chat', 'threads'] as const

const after = (cursor: string | null): { cursor?: string } => (cursor === null ? {} : { cursor })

/** Loads the conversations that match a search, or all of them, page by page. */
export const threadsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...THREADS, 'list', q],
    queryFn: ({ pageParam, signal }): Promise<ThreadsPage> =>
      call(api.chat.threads.$get({ query: { ...after(pageParam), ...(q ? { q } : {}) } }, { init: { signal } })),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: (before) => before,
  })

/** Selects a conversation by its id, by its client, or, without either, a client's only one. */
export type ThreadKey = { thread: string } | { client: string } | Record<string, never>

/** Loads a conversation with its read marks, or null. */
export const threadQuery = (key: ThreadKey) =>
  queryOptions({
    queryKey: [...THREADS, 'one', key],
    queryFn: async ({ signal }): Promise<ChatThread | null> => {
      const page: ThreadsPage = await call(api.chat.threads.$get({ query: key }, { init: { signal } }))
      return page.items[0] ?? null
    },
  })

/** Fetches the sections that a message in the conversation can be about. */
export async function fetchSections(threadId: string): Promise<ChatAbout[]> {
  return (await call(api.chat.threads[':id'].sections.$get({ param: { id: threadId } }))).items
}

/** Start of a page of messages: before a cursor, from a sequence number on, or at the newest. */
export type Begin = { cursor?: string; from?: number }

export const fetchMessages = (id: string, { cursor, from }: Begin, signal?: AbortSignal): Promise<ChatMessagesPage> =>
  call(
    api.chat.threads[':id'].messages.$get(
      { param: { id }, query: { ...(cursor ? { cursor } : {}), ...(from ? { from: String(from) } : {}) } },
      signal ? { init: { signal } } : {},
    ),
  )

/**
 * Loads the messages of a conversation: from the newest backwards, or from a sequence number in both
 * directions. Events keep them up to date, so they are not cached without a subscriber.
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
