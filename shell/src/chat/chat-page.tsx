import type { ChatThread } from '@portal/contract/chat'
import { ChatPane, type ChatPaneProps } from '@portal/kit/chat-pane'
import { Page, PageHeader } from '@portal/kit/page'
import { invalidateSoon, toastError, useRealtime } from '@portal/sdk'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { threadsQuery } from './queries.ts'
import { useConversation } from './use-conversation.ts'

const route = getRouteApi('/bookkeeper/chat')

/** The threads, live; more pages are read until the one with `client` is among them. */
function useThreads(wanted: string | undefined) {
  const client = useQueryClient()
  const query = useInfiniteQuery(threadsQuery)
  useRealtime(['chat.message', 'client.changed'], () => invalidateSoon(threadsQuery.queryKey, client))
  const threads = query.data?.pages.flatMap((page) => page.items)
  const found = threads?.find((thread) => thread.client_id === wanted)
  const { hasNextPage, isFetching, fetchNextPage } = query
  useEffect(() => {
    if (wanted && !found && hasNextPage && !isFetching) void fetchNextPage()
  }, [wanted, found, hasNextPage, isFetching, fetchNextPage])
  const failed = query.error !== null && threads === undefined
  useEffect(() => {
    if (failed) toastError('Failed to load chat threads')
  }, [failed])
  return { query, threads, found }
}

function OpenChat({ thread, list, onBack }: { thread: ChatThread; list: ChatPaneProps['list']; onBack: () => void }) {
  const conversation = useConversation(thread.id, 'bookkeeper')
  return <ChatPane list={list} conversation={{ ...conversation, title: thread.client_name }} onBack={onBack} />
}

/** The bookkeeper's chat: the conversations, and the open one. */
export function ChatPage() {
  const { thread: threadId, client } = route.useSearch()
  const navigate = useNavigate()
  const { query, threads, found } = useThreads(client)
  const open = threads?.find((thread) => thread.id === threadId) ?? found
  const list: ChatPaneProps['list'] = {
    threads,
    error: query.error ?? undefined,
    onRetry: () => void query.refetch(),
    selected: open?.id,
    onSelect: (thread) => void navigate({ to: '/chat', search: { thread }, replace: open !== undefined }),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    onMore: () => void query.fetchNextPage(),
  }
  const back = (): void => void navigate({ to: '/chat', search: {} })
  return (
    <div className="flex h-[calc(100dvh-3.5rem)] min-h-96 flex-col">
      <Page fill>
        {/* On a phone the open conversation takes the screen. */}
        <div className={open ? 'max-md:sr-only' : undefined}>
          <PageHeader title="Chat" subtitle="Messages with your clients" />
        </div>
        {open ? <OpenChat key={open.id} thread={open} list={list} onBack={back} /> : <ChatPane list={list} conversation={undefined} />}
      </Page>
    </div>
  )
}
