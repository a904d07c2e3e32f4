import { ArrowLeft, MessageSquare } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.tsx'
import { Conversation, type ConversationProps } from './conversation.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ThreadList, type ThreadListProps } from './thread-list.tsx'

export interface ChatPaneProps {
  /** The conversations on the left; a client has none. */
  list?: Omit<ThreadListProps, 'className'> | undefined
  /** The open conversation, or undefined while none is selected. */
  conversation: Omit<ConversationProps, 'className' | 'lead'> | undefined
  /** Returns to the list, where it is not beside the conversation. */
  onBack?: (() => void) | undefined
}

/** Renders the conversations and the open one side by side; on phones and tablets one at a time. */
export function ChatPane({ list, conversation, onBack }: ChatPaneProps) {
  const open = conversation !== undefined
  return (
    <div
      className={cx(
        'grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] overflow-hidden rounded-box border border-base-300 bg-base-100',
        list
          ? 'grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(12rem,20rem)_minmax(15rem,1fr)]'
          : 'grid-cols-[minmax(0,1fr)]',
      )}
    >
      {list ? <ThreadList {...list} className={cx('border-base-300 lg:border-r', open && 'max-lg:hidden')} /> : null}
      {conversation ? (
        <Conversation
          {...conversation}
          lead={
            list && onBack ? (
              <IconButton label="Back to messages" className="-ml-2 lg:hidden" onClick={onBack} icon={<ArrowLeft />} />
            ) : undefined
          }
        />
      ) : (
        <div className={cx('grid place-items-center', list && 'max-lg:hidden')}>
          <EmptyState title="Select a conversation to start messaging" icon={<MessageSquare />} />
        </div>
      )}
    </div>
  )
}
