import { cleanText, isBlank } from '@portal/contract/text'
import type { ChatMessage, SectionComments } from '@portal/contract/chat'
import { MESSAGE_MAX } from '@portal/contract/limits'
import { api, call, downloadStoredFile, useUser } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { MessageLog } from '../chat/message-log.tsx'
import { useDraft } from '../drafts/use-draft.tsx'
import { commentsOn, commentsQuery, type Question, useSendComment } from './comments-query.tsx'
import { readableTo } from './readable-to.tsx'

export interface CommentPanelProps extends Question {
  /** Whether a link led to these comments: they are scrolled into view. */
  isLinked: boolean
  onClose: () => void
}

/** Shows the comments on a question, with a text field for another. */
export function CommentPanel(props: CommentPanelProps) {
  const { assignmentId, field } = props
  const query = useQuery(commentsQuery(assignmentId))
  const comments = query.data && commentsOn(query.data, field.id)
  const panel = useReveal(props, query.data !== undefined)
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={`Comments on ${field.name}`}
      // Clear of the bars at the edges of the screen.
      className="mt-1 scroll-my-20 rounded-field border border-base-300 bg-base-100"
    >
      {comments?.length === 0 ? null : (
        <div className="flex max-h-80 flex-col border-base-300 border-b">
          <Comments query={query} comments={comments} />
        </div>
      )}
      <CommentForm {...props} hasComments={comments?.length !== 0}>
        <ChatLink thread={query.data} comments={comments} />
      </CommentForm>
    </section>
  )
}

/** Returns a ref for the panel, which is scrolled into view, and gets the focus when a link led to it. */
function useReveal({ isLinked }: CommentPanelProps, isLoaded: boolean) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isLoaded) return
    panel.current?.scrollIntoView({ block: isLinked ? 'center' : 'nearest' })
    if (isLinked) panel.current?.focus({ preventScroll: true })
  }, [isLinked, isLoaded])
  return panel
}

interface CommentsProps {
  query: { data: SectionComments | undefined; error: Error | null; refetch: () => unknown }
  comments: ChatMessage[] | undefined
}

function Comments({ query, comments }: CommentsProps) {
  const { role } = useUser()
  const { data, error, refetch } = query
  return (
    <MessageLog
      viewer={role}
      messages={comments}
      error={error ?? undefined}
      onRetry={() => void refetch()}
      readUpTo={useFirstUnread(comments, data)}
      onSeen={useReading(comments, data)}
      onDownload={(file) => void downloadStoredFile(file)}
    />
  )
}

/** Returns the `seq` after which comments were new when they were first shown. */
function useFirstUnread(comments: ChatMessage[] | undefined, data: SectionComments | undefined): number | undefined {
  const [from, setFrom] = useState<{ seq: number | undefined }>()
  if (!from && comments && data) {
    const first = comments.find(({ seq }) => data.unread.includes(seq))
    setFrom({ seq: first && first.seq - 1 })
  }
  return from?.seq
}

/** Marks comments as read that were seen, as far as no unread message elsewhere comes before them. */
function useReading(comments: ChatMessage[] = [], data: SectionComments | undefined): (seen: number) => void {
  const reported = useRef(0)
  return (seen) => {
    if (!data) return
    const seq = readableTo(data.unread, new Set(comments.map((c) => c.seq)), seen)
    if (seq <= reported.current) return
    reported.current = seq
    // If the request fails, the next render tries again.
    call(api.chat.threads[':id'].read.$post({ param: { id: data.thread_id }, json: { seq } })).catch(() => {
      reported.current = 0
    })
  }
}

/** Links to the conversation. Says so if earlier messages there are unread, since then comments here stay unread. */
function ChatLink({
  thread,
  comments = [],
}: {
  thread: SectionComments | undefined
  comments?: ChatMessage[] | undefined
}) {
  const { role } = useUser()
  const last = comments.at(-1)?.seq ?? 0
  const isHeld = thread?.unread.some((seq) => seq < last && comments.every((comment) => comment.seq !== seq)) === true
  const text = isHeld ? 'Open chat: earlier messages are unread' : 'Open chat'
  return role === 'client' ? (
    <Link to="/client-chat" className="link link-primary text-sm">
      {text}
    </Link>
  ) : (
    <Link to="/chat" search={thread ? { thread: thread.thread_id } : {}} className="link link-primary text-sm">
      {text}
    </Link>
  )
}

interface CommentFormProps extends CommentPanelProps {
  hasComments: boolean
  /** Shown beside the button. */
  children: ReactNode
}

/** Renders the text field. Not a form, because questions are inside the form of the section. */
function CommentForm({ hasComments, children, onClose, ...question }: CommentFormProps) {
  const { field, assignmentId } = question
  const draft = useDraft(`comment.${assignmentId}.${field.id}`, { text: '' })
  const sending = useSendComment(question)
  const { text } = draft.value
  const box = useRef<HTMLTextAreaElement>(null)
  // There is nothing to read, so the user wants to write.
  useEffect(() => {
    if (!hasComments) box.current?.focus()
  }, [hasComments])
  const send = useCallback(() => {
    const message = cleanText(text)
    if (message !== '' && !sending.isPending) sending.mutate({ message }, { onSuccess: draft.discard })
  }, [text, sending, draft.discard])
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    // During composition (Japanese, Chinese) Enter belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <div className="grid grid-cols-1 gap-2 p-3">
      <TextArea
        ref={box}
        label={`Comment on ${field.name}`}
        hideLabel
        placeholder="Write a comment..."
        rows={2}
        maxLength={MESSAGE_MAX}
        onKeyDown={press}
        {...draft.field('text')}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        {children}
        <Button size="sm" variant="primary" disabled={isBlank(text)} busy={sending.isPending} onClick={send}>
          Send
        </Button>
      </div>
    </div>
  )
}
