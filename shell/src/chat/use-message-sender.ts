import type { ChatMessage } from '@portal/contract/chat'
import { api, call, toastError, useRealtimeStatus } from '@portal/sdk'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { MessageSender } from './message-sender.ts'
import type { WaitingMessage } from './waiting-messages.ts'

const deliver =
  (threadId: string) =>
  (message: WaitingMessage): Promise<ChatMessage> =>
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

/**
 * Returns the unsent messages of the user in a conversation. Mount the component with the
 * conversation's id as key.
 */
export function useMessageSender(userId: string, threadId: string, onSent: (message: ChatMessage) => Promise<void>) {
  const [messageSender] = useState(
    () =>
      new MessageSender(`chat_outbox_${userId}_${threadId}`, {
        deliver: deliver(threadId),
        onSent,
        onRefused: (problem) => toastError('Failed to send message', problem),
      }),
  )
  const messages = useSyncExternalStore(messageSender.subscribe, messageSender.messages)
  const live = useRealtimeStatus() === 'live'
  useEffect(() => {
    const close = messageSender.open()
    const resume = (): void => messageSender.resume()
    window.addEventListener('online', resume)
    return () => {
      window.removeEventListener('online', resume)
      close()
    }
  }, [messageSender])
  useEffect(() => {
    if (live) messageSender.resume()
  }, [live, messageSender])
  return { messageSender, messages }
}
