import type { ChatMessage, SectionComments } from '@portal/contract/chat'
import { api, call, failFast, invalidateSoon, newIdempotencyKey, toastProblem, useRealtime } from '@portal/sdk'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

/** A question, and the section of an assignment that it belongs to. */
export interface Question {
  assignmentId: string
  field: { id: string; name: string }
}

/** Loads the comments on all questions of a section. */
export const commentsQuery = (assignmentId: string) =>
  queryOptions({
    queryKey: ['chat', 'comments', assignmentId],
    queryFn: ({ signal }): Promise<SectionComments> =>
      call(api.chat.sections[':id'].comments.$get({ param: { id: assignmentId } }, { init: { signal } })),
  })

/** Keeps the comments on a section live. `threadId` is their conversation, or undefined until it is known. */
export function useLiveComments(assignmentId: string, threadId: string | undefined): void {
  const client = useQueryClient()
  useRealtime(['chat.message', 'chat.changed', 'chat.marks'], ({ ids }) => {
    if (threadId === undefined || ids.thread_id === threadId)
      invalidateSoon(commentsQuery(assignmentId).queryKey, client)
  })
}

/** Returns the comments on one question. */
export const commentsOn = ({ items }: SectionComments, fieldId: string): ChatMessage[] =>
  items.filter((comment) => comment.about?.field_id === fieldId)

/** Shows a comment that was sent, before the list is refetched. */
function put(client: QueryClient, assignmentId: string, sent: ChatMessage): void {
  const { queryKey } = commentsQuery(assignmentId)
  client.setQueryData(
    queryKey,
    (all) => all && { ...all, items: [...all.items.filter(({ id }) => id !== sent.id), sent] },
  )
  invalidateSoon(queryKey, client)
}

/** A comment to send. With `awaits_answer`, reminders for the section wait for the bookkeeper's answer. */
export interface NewComment {
  message: string
  awaits_answer?: boolean
}

/** Returns a mutation that sends a comment. Sending the same text again after a failure sends it once. */
export function useSendComment({ assignmentId, field }: Question) {
  const client = useQueryClient()
  const last = useRef<{ message: string; id: string }>(undefined)
  return useMutation({
    mutationFn: async ({ message, awaits_answer = false }: NewComment) => {
      if (last.current?.message !== message) last.current = { message, id: newIdempotencyKey() }
      const { id } = last.current
      const known = { ...commentsQuery(assignmentId), ...failFast, staleTime: Number.POSITIVE_INFINITY }
      const { thread_id } = await client.fetchQuery(known)
      const json = { id, message, about: assignmentId, field_id: field.id, awaits_answer }
      return call(api.chat.threads[':id'].messages.$post({ param: { id: thread_id }, json }))
    },
    onSuccess: (sent) => {
      last.current = undefined
      put(client, assignmentId, sent)
    },
    onError: (error) => toastProblem(error, 'Failed to send message'),
  })
}
