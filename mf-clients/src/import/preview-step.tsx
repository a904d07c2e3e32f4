import { Button } from '@portal/kit/ui/button'
import { LoadMore } from '@portal/kit/ui/pagination'
import { Pills } from '@portal/kit/ui/pills'
import { ErrorState, Spinner } from '@portal/kit/ui/states'
import { CircleAlert, Download } from 'lucide-react'
import { memo, useState } from 'react'
import type { JudgedRow } from './judge.ts'

type Filter = 'all' | 'good' | 'bad'
const SHOWN_AT_ONCE = 100

export interface PreviewStepProps {
  rows: readonly JudgedRow[]
  /** What the server knows of the addresses has not come in yet. */
  checking: boolean
  error: unknown
  onRetry: () => void
  onDownload: () => void
}

/** The third step: every row as the client it would become, with what keeps it from that. */
export function PreviewStep({ rows, checking, error, onRetry, onDownload }: PreviewStepProps) {
  const bad = rows.filter((r) => r.problems.length > 0)
  const [chosen, setChosen] = useState<Filter>()
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const filter = chosen ?? (bad.length > 0 && !checking ? 'bad' : 'all')
  const listed = filter === 'all' ? rows : filter === 'bad' ? bad : rows.filter((r) => r.problems.length === 0)
  if (error)
    return (
      <ErrorState
        title="The rows could not be checked"
        error={error}
        onRetry={onRetry}
        retrying={checking}
        className="py-8"
      />
    )
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Pills
          label="Show rows"
          value={filter}
          onChange={(next) => {
            setChosen(next)
            setShown(SHOWN_AT_ONCE)
          }}
          options={[
            { value: 'all', label: 'All', count: rows.length },
            { value: 'good', label: 'Ready', count: rows.length - bad.length },
            { value: 'bad', label: 'With problems', count: bad.length },
          ]}
        />
        {checking ? (
          <span className="flex items-center gap-2 text-base-content/70 text-sm">
            <Spinner label="Comparing with your clients" /> Comparing with your clients...
          </span>
        ) : bad.length > 0 ? (
          <Button size="sm" icon={<Download className="size-4" aria-hidden />} onClick={onDownload}>
            Download rows with problems
          </Button>
        ) : null}
      </div>
      <section
        aria-label="Rows of the file"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-80 overflow-y-auto rounded-field border border-base-300"
      >
        {listed.length === 0 ? (
          <p className="px-4 py-6 text-center text-base-content/70 text-sm">No such rows.</p>
        ) : null}
        <ul className="divide-y divide-base-300">
          {listed.slice(0, shown).map((row) => (
            <Row key={row.row.line} row={row} />
          ))}
        </ul>
        <LoadMore
          hasMore={listed.length > shown}
          loading={false}
          label="Show more"
          auto
          onMore={() => setShown((n) => n + SHOWN_AT_ONCE)}
        />
      </section>
    </div>
  )
}

const Row = memo(function Row({ row: { row, cells, client, problems } }: { row: JudgedRow }) {
  // A status that is none is shown as it stands in the file.
  const more = [client.phone, client.company, cells.status.trim() || client.status].filter((v) => v !== null)
  return (
    <li className="flex items-start gap-3 px-3.5 py-2.5 text-sm">
      <span className="w-12 shrink-0 pt-px text-base-content/70 text-xs tabular-nums">Row {row.line}</span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{client.name || '(no name)'}</span>{' '}
          <span className="text-base-content/70">{client.email || '(no email)'}</span>
        </p>
        <p className="wrap-anywhere text-base-content/70 text-xs">{more.join(' · ')}</p>
        {problems.map((problem) => (
          <p key={problem} className="wrap-anywhere mt-1 flex items-start gap-1.5 text-error text-xs">
            <CircleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
            {problem}
          </p>
        ))}
      </div>
    </li>
  )
})
