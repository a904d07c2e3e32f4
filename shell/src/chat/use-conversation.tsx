import type { ChatAbout, ChatThread } from '@portal/contract/chat'
import type { Role } from '@portal/contract/statuses'
import { aboutText } from '@portal/kit/features/chat/about-picker'
import { commentsHash } from '@portal/kit/features/comments/comments-hash'
import type { ConversationProps } from '@portal/kit/features/chat/conversation'
import type { ShownMessage } from '@portal/kit/features/chat/message-bubble'
import {
  api,
  call,
  downloadStoredFile,
  fetchBlob,
  invalidateSoon,
  toastProblem,
  useRealtime,
  useUser,
} from '@portal/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Outgoing } from './message-sender.ts'
import { THREADS } from './queries.ts'
import { useComposer } from './use-composer.ts'
import { useMessages } from './use-messages.ts'
import { useMessageSender } from './use-message-sender.ts'
import { usePromiseOffer } from './use-promise-offer.tsx'
import { usePeer } from './use-peer.ts'
import { useReading } from './use-reading.ts'

const CHIP =
  'max-w-full truncate rounded-full bg-primary/10 px-3 py-1 font-medium text-primary text-xs hover:bg-primary/20'
/** Messages per page. Older unread messages are not on the newest page. */
const PAGE = 50

/** Links to the section or question that a message is about, on the page where this user works on it. */
function AboutChip({ about, role, clientId }: { about: ChatAbout; role: Role; clientId: string }) {
  const { assignment_id, workform_id, field_id } = about
  const hash = field_id === undefined ? {} : { hash: commentsHash(assignment_id, field_id) }
  const text = aboutText(about)
  return role === 'client' ? (
    <Link to="/client-dashboard" search={{ section: assignment_id }} {...hash} className={CHIP} title={text}>
      {text}
    </Link>
  ) : (
    <Link
      to="/form-submissions"
      search={{ workform: workform_id, client: clientId }}
      {...hash}
      className={CHIP}
      title={text}
    >
      {text}
    </Link>
  )
}

const toShownMessage =
  (threadId: string, sender: Role) =>
  (message: Outgoing): ShownMessage => ({
    ...message,
    thread_id: threadId,
    seq: 0,
    sender,
    edited_at: null,
    deleted_at: null,
  })

/** Remembers the read position at the time the conversation was opened. */
function useInitialPosition(thread: ChatThread) {
  const [initial] = useState({ read: thread.read_seq, unread: thread.unread, last: thread.last_seq })
  const [from, setFrom] = useState<number>()
  const isFurtherBack = initial.unread > 0 && initial.last - initial.read > PAGE && from === undefined
  return {
    from,
    latest: () => setFrom(undefined),
    readUpTo: initial.unread > 0 ? initial.read : undefined,
    // A few read messages give context.
    onFirstUnread: isFurtherBack ? () => setFrom(Math.max(1, initial.read - 5)) : undefined,
  }
}

/** Edits and deletes own messages, and shows the result at once. */
function useMessageActions(threadId: string, put: (message: ShownMessage) => void) {
  const change = async (work: Promise<ShownMessage>): Promise<void> => {
    try {
      put(await work)
    } catch (error) {
      toastProblem(error)
    }
  }
  const paramOf = ({ id }: ShownMessage) => ({ id: threadId, messageId: id })
  return {
    onEdit: (message: ShownMessage, text: string) =>
      void change(
        call(
          api.chat.threads[':id'].messages[':messageId'].$patch({ param: paramOf(message), json: { message: text } }),
        ),
      ),
    onDelete: (message: ShownMessage) =>
      void change(call(api.chat.threads[':id'].messages[':messageId'].$delete({ param: paramOf(message) }))),
  }
}

/**
 * Returns everything that a conversation needs, live. Mount the component with the conversation's
 * id as key.
 */
export function useConversation(
  thread: ChatThread,
  role: Role,
): Omit<ConversationProps, 'title' | 'lead' | 'className'> & { active: boolean; typing: boolean } {
  const client = useQueryClient()
  const userId = useUser().id
  const { from, latest, readUpTo, onFirstUnread } = useInitialPosition(thread)
  const { active, typing, onTyping, onArrived } = usePeer(thread.id)
  const { query, messages, refresh, put } = useMessages(thread.id, from, onArrived)
  const { messageSender, messages: outgoing } = useMessageSender(userId, thread.id, (message) => {
    put(message)
    invalidateSoon(THREADS, client)
    // Messages that the other side has sent in the meantime come before it.
    return refresh()
  })
  useRealtime(['chat.marks'], ({ ids }) => {
    if (ids.thread_id === thread.id) invalidateSoon(THREADS, client)
  })
  const composer = useComposer(userId, thread, {
    onTyping,
    onSend: (message) => {
      // The own message is at the end, so scroll there.
      latest()
      messageSender.add(message)
    },
  })
  const known = new Set(messages?.map((m) => m.id))
  return {
    viewer: role,
    active,
    typing,
    messages: messages && [
      ...messages,
      ...outgoing.filter((m) => !known.has(m.id)).map(toShownMessage(thread.id, role)),
    ],
    error: query.error ?? undefined,
    onRetry: () => void query.refetch(),
    hasOlder: query.hasNextPage,
    loadingOlder: query.isFetchingNextPage,
    onOlder: () => void query.fetchNextPage(),
    hasNewer: query.hasPreviousPage,
    loadingNewer: query.isFetchingPreviousPage,
    onNewer: () => void query.fetchPreviousPage(),
    onLatest: latest,
    readUpTo,
    onFirstUnread,
    marks: { read: thread.peer_read_seq, delivered: thread.peer_delivered_seq },
    onSeen: useReading(thread),
    onResend: (message) => messageSender.retry(message.id),
    onDiscard: (message) => messageSender.drop(message.id),
    ...useMessageActions(thread.id, put),
    onDownload: (file) => void downloadStoredFile(file),
    onPreview: (file, signal) => fetchBlob(`/api/files/${file.id}/preview`, signal),
    renderAbout: (about) => <AboutChip about={about} role={role} clientId={thread.client_id} />,
    renderOffer: usePromiseOffer(thread, role),
    composer: { ...composer, disabled: messages === undefined },
  }
}
