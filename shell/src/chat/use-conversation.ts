import type { ChatMessage } from '@portal/contract/chat'
import type { Role } from '@portal/contract/statuses'
import type { ConversationProps, ShownMessage } from '@portal/kit/conversation'
import { api, call, invalidateSoon, newIdempotencyKey, toastError, useRealtime } from '@portal/sdk'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { appendNewest, flatten, messagesQuery, refreshThread, threadsQuery } from './queries.ts'

type Outgoing = ShownMessage & { state: 'sending' | 'failed' }

/** Sends messages of a thread: shown at once, kept with a Retry when that fails, never doubled by a repeat. */
function useSending(threadId: string, role: Role, refresh: () => void) {
  const client = useQueryClient()
  const [outgoing, setOutgoing] = useState<Outgoing[]>([])
  const deliver = async (message: Outgoing): Promise<void> => {
    try {
      const param = { id: threadId }
      const sent: ChatMessage = await call(
        api.chat.threads[':id'].messages.$post({ param, json: { id: message.id, message: message.message } }),
      )
      client.setQueryData(messagesQuery(threadId).queryKey, (data) => {
        const known = data?.pages[0]
        // The last known messages and the new one are the newest page, as far as this screen is concerned.
        return data && known ? appendNewest(data, { items: [...known.items, sent], next: known.next }) : data
      })
      setOutgoing((all) => all.filter((m) => m.id !== message.id))
      invalidateSoon(threadsQuery.queryKey, client)
      // Whatever came in meanwhile was left for now.
      refresh()
    } catch {
      setOutgoing((all) => all.map((m) => (m.id === message.id ? { ...m, state: 'failed' } : m)))
      toastError('Failed to send message')
    }
  }
  const send = (text: string): void => {
    const created_at = new Date().toISOString()
    const none = { attachments: [], about: null, edited_at: null, deleted_at: null }
    const message: Outgoing = {
      id: newIdempotencyKey(),
      thread_id: threadId,
      seq: 0,
      sender: role,
      message: text,
      ...none,
      created_at,
      state: 'sending',
    }
    setOutgoing((all) => [...all, message])
    void deliver(message)
  }
  const resend = (message: ShownMessage): void => {
    const again: Outgoing = { ...message, state: 'sending' }
    setOutgoing((all) => all.map((m) => (m.id === message.id ? again : m)))
    void deliver(again)
  }
  return { outgoing, send, resend, sending: outgoing.some((m) => m.state === 'sending') }
}

/** Everything a conversation needs, live. Mount what uses it with the thread's id as key. */
export function useConversation(threadId: string, role: Role): Omit<ConversationProps, 'title' | 'subtitle' | 'lead' | 'className'> {
  const client = useQueryClient()
  const query = useInfiniteQuery(messagesQuery(threadId))
  const refresh = useCallback(() => {
    refreshThread(client, threadId).catch(() => client.invalidateQueries({ queryKey: messagesQuery(threadId).queryKey }))
  }, [client, threadId])
  const { outgoing, send, resend, sending } = useSending(threadId, role, refresh)
  useRealtime(['chat.message'], (event) => {
    // The event of one's own message may be faster than the answer: it would show twice.
    if (sending) return
    if (event.ids.thread_id === undefined || event.ids.thread_id === threadId) refresh()
  })
  const failed = query.error !== null && query.data === undefined
  useEffect(() => {
    if (failed) toastError('Error', 'Failed to load messages. Please refresh the page.')
  }, [failed])
  const messages = flatten(query.data)
  return {
    viewer: role,
    messages: messages && [...messages, ...outgoing],
    error: query.error ?? undefined,
    onRetry: () => void query.refetch(),
    hasOlder: query.hasNextPage,
    loadingOlder: query.isFetchingNextPage,
    onOlder: () => void query.fetchNextPage(),
    onSend: send,
    onResend: resend,
  }
}
