import type { ChatThread } from '@portal/contract/chat'
import type { Role } from '@portal/contract/statuses'
import { PromiseOffer } from '@portal/kit/features/chat/promise-offer'
import { api, call, invalidateSoon, useRealtime } from '@portal/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Returns a function that renders, below one of a client's messages, the offer of its date to the bookkeeper. */
export function usePromiseOffer(thread: ChatThread, role: Role): (message: { id: string }) => ReactNode {
  const { client_id: id, client_name: name } = thread
  const client = useQueryClient()
  const queryKey = ['clients', 'follow-ups', id, 'promise'] as const
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(api['follow-ups'].clients[':id'].promise.$get({ param: { id } }, { init: { signal } })),
    enabled: role === 'bookkeeper',
  })
  useRealtime(['chat.message', 'follow_up.changed', 'section.changed'], ({ ids }) => {
    if (role === 'bookkeeper' && ids.client_id === id) invalidateSoon(queryKey, client)
  })
  const promise = data?.promise
  return (message) =>
    message.id === promise?.message_id ? <PromiseOffer client={{ id, name }} promise={promise} /> : null
}
