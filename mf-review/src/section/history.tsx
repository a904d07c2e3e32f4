import { formatSize } from '@portal/contract/files'
import type { HistoryEntry } from '@portal/contract/review'
import { answerText } from '@portal/kit/features/answers/answer-text'
import { Button } from '@portal/kit/ui/button'
import { QueryError, Skeleton } from '@portal/kit/ui/states'
import { dateAndTime } from '@portal/kit/ui/time'
import { api, call } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { History as Clock } from 'lucide-react'
import { useId, useState } from 'react'
import { SUBMISSIONS_KEY } from '../submissions/queries.ts'

const EVENTS: Record<HistoryEntry['event'], string> = {
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Declined',
  undone: 'Approval undone',
}

/** Renders a button that shows the history of a section, which is loaded on demand. */
export function History({ id, version, section }: { id: string; version: number; section: string }) {
  const [open, setOpen] = useState(false)
  const region = useId()
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <Button
          size="sm"
          variant="quiet"
          className="-ml-3"
          icon={<Clock />}
          aria-expanded={open}
          aria-controls={region}
          aria-label={`History: ${section}`}
          onClick={() => setOpen(!open)}
        >
          History
        </Button>
      </div>
      <div id={region} hidden={!open}>
        {open ? <Entries id={id} version={version} /> : null}
      </div>
    </div>
  )
}

/** Renders what happened to a section, newest first. Refetched for each version of the section. */
function Entries({ id, version }: { id: string; version: number }) {
  const history = useQuery({
    queryKey: [...SUBMISSIONS_KEY, 'history', id, version],
    queryFn: ({ signal }) => call(api.sections[':id'].history.$get({ param: { id } }, { init: { signal } })),
  })
  if (history.isPending)
    return (
      <div role="status" aria-label="Loading history">
        <Skeleton className="h-16 w-full" />
      </div>
    )
  if (history.isError) return <QueryError title="Failed to load history" query={history} className="py-4" />
  if (history.data.items.length === 0)
    return <p className="text-base-content/70 text-sm">No history has been recorded yet.</p>
  return (
    <ol className="grid grid-cols-1 gap-3 border-base-300 border-l-2 pl-4">
      {history.data.items.map((entry) => (
        <li key={entry.id} className="min-w-0 text-sm">
          <p>
            <span className="font-medium">{EVENTS[entry.event]}</span>
            <span className="text-base-content/70">
              {` by ${entry.by.name || entry.by.role} · `}
              <time dateTime={entry.at}>{dateAndTime(entry.at)}</time>
            </span>
          </p>
          {entry.text ? <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{entry.text}</p> : null}
          <Declined entry={entry} />
        </li>
      ))}
    </ol>
  )
}

/** Renders what a rejection removed: the answers' text, and the files with name, size and SHA-256. */
function Declined({ entry: { answers, files } }: { entry: HistoryEntry }) {
  if (answers.length === 0 && files.length === 0) return null
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-base-content/80">What was declined</summary>
      <dl className="mt-2 grid grid-cols-1 gap-2 wrap-anywhere">
        {answers.map((answer, i) => (
          <div key={`${answer.field} ${i + 1}`}>
            <dt className="text-base-content/70 text-xs">{answer.field}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{answerText(answer, answer.answer)}</dd>
          </div>
        ))}
        {files.map((file) => (
          <div key={file.sha256 + file.name}>
            <dt className="text-base-content/70 text-xs">{file.field}</dt>
            <dd className="wrap-anywhere">
              {file.name} · {formatSize(file.size)}
              <span className="block wrap-anywhere text-base-content/70 text-xs">SHA-256 {file.sha256}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
