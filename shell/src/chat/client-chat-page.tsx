import type { ChatThread } from '@portal/contract/chat'
import { ChatPane } from '@portal/kit/features/chat/chat-pane'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { QueryView } from '@portal/kit/ui/query-view'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { useFailureToast, useRealtimeStatus } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { threadQuery, useLiveThreads } from './queries.ts'
import { useConversation } from './use-conversation.tsx'

function OpenChat({ thread }: { thread: ChatThread }) {
  const { active, typing, ...conversation } = useConversation(thread, 'client')
  const waiting = useRealtimeStatus() === 'connecting'
  const subtitle = typing ? 'Typing…' : active ? 'Active now' : waiting ? 'Connecting…' : undefined
  return <ChatPane conversation={{ ...conversation, title: 'Your Bookkeeper', subtitle }} />
}

/** Shows the client's chat: the conversation with the bookkeeper. */
export function ClientChatPage() {
  const query = useQuery(threadQuery({}))
  const { data: thread, error } = query
  useLiveThreads()
  useFailureToast(thread === undefined ? error : null, 'Failed to load chat')
  return (
    <div className="flex h-[calc(100dvh-3.5rem)] min-h-80 flex-col">
      <Page fill>
        <div className="max-md:sr-only">
          <PageHeader />
        </div>
        {thread ? (
          <OpenChat key={thread.id} thread={thread} />
        ) : (
          <div className="grid min-h-0 flex-1 content-center rounded-box border border-base-300 bg-base-100">
            <QueryView
              query={query}
              failure="Failed to load chat"
              loading={<SkeletonRows rows={4} label="Loading chat" />}
            >
              {() => (
                <EmptyState
                  title="No conversations yet"
                  description="Your bookkeeper will open one."
                  icon={<MessageSquare />}
                />
              )}
            </QueryView>
          </div>
        )}
      </Page>
    </div>
  )
}
