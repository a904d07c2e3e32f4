import { isAnswered } from '@portal/contract/fields'
import type { PortalWorkform } from '@portal/contract/portal'
import { Button } from '@portal/kit/ui/button'
import { queryClient } from '@portal/sdk'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { answerText } from '../draft/answer-text.ts'
import { writtenIn } from '../draft/registry.ts'
import { sectionQuery } from './queries.ts'

/** A section that the client had open. */
interface Opened {
  id: string
  section: string
  workform: string
  workformId: string
}

/** What the client had written in it, by the names of its fields. */
type Written = [field: string, text: string][]

function writtenOf(id: string): Written {
  const detail = queryClient.getQueryData(sectionQuery(id).queryKey)
  if (!detail) return []
  const answers = writtenIn(detail)
  return detail.fields.filter((f) => isAnswered(answers[f.id])).map((f) => [f.name, answerText(f, answers[f.id])])
}

const openedIn = (items: readonly PortalWorkform[], id: string | undefined): Opened | undefined =>
  items.flatMap((w) =>
    w.sections.flatMap((s) =>
      s.assignment_id === id ? [{ id, section: s.name, workform: w.name, workformId: w.workform_id }] : [],
    ),
  )[0]

export interface WithdrawnNoticeProps {
  items: readonly PortalWorkform[]
  /** The open section. */
  opened: string | undefined
}

/** Says that the section the client was filling in was withdrawn, and keeps what they had written in sight until they leave. */
export function WithdrawnNotice({ items, opened }: WithdrawnNoticeProps): ReactNode {
  const open = openedIn(items, opened)
  const [last, setLast] = useState<Opened>()
  const [gone, setGone] = useState<{ what: Opened; written: Written }>()
  if (open && (open.id !== last?.id || open.section !== last.section || open.workform !== last.workform)) {
    setLast(open)
    setGone(undefined)
  }
  if (!open && last && last.id === opened) {
    setLast(undefined)
    setGone({ what: last, written: writtenOf(last.id) })
  }
  if (!gone) return null
  return (
    <Notice
      {...gone}
      whole={items.every((w) => w.workform_id !== gone.what.workformId)}
      onDone={() => setGone(undefined)}
    />
  )
}

interface NoticeProps {
  what: Opened
  written: Written
  /** Nothing is left of the workform. */
  whole: boolean
  onDone: () => void
}

function Notice({ what: { section, workform }, written, whole, onDone }: NoticeProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  // The form with the focus is gone.
  useEffect(() => frame.current?.focus(), [])
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(written.map(([field, text]) => `${field}: ${text}`).join('\n'))
    setCopied(true)
  }
  return (
    <div
      ref={frame}
      role="alert"
      tabIndex={-1}
      className="grid scroll-my-24 grid-cols-1 gap-3 rounded-field border border-warning/50 bg-warning/10 p-4 text-sm outline-none"
    >
      <p className="wrap-anywhere">
        <span className="block font-semibold">
          {whole ? `“${workform}” was withdrawn` : `“${section}” was removed from “${workform}”`}
        </span>
        Your bookkeeper took it back while you had it open. There is nothing left to do for it.
      </p>
      {written.length > 0 ? (
        <>
          <p>What you had written in “{section}” is shown here until you leave this page, so that you can copy it:</p>
          <dl className="grid grid-cols-1 gap-2">
            {written.map(([field, text]) => (
              <div key={field}>
                <dt className="text-base-content/70">{field}</dt>
                <dd className="wrap-anywhere whitespace-pre-wrap">{text}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {written.length > 0 ? (
          <Button size="sm" onClick={() => void copy().catch(() => undefined)}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        ) : null}
        <Button size="sm" variant="quiet" onClick={onDone}>
          Dismiss
        </Button>
      </div>
    </div>
  )
}
