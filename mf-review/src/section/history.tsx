import type { SectionAttempt } from '@portal/contract/answer-review'
import { formatSize } from '@portal/contract/files'
import { answerText } from '@portal/kit/features/answers/answer-text'
import { Button } from '@portal/kit/ui/button'
import { QueryError, Skeleton } from '@portal/kit/ui/states'
import { dateAndTime } from '@portal/kit/ui/time'
import { api, call } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { History as Clock } from 'lucide-react'
import { useId, useState } from 'react'
import { AttemptAnswers } from '../answers/attempt-answers.tsx'
import { attemptsQuery } from '../answers/attempts-query.ts'
import { SUBMISSIONS_KEY } from '../submissions/queries.ts'
import { type TimelineEntry, timelineOf } from './timeline.ts'

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
  const attempts = useQuery(attemptsQuery(id, version))
  const failed = [history, attempts].find((query) => query.isError)
  if (failed) return <QueryError title="Failed to load history" query={failed} className="py-4" />
  if (!history.data || !attempts.data)
    return (
      <div role="status" aria-label="Loading history">
        <Skeleton className="h-16 w-full" />
      </div>
    )
  const entries = timelineOf(history.data, attempts.data.items)
  if (entries.length === 0) return <p className="text-base-content/70 text-sm">No history has been recorded yet.</p>
  return (
    <ol className="grid grid-cols-1 gap-3 border-base-300 border-l-2 pl-4">
      {entries.map((entry) => (
        <li key={entry.id} className="min-w-0 text-sm">
          <p>
            <span className="font-medium">{entry.title}</span>
            <span className="text-base-content/70">
              {entry.by ? ` by ${entry.by.name || entry.by.role}` : null}
              {' · '}
              <time dateTime={entry.at}>{dateAndTime(entry.at)}</time>
            </span>
          </p>
          {entry.text ? <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{entry.text}</p> : null}
          <Declined {...entry.declined} />
          {entry.attempt ? <Attempt attempt={entry.attempt} /> : null}
        </li>
      ))}
    </ol>
  )
}

/** Shows what the client submitted, on request. */
function Attempt({ attempt }: { attempt: SectionAttempt }) {
  const [isOpen, setIsOpen] = useState(false)
  const { number, outcome, answers, non_answers, files } = attempt
  const count = Object.keys({ ...answers, ...non_answers }).length + files.length
  if (outcome === 'recalled' && count === 0)
    return <p className="mt-1 text-base-content/70">{`Attempt ${number}: taken back before anyone opened it.`}</p>
  return (
    <details
      className="mt-1"
      onToggle={(event) => event.target === event.currentTarget && setIsOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer text-base-content/80">{`Attempt ${number}: what was submitted`}</summary>
      {isOpen ? (
        <div className="mt-2">
          <AttemptAnswers attempt={attempt} />
        </div>
      ) : null}
    </details>
  )
}

/** Renders what a rejection removed: the answers' text, and the files with name, size and SHA-256. */
function Declined({ answers, files }: TimelineEntry['declined']) {
  if (answers.length === 0 && files.length === 0) return null
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-base-content/80">What was rejected</summary>
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
