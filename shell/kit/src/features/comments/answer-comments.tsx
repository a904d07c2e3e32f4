import type { SectionComments } from '@portal/contract/chat'
import { useUser } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useCallback, useId, useRef, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { countOf } from '../../ui/count.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { isLinked } from './comments-hash.tsx'
import { commentsOn, commentsQuery, type Question, useLiveComments } from './comments-query.tsx'

// Most questions have no comments, and most visits open none.
const CommentPanel = lazyComponent(() => import('./comment-panel.tsx'), 'CommentPanel')

const summaryOf = (all: SectionComments, fieldId: string) => {
  const comments = commentsOn(all, fieldId)
  return {
    thread_id: all.thread_id,
    count: comments.length,
    unread: comments.filter(({ seq }) => all.unread.includes(seq)).length,
    awaits: comments.some((comment) => comment.awaits_answer),
  }
}

/** Returns the numbers of comments on a question, live. All questions of a section share one request. */
function useSummary({ assignmentId, field }: Question) {
  const select = useCallback((all: SectionComments) => summaryOf(all, field.id), [field.id])
  const { data } = useQuery({ ...commentsQuery(assignmentId), select })
  useLiveComments(assignmentId, data?.thread_id)
  return data ?? { count: 0, unread: 0, awaits: false }
}

function AwaitsAnswer() {
  const { role } = useUser()
  return <Badge tone="yellow">{role === 'client' ? 'Waiting for an answer' : 'Waiting for your answer'}</Badge>
}

/**
 * Renders a button with the number of comments on a question, which shows them. Comments are messages of the
 * conversation between client and bookkeeper, so both sides see them here and in the chat.
 */
export function AnswerComments(question: Question) {
  const { assignmentId, field } = question
  const { count, unread, awaits } = useSummary(question)
  const [linked] = useState(() => isLinked(assignmentId, field.id))
  const [open, setOpen] = useState(linked)
  const toggle = useRef<HTMLButtonElement>(null)
  const region = useId()
  const close = (): void => {
    setOpen(false)
    toggle.current?.focus()
  }
  return (
    <div className="mt-1 min-w-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Button
          ref={toggle}
          size="sm"
          variant="quiet"
          className="-ml-3 font-normal text-base-content/80"
          icon={<MessageSquare />}
          aria-expanded={open}
          aria-controls={region}
          onClick={() => setOpen(!open)}
        >
          {count === 0 ? 'Comment' : countOf(count, 'comment')}
          <span className="sr-only"> on {field.name}</span>
        </Button>
        {unread > 0 ? <Badge tone="blue">{unread} new</Badge> : null}
        {awaits ? <AwaitsAnswer /> : null}
      </div>
      <div id={region}>{open ? <CommentPanel {...question} isLinked={linked} onClose={close} /> : null}</div>
    </div>
  )
}
