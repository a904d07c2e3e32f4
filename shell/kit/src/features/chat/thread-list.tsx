import type { ChatThread } from '@portal/contract/chat'
import { MessageSquare } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { previewOf } from './chat-text.tsx'
import { cx } from '../../ui/class-names.tsx'
import { LoadMore } from '../../ui/pagination.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { threadTime } from '../../ui/time.tsx'

export interface ThreadListProps {
  /** Most recent first; undefined while loading. */
  threads: readonly ChatThread[] | undefined
  error?: unknown
  onRetry?: (() => void) | undefined
  selected: string | undefined
  onSelect: (threadId: string) => void
  /** Whether there are more conversations. */
  hasMore?: boolean | undefined
  loadingMore?: boolean | undefined
  onMore?: (() => void) | undefined
  search?: string | undefined
  onSearch?: ((search: string) => void) | undefined
  className?: string | undefined
}

function Row({
  thread,
  selected,
  onSelect,
}: {
  thread: ChatThread
  selected: boolean
  onSelect: (threadId: string) => void
}) {
  const preview = previewOf(thread.last_message)
  return (
    <button
      type="button"
      aria-current={selected ? 'true' : undefined}
      onClick={() => onSelect(thread.id)}
      className={cx(
        'flex w-full cursor-pointer items-center gap-3 px-5 py-3.5 text-left outline-offset-[-2px]',
        selected ? 'bg-primary/8' : 'hover:bg-base-200/70',
      )}
    >
      <Avatar name={thread.client_name} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span
            className={cx('min-w-0 flex-1 truncate text-sm', thread.unread > 0 ? 'font-semibold' : 'font-medium')}
            title={thread.client_name}
          >
            {thread.client_name}
          </span>
          {thread.client_archived ? <Badge className="shrink-0">Archived</Badge> : null}
          <time dateTime={thread.updated_at} className="shrink-0 text-base-content/70 text-xs tabular-nums">
            {threadTime(thread.last_message?.created_at ?? thread.updated_at)}
          </time>
        </span>
        <span className="mt-0.5 flex items-center gap-2">
          <span
            className={cx(
              'block min-w-0 flex-1 truncate text-sm',
              thread.unread > 0 ? 'text-base-content' : 'text-base-content/70',
            )}
            title={preview}
          >
            {preview}
          </span>
          {thread.unread > 0 ? (
            <span className="badge badge-primary badge-sm shrink-0 tabular-nums">
              {thread.unread > 99 ? '99+' : thread.unread}
              <span className="sr-only"> unread</span>
            </span>
          ) : null}
        </span>
      </span>
    </button>
  )
}

/** Lists the bookkeeper's conversations, titled Messages. */
export function ThreadList(props: ThreadListProps) {
  const {
    threads,
    error,
    onRetry,
    selected,
    onSelect,
    hasMore,
    loadingMore,
    onMore,
    search = '',
    onSearch,
    className,
  } = props
  return (
    <nav aria-label="Messages" className={cx('flex min-h-0 flex-col', className)}>
      <div className="border-base-300 border-b px-5 py-4">
        <h2 className="font-semibold">Messages</h2>
        {onSearch ? (
          <SearchBox placeholder="Search conversations..." value={search} onChange={onSearch} className="mt-3 w-full" />
        ) : null}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {threads === undefined && error !== undefined ? (
          <ErrorState title="Failed to load chat threads" error={error} onRetry={onRetry} />
        ) : threads === undefined ? (
          <SkeletonRows rows={6} label="Loading conversations" height="h-17.75" />
        ) : threads.length === 0 && search !== '' ? (
          <EmptyState
            title="No conversations found"
            icon={<MessageSquare />}
            description="Try another name, email or company."
          />
        ) : threads.length === 0 ? (
          <EmptyState
            title="No conversations yet"
            icon={<MessageSquare />}
            description="Every client you add gets a conversation."
          />
        ) : (
          <>
            <ul className="divide-y divide-base-300">
              {threads.map((thread) => (
                <li key={thread.id}>
                  <Row thread={thread} selected={thread.id === selected} onSelect={onSelect} />
                </li>
              ))}
            </ul>
            <LoadMore auto hasMore={hasMore === true} loading={loadingMore === true} onMore={() => onMore?.()} />
          </>
        )}
      </div>
    </nav>
  )
}
