import { PRESENCE_EVERY_MS, TYPING_EVERY_MS, TYPING_SHOWN_MS } from '@portal/contract/limits'
import { api, call, sendTyping, useFlag, useRealtimeStatus, useSignal } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

/** A shorter absence, such as a reload, is not shown, in ms. */
const ABSENT_AFTER_MS = 3000

/**
 * Returns whether the other side of a conversation is active and typing, and a function that
 * reports own typing.
 */
export function usePeer(threadId: string) {
  const live = useRealtimeStatus() === 'live'
  const showsTyping = useFlag('typing-indicators')
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['chat', 'presence', threadId, live],
    queryFn: ({ signal }) =>
      call(api.chat.threads[':id'].presence.$post({ param: { id: threadId } }, { init: { signal } })),
    enabled: live,
    refetchInterval: PRESENCE_EVERY_MS,
    staleTime: 0,
    gcTime: 0,
  })
  // A later response replaces the signaled presence.
  const [signaled, setSignaled] = useState<{ active: boolean; after: number }>()
  const [typing, setTyping] = useState(false)
  const timers = useRef<{ typing?: ReturnType<typeof setTimeout>; gone?: ReturnType<typeof setTimeout> }>({})
  const lastSentAt = useRef(0)
  useEffect(() => {
    const own = timers.current
    return () => {
      clearTimeout(own.typing)
      clearTimeout(own.gone)
    }
  }, [])
  const onArrived = (): void => {
    clearTimeout(timers.current.typing)
    setTyping(false)
  }
  useSignal((signal) => {
    if (signal.type === 'remotes' || signal.thread_id !== threadId) return
    clearTimeout(timers.current.gone)
    if (signal.type === 'presence') {
      if (signal.active) setSignaled({ active: true, after: dataUpdatedAt })
      else timers.current.gone = setTimeout(() => setSignaled({ active: false, after: dataUpdatedAt }), ABSENT_AFTER_MS)
      return
    }
    clearTimeout(timers.current.typing)
    setTyping(true)
    timers.current.typing = setTimeout(() => setTyping(false), TYPING_SHOWN_MS)
  })
  const grant = data?.grant
  const onTyping = (): void => {
    if (!grant || !showsTyping || Date.now() - lastSentAt.current < TYPING_EVERY_MS) return
    lastSentAt.current = Date.now()
    sendTyping(grant)
  }
  return {
    active: live && (signaled?.after === dataUpdatedAt ? signaled.active : (data?.active ?? false)),
    typing: live && showsTyping && typing,
    onTyping,
    onArrived,
  }
}
