import { formatCount } from '@portal/kit/ui/count'
import { cleanLine } from '@portal/contract/text'
import { Button } from '@portal/kit/ui/button'
import { EmailText } from '@portal/kit/ui/email-text'
import { LoadMore } from '@portal/kit/ui/pagination'
import { Pills } from '@portal/kit/ui/pills'
import { ErrorState, Spinner } from '@portal/kit/ui/states'
import { CircleAlert, Download } from 'lucide-react'
import { memo, useState } from 'react'
import type { CheckedRow } from './check-rows.ts'

type Filter = 'all' | 'valid' | 'invalid'
const PAGE_SIZE = 100

export interface PreviewStepProps {
  rows: readonly CheckedRow[]
  /** Whether the server is still checking the email addresses. */
  checking: boolean
  error: unknown
  onRetry: () => void
  onDownload: () => void
}

/** Shows the third step: every row with its problems. */
export function PreviewStep({ rows, checking, error, onRetry, onDownload }: PreviewStepProps) {
  const invalid = rows.filter((r) => r.problems.length > 0)
  const [chosen, setChosen] = useState<Filter>()
  const [shown, setShown] = useState(PAGE_SIZE)
  const filter = chosen ?? (invalid.length > 0 && !checking ? 'invalid' : 'all')
  const listed = filter === 'all' ? rows : filter === 'invalid' ? invalid : rows.filter((r) => r.problems.length === 0)
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
            setShown(PAGE_SIZE)
          }}
          options={[
            { value: 'all', label: 'All', count: rows.length },
            { value: 'valid', label: 'Ready', count: rows.length - invalid.length },
            { value: 'invalid', label: 'With problems', count: invalid.length },
          ]}
        />
        {checking ? (
          <span className="flex items-center gap-2 text-base-content/70 text-sm">
            <Spinner label="Comparing with your clients" /> Comparing with your clients...
          </span>
        ) : invalid.length > 0 ? (
          <Button size="sm" icon={<Download />} onClick={onDownload}>
            Download rows with problems
          </Button>
        ) : null}
      </div>
      <Rows rows={listed} shown={shown} onMore={() => setShown(shown + PAGE_SIZE)} />
    </div>
  )
}

function Rows({ rows, shown, onMore }: { rows: readonly CheckedRow[]; shown: number; onMore: () => void }) {
  return (
    <section
      aria-label="Rows of the file"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions need keyboard access
      tabIndex={0}
      className="max-h-80 overflow-y-auto rounded-field border border-base-300"
    >
      {rows.length === 0 ? (
        <p className="px-4 py-6 text-center text-base-content/70 text-sm">No rows match this filter.</p>
      ) : null}
      <ul className="divide-y divide-base-300">
        {rows.slice(0, shown).map((row) => (
          <Row key={row.row.line} row={row} />
        ))}
      </ul>
      <LoadMore hasMore={rows.length > shown} loading={false} label="Show more" auto onMore={onMore} />
    </section>
  )
}

const Row = memo(function Row({ row: { row, cells, client, problems } }: { row: CheckedRow }) {
  // An invalid status is shown as it is in the file.
  const more = [client.phone, client.company, cleanLine(cells.status) || client.status].filter((v) => v !== null)
  return (
    <li className="flex items-start gap-3 px-3.5 py-2.5 text-sm">
      <span className="w-16 shrink-0 whitespace-nowrap pt-px text-base-content/70 text-xs tabular-nums">
        Row {formatCount(row.line)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{client.name || '(no name)'}</span>{' '}
          <span className="text-base-content/70">
            {cells.email ? <EmailText email={cells.email} className="inline-block max-w-full" /> : '(no email)'}
          </span>
        </p>
        <p className="wrap-anywhere text-base-content/70 text-xs">{more.join(' · ')}</p>
        {problems.map((problem) => (
          <p key={problem} className="wrap-anywhere mt-1 flex items-start gap-1.5 text-error text-xs">
            <CircleAlert className="mt-px size-3.5 shrink-0" />
            {problem}
          </p>
        ))}
      </div>
    </li>
  )
})
