import type { ChatMessage } from '@portal/contract/chat'
import { api, call, toastError, useRealtimeStatus } from '@portal/sdk'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Outbox } from './outbox.ts'

const deliver =
  (threadId: string) =>
  async (message: {
    id: string
    message: string
    attachments: { id: string }[]
    about: { assignment_id: string } | null
  }): Promise<ChatMessage> =>
    call(
      api.chat.threads[':id'].messages.$post({
        param: { id: threadId },
        json: {
          id: message.id,
          message: message.message,
          attachments: message.attachments.map((a) => a.id),
          ...(message.about ? { about: message.about.assignment_id } : {}),
        },
      }),
    )

/** The messages of one's own that are on their way in a conversation. Mount what uses it with the thread's id as key. */
export function useOutbox(userId: string, threadId: string, onSent: (message: ChatMessage) => Promise<void>) {
  const [outbox] = useState(
    () =>
      new Outbox(`chat_outbox_${userId}_${threadId}`, {
        deliver: deliver(threadId),
        onSent,
        onFailed: (problem) => toastError('Failed to send message', problem),
      }),
  )
  const messages = useSyncExternalStore(outbox.subscribe, outbox.messages)
  const live = useRealtimeStatus() === 'live'
  useEffect(() => {
    void outbox.start()
    const resume = (): void => outbox.resume()
    window.addEventListener('online', resume)
    return () => {
      window.removeEventListener('online', resume)
      outbox.close()
    }
  }, [outbox])
  useEffect(() => {
    if (live) outbox.resume()
  }, [live, outbox])
  return { outbox, messages }
}
