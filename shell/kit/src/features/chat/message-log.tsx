import type { Role } from '@portal/contract/statuses'
import { ArrowDown, ArrowUp, MessageSquare } from 'lucide-react'
import { Fragment, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.tsx'
import { MessageBubble, type MessageActions, type PeerMarks, type ShownMessage } from './message-bubble.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { dayLabel } from '../../ui/time.tsx'
import { useMessageScroll } from './use-message-scroll.tsx'

export interface MessageLogProps extends MessageActions {
  /** The user's role: decides which messages are their own. */
  viewer: Role
  /** Oldest first; undefined while loading. */
  messages: readonly ShownMessage[] | undefined
  error?: unknown
  onRetry?: (() => void) | undefined
  hasOlder?: boolean | undefined
  loadingOlder?: boolean | undefined
  onOlder?: (() => void) | undefined
  /** True while newer messages are not loaded. */
  hasNewer?: boolean | undefined
  loadingNewer?: boolean | undefined
  onNewer?: (() => void) | undefined
  /** Jumps to the newest messages. */
  onLatest?: (() => void) | undefined
  /**
   * `seq` of the last message that was read when the conversation was opened; later ones of the other participant are
   * new.
   */
  readUpTo?: number | undefined
  /** Jumps to the first unread message; set while it is not loaded. */
  onFirstUnread?: (() => void) | undefined
  marks?: PeerMarks | undefined
  /** Called with the `seq` of a message that became visible. */
  onSeen?: ((seq: number) => void) | undefined
}

const MINUTE_MS = 60_000

/** Returns the current time, updated every minute: day labels and whether a message can be edited depend on it. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Returns the id of the first new message of the other participant. */
const firstNew = (messages: readonly ShownMessage[], viewer: Role, readUpTo: number | undefined): string | undefined =>
  readUpTo === undefined ? undefined : messages.find((m) => m.seq > readUpTo && m.sender !== viewer)?.id

/**
 * Returns messages that arrived since the conversation was opened, for screen readers. A live log would also announce
 * older messages as they load.
 */
function useIncoming({ messages, viewer, hasNewer }: MessageLogProps): string {
  const [from, setFrom] = useState<number>()
  if (from === undefined && messages) setFrom(messages.at(-1)?.seq ?? 0)
  const last = messages?.findLast((m) => m.sender !== viewer)
  if (!last || from === undefined || last.seq <= from || last.deleted_at || hasNewer) return ''
  const who = last.sender === 'system' ? 'Assistant' : viewer === 'client' ? 'Your Bookkeeper' : 'Client'
  return `${who}: ${[last.message, ...last.attachments.map((file) => file.name)].filter(Boolean).join(', ')}`
}

/** Loads older or newer messages when a box is scrolled near an end. */
function loadNearEnd(box: HTMLElement, props: MessageLogProps): void {
  const { hasOlder, loadingOlder, onOlder, hasNewer, loadingNewer, onNewer } = props
  if (box.scrollHeight <= box.clientHeight) return
  if (hasOlder && !loadingOlder && box.scrollTop < 300) onOlder?.()
  if (hasNewer && !loadingNewer && box.scrollHeight - box.scrollTop - box.clientHeight < 300) onNewer?.()
}

function Messages({
  messages,
  newest,
  ...props
}: MessageLogProps & { messages: readonly ShownMessage[]; newest: string | undefined }) {
  const { viewer, marks, hasOlder, loadingOlder, onOlder } = props
  const now = useNow()
  return (
    <>
      {hasOlder ? (
        <div className="mb-4 flex justify-center">
          <Button size="sm" variant="quiet" busy={loadingOlder} onClick={onOlder}>
            Show earlier messages
          </Button>
        </div>
      ) : null}
      <ol className="flex flex-col gap-2">
        {messages.map((message, index) => {
          const day = dayLabel(message.created_at, now)
          const previous = messages[index - 1]
          return (
            <Fragment key={message.id}>
              {previous && dayLabel(previous.created_at, now) === day ? null : (
                <li className="self-center py-1 font-medium text-base-content/70 text-xs">{day}</li>
              )}
              {message.id === newest ? (
                <li data-first-unread className="flex items-center gap-3 py-1 font-medium text-primary text-xs">
                  <span className="h-px flex-1 bg-primary/40" aria-hidden /> New messages
                  <span className="h-px flex-1 bg-primary/40" aria-hidden />
                </li>
              ) : null}
              <MessageBubble {...props} message={message} viewer={viewer} marks={marks} now={now} />
            </Fragment>
          )
        })}
      </ol>
    </>
  )
}

/** Renders the messages by day in a scrolling box. */
export function MessageLog(props: MessageLogProps) {
  const { viewer, messages, error, onRetry, hasNewer, onLatest, readUpTo, onFirstUnread, onSeen } = props
  const { box, away, toEnd, look } = useMessageScroll(messages, { onSeen, hasNewer: hasNewer === true })
  const incoming = useIncoming(props)
  const latest = (): void => {
    toEnd()
    if (hasNewer) onLatest?.()
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {onFirstUnread ? (
        <Button size="sm" className="absolute top-3 left-1/2 z-10 -translate-x-1/2 shadow-md" onClick={onFirstUnread}>
          <ArrowUp className="size-4" aria-hidden /> Jump to first unread
        </Button>
      ) : null}
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable, so reachable by keyboard
        tabIndex={0}
        onScroll={(event) => {
          look()
          loadNearEnd(event.currentTarget, props)
        }}
        className={cx(
          'min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 outline-offset-[-2px]',
          '[overflow-anchor:none] sm:px-5',
        )}
      >
        {messages === undefined && error !== undefined ? (
          <ErrorState title="Failed to load messages" error={error} onRetry={onRetry} />
        ) : messages === undefined ? (
          <SkeletonRows rows={4} label="Loading messages" />
        ) : messages.length === 0 ? (
          <EmptyState title="No messages yet" description="Write the first message below." icon={<MessageSquare />} />
        ) : (
          <Messages {...props} messages={messages} newest={firstNew(messages, viewer, readUpTo)} />
        )}
      </div>
      <p role="status" className="sr-only">
        {incoming}
      </p>
      {messages && (away || hasNewer) ? (
        <Button size="sm" className="absolute right-4 bottom-3 z-10 shadow-md" onClick={latest}>
          <ArrowDown className="size-4" aria-hidden /> Latest messages
        </Button>
      ) : null}
    </div>
  )
}
