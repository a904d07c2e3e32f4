import type { ChatMessage } from '@portal/contract/chat'
import { useFailureToast, useRealtime } from '@portal/sdk'
import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { append, flatten, nextSeq, replace } from './message-pages.ts'
import { fetchMessages, messagesQuery } from './queries.ts'

/** Loads the messages after the loaded ones: one page, however far the reader has scrolled back. */
async function loadNew(client: QueryClient, threadId: string, from: number | undefined): Promise<void> {
  const { queryKey } = messagesQuery(threadId, from)
  // A first page that is being loaded may be from before the message.
  const data = await client.ensureInfiniteQueryData(messagesQuery(threadId, from))
  // If newer messages are not loaded yet, scrolling will load this one as well.
  if ((data.pages[0]?.newer ?? null) !== null) return
  const page = await fetchMessages(threadId, { from: nextSeq(data) })
  client.setQueryData(queryKey, (now) => now && append(now, page))
}

/** Loads a message that was edited or deleted. */
async function loadChanged(
  client: QueryClient,
  threadId: string,
  from: number | undefined,
  id: string,
  seq: number,
): Promise<void> {
  const { queryKey } = messagesQuery(threadId, from)
  const data = await client.ensureInfiniteQueryData(messagesQuery(threadId, from))
  if (!flatten(data)?.some((m) => m.id === id)) return
  const changed = (await fetchMessages(threadId, { from: seq })).items[0]
  if (changed?.id === id) client.setQueryData(queryKey, (now) => now && replace(now, changed))
}

/**
 * Returns the messages of a conversation, live: from the sequence number `from`, or from the newest
 * backwards. `onNew` is called when a message arrives.
 */
export function useMessages(threadId: string, from: number | undefined, onNew: () => void) {
  const client = useQueryClient()
  const query = useInfiniteQuery(messagesQuery(threadId, from))
  const { queryKey } = messagesQuery(threadId, from)
  const loading = useRef(Promise.resolve())
  // One at a time: two events must not load the same messages.
  const refresh = (): Promise<void> => {
    const refetch = (): Promise<void> => client.invalidateQueries({ queryKey: ['chat', 'messages', threadId] })
    loading.current = loading.current.then(() => loadNew(client, threadId, from).catch(refetch))
    return loading.current
  }
  useRealtime(['chat.message', 'chat.changed'], ({ type, ids }) => {
    if (ids.thread_id !== threadId) return
    if (type === 'chat.message') {
      onNew()
      void refresh()
    } else if (ids.message_id && ids.message_seq) {
      void loadChanged(client, threadId, from, ids.message_id, Number(ids.message_seq)).catch(() =>
        client.invalidateQueries({ queryKey }),
      )
    }
  })
  const failed = query.error !== null && query.data === undefined
  useFailureToast(failed, 'Error', { message: 'Failed to load messages. Please refresh the page.' })
  const more = query.isFetchNextPageError || query.isFetchPreviousPageError
  useFailureToast(more ? query.error : null, 'Failed to load messages')
  const put = (message: ChatMessage): void => {
    client.setQueryData(queryKey, (now) => now && append(replace(now, message), { items: [message], newer: null }))
  }
  return { query, messages: flatten(query.data), refresh, put }
}
