import { cleanLine } from '@portal/contract/text'
import type { ChatThread } from '@portal/contract/chat'
import { ChatPane, type ChatPaneProps } from '@portal/kit/features/chat/chat-pane'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { idParam } from '@portal/kit/ui/search-params'
import { toastError, useFailureToast } from '@portal/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type ThreadKey, threadQuery, threadsQuery, useLiveThreads } from './queries.ts'
import { useConversation } from './use-conversation.tsx'

const route = getRouteApi('/bookkeeper/chat')

/** Returns the conversations that match a search, live. */
function useThreads(search: string) {
  const query = useInfiniteQuery(threadsQuery(search))
  useLiveThreads()
  const threads = query.data?.pages.flatMap((page) => page.items)
  const failed = query.error !== null && threads === undefined
  useFailureToast(failed ? query.error : null, 'Failed to load chat threads')
  return { query, threads }
}

/**
 * Returns the conversation in the address: from the list, or loaded separately if the list does not
 * contain it.
 */
function useOpenThread(threads: readonly ChatThread[] | undefined): ChatThread | undefined {
  const { thread, client } = route.useSearch()
  const key: ThreadKey | undefined = thread ? { thread } : client ? { client } : undefined
  // An invalid id, as in a truncated link, is not requested.
  const isValid = idParam(thread ?? client) !== undefined
  const { data, error } = useQuery({ ...threadQuery(key ?? {}), enabled: isValid })
  const open =
    key && (threads?.find((t) => t.id === thread || (!thread && t.client_id === client)) ?? data ?? undefined)
  const missing = key !== undefined && !open && (!isValid || data === null || error !== null)
  useEffect(() => {
    if (missing) toastError('Failed to load chat', 'This conversation was not found.')
  }, [missing])
  return open
}

function OpenChat({ thread, list, onBack }: { thread: ChatThread; list: ChatPaneProps['list']; onBack: () => void }) {
  const { active, typing, ...conversation } = useConversation(thread, 'bookkeeper')
  const subtitle = typing ? 'Typing…' : active ? 'Active now' : thread.client_archived ? 'Archived' : undefined
  return (
    <ChatPane list={list} conversation={{ ...conversation, title: thread.client_name, subtitle }} onBack={onBack} />
  )
}

/** Shows the bookkeeper's chat: the list of conversations and the open one. */
export function ChatPage() {
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const { query, threads } = useThreads(cleanLine(search))
  const open = useOpenThread(threads)
  const list: ChatPaneProps['list'] = {
    threads,
    error: query.error ?? undefined,
    onRetry: () => void query.refetch(),
    selected: open?.id,
    onSelect: (thread) => void navigate({ to: '/chat', search: { thread }, replace: open !== undefined }),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    onMore: () => void query.fetchNextPage(),
    search,
    onSearch: setSearch,
  }
  const back = (): void => void navigate({ to: '/chat', search: {} })
  return (
    <div className="flex h-[calc(100dvh-3.5rem)] min-h-80 flex-col">
      <Page fill>
        {/* On phones and tablets the open conversation fills the screen. */}
        <div className={open ? 'max-lg:sr-only' : undefined}>
          <PageHeader />
        </div>
        {open ? (
          <OpenChat key={open.id} thread={open} list={list} onBack={back} />
        ) : (
          <ChatPane list={list} conversation={undefined} />
        )}
      </Page>
    </div>
  )
}
