import type { ChatMessage } from '@portal/contract/chat'
import type { Role } from '@portal/contract/statuses'
import { Bot, MessageSquare } from 'lucide-react'
import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Avatar } from './avatar.tsx'
import { Button } from './button.tsx'
import { cx } from './class-names.tsx'
import { Composer } from './composer.tsx'
import { EmptyState, ErrorState, SkeletonRows } from './states.tsx'
import { dateAndTime, dayLabel, timeOfDay } from './time.tsx'

/** A message as it stands in the conversation; one's own may be on its way, or have failed. */
export type ShownMessage = ChatMessage & { state?: 'sending' | 'failed' | undefined }

export interface ConversationProps {
  /** Whose screen it is: decides which messages are one's own. */
  viewer: Role
  /** Who is at the other end. */
  title: string
  subtitle?: string | undefined
  /** Before the title: a way back on a phone. */
  lead?: ReactNode
  /** By created_at ascending; undefined while loading. */
  messages: readonly ShownMessage[] | undefined
  error?: unknown
  onRetry?: (() => void) | undefined
  hasOlder?: boolean | undefined
  loadingOlder?: boolean | undefined
  onOlder?: (() => void) | undefined
  onSend: (text: string) => void
  /** Sends a failed message again. */
  onResend?: ((message: ShownMessage) => void) | undefined
  className?: string | undefined
}

function Bubble({ message, viewer, onResend }: { message: ShownMessage; viewer: Role; onResend: ConversationProps['onResend'] }) {
  const own = message.sender === viewer
  const system = message.sender === 'system'
  return (
    <li className={cx('flex max-w-[min(85%,36rem)] flex-col', own ? 'items-end self-end' : 'items-start self-start')}>
      {system ? (
        <span className="mb-1 inline-flex items-center gap-1.5 text-base-content/70 text-xs">
          <Bot className="size-3.5" aria-hidden /> Assistant
        </span>
      ) : (
        <span className="sr-only">{own ? 'You' : viewer === 'client' ? 'Your Bookkeeper' : 'Client'}:</span>
      )}
      <p
        className={cx(
          'max-w-full whitespace-pre-wrap rounded-2xl px-3.5 py-2 text-sm leading-relaxed [overflow-wrap:anywhere]',
          own ? 'rounded-br-md bg-primary text-primary-content' : 'rounded-bl-md bg-base-200',
          system && 'border border-base-300 bg-base-100',
          message.state === 'sending' && 'opacity-70',
        )}
      >
        {message.message}
      </p>
      <span className="mt-1 px-1 text-base-content/70 text-xs tabular-nums">
        {message.state === 'failed' ? (
          <span role="alert" className="text-error">
            Failed to send message{' '}
            {onResend ? (
              <button type="button" className="cursor-pointer underline" onClick={() => onResend(message)}>
                Retry
              </button>
            ) : null}
          </span>
        ) : message.state === 'sending' ? (
          'Sending…'
        ) : (
          <time dateTime={message.created_at} title={dateAndTime(message.created_at)}>
            {timeOfDay(message.created_at)}
          </time>
        )}
      </span>
    </li>
  )
}

/** Keeps the end in sight as messages arrive, and the reader's place when older ones are put in front. */
function useScroll(messages: readonly ShownMessage[] | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef({ first: '', height: 0 })
  useLayoutEffect(() => {
    const own = box.current
    const first = messages?.[0]?.id ?? ''
    if (!own || !first) return
    const last = before.current
    const grewAtTop = last.first !== '' && first !== last.first && messages?.some((m) => m.id === last.first)
    if (grewAtTop) own.scrollTop += own.scrollHeight - last.height
    else if (last.first === '' || own.scrollHeight - own.scrollTop - own.clientHeight < own.scrollHeight - last.height + 120)
      own.scrollTop = own.scrollHeight
    before.current = { first, height: own.scrollHeight }
  }, [messages])
  return box
}

/** One conversation: header, messages by day, composer. */
export function Conversation(props: ConversationProps) {
  const { viewer, title, subtitle, lead, messages, error, onRetry, hasOlder, loadingOlder, onOlder, onSend, onResend, className } = props
  const box = useScroll(messages)
  return (
    <section aria-label={`Conversation with ${title}`} className={cx('flex min-h-0 flex-col', className)}>
      <header className="flex items-center gap-3 border-base-300 border-b px-4 py-3 sm:px-5">
        {lead}
        <Avatar name={title} />
        <div className="min-w-0">
          <h2 className="truncate font-semibold text-sm">{title}</h2>
          {subtitle ? <p className="truncate text-base-content/70 text-xs">{subtitle}</p> : null}
        </div>
      </header>
      <div
        ref={box}
        role="log"
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 outline-offset-[-2px] sm:px-5"
      >
        {messages === undefined && error !== undefined ? (
          <ErrorState title="Failed to load messages" error={error} onRetry={onRetry} />
        ) : messages === undefined ? (
          <SkeletonRows rows={4} label="Loading messages" />
        ) : messages.length === 0 ? (
          <EmptyState title="No messages yet" description="Write the first message below." icon={<MessageSquare />} />
        ) : (
          <>
            {hasOlder ? (
              <div className="mb-4 flex justify-center">
                <Button size="sm" variant="quiet" busy={loadingOlder} onClick={onOlder}>
                  Show earlier messages
                </Button>
              </div>
            ) : null}
            <ol className="flex flex-col gap-3">
              {messages.map((message, index) => {
                const day = dayLabel(message.created_at)
                const previous = messages[index - 1]
                return (
                  <Fragment key={message.id}>
                    {previous && dayLabel(previous.created_at) === day ? null : (
                      <li className="self-center py-1 font-medium text-base-content/70 text-xs">{day}</li>
                    )}
                    <Bubble message={message} viewer={viewer} onResend={onResend} />
                  </Fragment>
                )
              })}
            </ol>
          </>
        )}
      </div>
      <Composer onSend={onSend} disabled={messages === undefined} />
    </section>
  )
}
