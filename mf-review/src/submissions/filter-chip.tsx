import type { SubmissionCard as Card } from '@portal/contract/review'
import type { SubmissionFocus } from '@portal/contract/section-machine'
import { X } from 'lucide-react'
import { DownloadZip } from '../files/download-zip.tsx'
import { sectionFiles } from '../files/section-files.ts'
import type { SubmissionsSearch } from './search.ts'
import { cx } from '@portal/kit/ui/class-names'

interface FilterChipProps {
  search: SubmissionsSearch
  /** The cards of the list, which contain the names. */
  cards: readonly Card[]
  onClear: () => void
}

const FOCUS: Record<SubmissionFocus, string> = {
  waiting: 'waiting for review',
  overdue: 'overdue',
  completed: 'completed this month',
}

/**
 * Shows a filter that was set elsewhere (a workform, a client, or a figure on the dashboard), with a button that clears
 * it.
 */
export function FilterChip({ search, cards, onClear }: FilterChipProps) {
  if (!search.workform && !search.client && !search.only) return null
  const workform = cards.find((c) => c.workform_id === search.workform)?.workform_name
  const found = cards.find((c) => c.client_id === search.client)
  const client = found?.client_name || found?.client_email
  const names = [
    search.only && FOCUS[search.only],
    search.workform && (workform ?? 'one workform'),
    search.client && (client ?? 'one client'),
  ]
  const { workform: form, client: person } = search
  // The card itself offers the download for both together.
  const single = search.only || (form && person) ? undefined : form ? { workform: form } : { client: person }
  const hasFiles = cards.some((card) => card.sections.some((section) => sectionFiles(section).length > 0))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span
        className={cx(
          'inline-flex min-h-8 min-w-0 items-center gap-1 max-w-full rounded-full border',
          'border-primary/40 bg-primary/8 pl-3.5 text-sm',
        )}
      >
        <span className="min-w-0 truncate">Only {names.filter(Boolean).join(' · ')}</span>
        <button
          type="button"
          aria-label="Clear filter"
          title="Clear filter"
          onClick={onClear}
          className={cx(
            'grid size-8 shrink-0 cursor-pointer place-items-center rounded-full text-base-content/70',
            'hover:text-base-content',
          )}
        >
          <X className="size-4" />
        </button>
      </span>
      {single && hasFiles ? <DownloadZip scope={single} label="Download all files (ZIP)" /> : null}
    </div>
  )
}
