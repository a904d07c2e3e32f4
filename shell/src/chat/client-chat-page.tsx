import type { ChatThread } from '@portal/contract/chat'
import { ChatPane } from '@portal/kit/features/chat/chat-pane'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '@portal/kit/ui/states'
import { invalidateSoon, useFailureToast, useRealtime, useRealtimeStatus } from '@portal/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { type ReactNode } from 'react'
import { THREADS, threadQuery } from './queries.ts'
import { useConversation } from './use-conversation.tsx'

function OpenChat({ thread }: { thread: ChatThread }) {
  const { active, typing, ...conversation } = useConversation(thread, 'client')
  const waiting = useRealtimeStatus() === 'connecting'
  const subtitle = typing ? 'Typing…' : active ? 'Active now' : waiting ? 'Connecting…' : undefined
  return <ChatPane conversation={{ ...conversation, title: 'Your Bookkeeper', subtitle }} />
}

const Panel = ({ children }: { children: ReactNode }) => (
  <div className="grid min-h-0 flex-1 content-center rounded-box border border-base-300 bg-base-100">{children}</div>
)

/** Shows the client's chat: the conversation with the bookkeeper. */
export function ClientChatPage() {
  const client = useQueryClient()
  const { data: thread, error, refetch, isFetching } = useQuery(threadQuery({}))
  useRealtime(['chat.message', 'chat.changed', 'chat.marks', 'client.changed'], () => invalidateSoon(THREADS, client))
  const failed = error !== null && thread === undefined
  useFailureToast(failed ? error : null, 'Failed to load chat')
  return (
    <div className="flex h-[calc(100dvh-3.5rem)] min-h-80 flex-col md:h-dvh">
      <Page fill>
        <div className="max-md:sr-only">
          <PageHeader />
        </div>
        {thread ? (
          <OpenChat key={thread.id} thread={thread} />
        ) : failed ? (
          <Panel>
            <ErrorState
              title="Failed to load chat"
              error={error}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          </Panel>
        ) : thread === null ? (
          <Panel>
            <EmptyState
              title="No conversations yet"
              description="Your bookkeeper will open one."
              icon={<MessageSquare />}
            />
          </Panel>
        ) : (
          <Panel>
            <SkeletonRows rows={4} label="Loading chat" />
          </Panel>
        )}
      </Page>
    </div>
  )
}
