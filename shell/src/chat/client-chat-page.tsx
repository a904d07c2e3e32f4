import { ChatPane } from '@portal/kit/chat-pane'
import { Page, PageHeader } from '@portal/kit/page'
import { EmptyState, ErrorState, SkeletonRows } from '@portal/kit/states'
import { toastError, useRealtimeStatus } from '@portal/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { threadsQuery } from './queries.ts'
import { useConversation } from './use-conversation.ts'

function OpenChat({ threadId }: { threadId: string }) {
  const conversation = useConversation(threadId, 'client')
  // The words speak of the line to the bookkeeper, so they hold only while it is up.
  const live = useRealtimeStatus() === 'live'
  return <ChatPane conversation={{ ...conversation, title: 'Your Bookkeeper', subtitle: live ? 'Active now' : 'Connecting…' }} />
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="grid min-h-0 flex-1 content-center rounded-box border border-base-300 bg-base-100">{children}</div>
)

/** The client's chat: the one conversation with the bookkeeper. */
export function ClientChatPage() {
  const { data, error, refetch, isFetching } = useInfiniteQuery(threadsQuery)
  const thread = data?.pages[0]?.items[0]
  const failed = error !== null && data === undefined
  useEffect(() => {
    if (failed) toastError('Failed to load chat')
  }, [failed])
  return (
    <div className="flex h-[calc(100dvh-3.5rem)] min-h-96 flex-col md:h-dvh">
      <Page fill>
        <div className="max-md:sr-only">
          <PageHeader title="Chat" />
        </div>
        {thread ? (
          <OpenChat key={thread.id} threadId={thread.id} />
        ) : failed ? (
          <Frame>
            <ErrorState title="Failed to load chat" error={error} retrying={isFetching} onRetry={() => void refetch()} />
          </Frame>
        ) : data ? (
          <Frame>
            <EmptyState title="No conversations yet" description="Your bookkeeper will open one." icon={<MessageSquare />} />
          </Frame>
        ) : (
          <Frame>
            <SkeletonRows rows={4} label="Loading chat" />
          </Frame>
        )}
      </Page>
    </div>
  )
}
