import type { ChatMessage } from '@portal/contract/chat'
import { useFailureToast, useRealtime } from '@portal/sdk'
import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { append, flatten, nextPlace, replace } from './message-pages.ts'
import { fetchMessages, messagesQuery } from './queries.ts'

/** Reads what is new behind the loaded messages: one page, however far back the reader has scrolled. */
async function readNew(client: QueryClient, threadId: string, from: number | undefined): Promise<void> {
  const { queryKey } = messagesQuery(threadId, from)
  const data = client.getQueryData(queryKey)
  // Where there are newer ones that are not loaded, scrolling there brings this one as well.
  if (!data || (data.pages[0]?.newer ?? null) !== null) return
  const page = await fetchMessages(threadId, { from: nextPlace(data) })
  client.setQueryData(queryKey, (now) => now && append(now, page))
}

/** Reads a message that was edited or deleted. */
async function readChanged(
  client: QueryClient,
  threadId: string,
  from: number | undefined,
  id: string,
  seq: number,
): Promise<void> {
  const { queryKey } = messagesQuery(threadId, from)
  const loaded = flatten(client.getQueryData(queryKey))?.some((m) => m.id === id)
  if (!loaded) return
  const changed = (await fetchMessages(threadId, { from: seq })).items[0]
  if (changed?.id === id) client.setQueryData(queryKey, (now) => now && replace(now, changed))
}

/** The messages of a thread, live: around the place `from`, or from the newest back. `onNew` is called when something arrives. */
export function useMessages(threadId: string, from: number | undefined, onNew: () => void) {
  const client = useQueryClient()
  const query = useInfiniteQuery(messagesQuery(threadId, from))
  const { queryKey } = messagesQuery(threadId, from)
  const reading = useRef(Promise.resolve())
  // One after the other: a second event must not read from where the first one did.
  const refresh = useCallback((): Promise<void> => {
    const again = (): Promise<void> => client.invalidateQueries({ queryKey: ['chat', 'messages', threadId] })
    reading.current = reading.current.then(() => readNew(client, threadId, from).catch(again))
    return reading.current
  }, [client, threadId, from])
  useRealtime(['chat.message', 'chat.changed'], ({ type, ids }) => {
    if (ids.thread_id !== threadId) return
    if (type === 'chat.message') {
      onNew()
      void refresh()
    } else if (ids.message_id && ids.message_seq) {
      void readChanged(client, threadId, from, ids.message_id, Number(ids.message_seq)).catch(() =>
        client.invalidateQueries({ queryKey }),
      )
    }
  })
  const failed = query.error !== null && query.data === undefined
  useFailureToast(failed, 'Error', { message: 'Failed to load messages. Please refresh the page.' })
  const more = query.isFetchNextPageError || query.isFetchPreviousPageError
  useFailureToast(more ? query.error : null, 'Failed to load messages')
  const put = useCallback(
    (message: ChatMessage): void => {
      client.setQueryData(queryKey, (now) => now && append(replace(now, message), { items: [message], newer: null }))
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the key follows from the two
    [client, threadId, from],
  )
  return { query, messages: flatten(query.data), refresh, put }
}
